import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { type SyncSummary } from '#data/sync/status.ts';
import { can } from '#domain/access/access.ts';
import { useSyncActions } from '#data/sync-centre/use-sync.ts';
import { pauseReason } from './pause-reason.ts';
import classes from './SyncCentre.module.css';

/** For whoever wants to know how it works, or is asked on the phone. */
export function ConnectionFacts({ summary }: { summary: SyncSummary }) {
  const { t } = useTranslation('sync');
  const { isLeader } = useSyncActions();
  const { ctx } = useCompany();
  const reason = pauseReason(summary.reason);
  return (
    <p className={classes.facts}>
      <span>{t(isLeader() ? 'connection.leader' : 'connection.follower')}</span>
      {reason && <span>{t(`connection.reason.${reason}`)}</span>}
      {summary.progress && <span>{t('connection.received', { count: summary.progress.received })}</span>}
      <Link to="/dev/realtime">{t('connection.live')}</Link>
      {can(ctx.access, 'system_log.view') && <Link to="/system/log">{t('connection.log')}</Link>}
    </p>
  );
}
