import { IconLinkOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { LedgerAlarm } from '#data/changes/sync-state.ts';
import { useCompany } from '#data/core/company-context.ts';
import { useNoteLedgerAlarm } from '#data/ledger/use-ledger.ts';
import { can } from '#domain/access/access.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { Banner } from './Banner.tsx';

/** The ledger is another one than this device had seen. Stays until a person has taken note. */
export function LedgerBanner({ alarm: { kind, seen, now, noticed_at } }: { alarm: LedgerAlarm }) {
  const { t } = useTranslation('ledger');
  const { ctx, company } = useCompany();
  const format = useFormat();
  const note = useNoteLedgerAlarm();
  const at = (instant: string) => format.instant(instant, ctx.timezone);
  const words = {
    company: company.name,
    seq: format.number(seen.seq),
    at: at(seen.at),
    noticed: at(noticed_at),
    nowSeq: format.number(now?.seq ?? 0),
    nowAt: now ? at(now.at) : '–',
  };
  return (
    <Banner tone="warning" isLong icon={<IconLinkOff size={18} aria-hidden />} action={{ label: t('alarm.note'), run: () => void note() }}>
      <strong>{t(`alarm.${kind}Title`, words)}</strong> {t(`alarm.${kind}Text`, words)} {t('alarm.ask')}{' '}
      {can(ctx.access, 'activity.view') && <Link to="/settings/ledger">{t('alarm.open')}</Link>}
    </Banner>
  );
}
