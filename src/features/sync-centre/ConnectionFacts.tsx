import { useTranslation } from 'react-i18next';
import { type SyncSummary } from '#data/sync/status.ts';
import { useSyncActions } from '#data/sync/use-sync.ts';
import { pauseReason } from './pause-reason.ts';
import classes from './SyncCentre.module.css';

/** For whoever wants to know how it works, or is asked on the phone. */
export function ConnectionFacts({ summary }: { summary: SyncSummary }) {
  const { t } = useTranslation('sync');
  const { isLeader } = useSyncActions();
  const reason = pauseReason(summary.reason);
  return (
    <p className={classes.facts}>
      <span>{t(isLeader() ? 'connection.leader' : 'connection.follower')}</span>
      {reason && <span>{t(`connection.reason.${reason}`)}</span>}
      {summary.progress && <span>{t('connection.received', { count: summary.progress.received })}</span>}
    </p>
  );
}
