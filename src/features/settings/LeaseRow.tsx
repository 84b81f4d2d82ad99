import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useIsOffline } from '#data/account-settings/use-is-offline.ts';
import { useCompany } from '#data/core/company-context.ts';
import type { ListedLease } from '#data/invoices/use-number-leases.ts';
import { can } from '#domain/access/access.ts';
import { leasedNumber } from '#domain/numbering/number-lease.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { useCommand } from '#ui/use-command.ts';
import { MemberName } from '#widgets/MemberName.tsx';
import rows from './SettingRows.module.css';

type Props = { lease: ListedLease; isHere: boolean; onEnd: () => void; onReopen: () => Promise<void> };

/** Numbers that one device took along: whose, until when, and what became of them. */
export function LeaseRow({ lease, isHere, onEnd, onReopen }: Props) {
  const { t } = useTranslation('settings');
  const { ctx } = useCompany();
  const format = useFormat();
  const isOffline = useIsOffline();
  const reopen = useCommand(onReopen);
  const mayEnd = can(ctx.access, 'settings.invoice');
  const day = lease.taken_at.slice(0, 10);
  const [first, last] = [Math.min(...lease.numbers), Math.max(...lease.numbers)].map((number) => leasedNumber(lease, number, day));
  const state = lease.end_reason ?? (ctx.today() > lease.valid_until ? 'expired' : 'open');
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <p className={rows.name}>
          {first === last ? first : t('leases.range', { first, last })}
          <StatusBadge tone={state === 'open' ? 'blue' : state === 'lost' ? 'red' : state === 'expired' ? 'amber' : 'gray'}>
            {t(`leases.state.${state}`)}
          </StatusBadge>
        </p>
        <p className={rows.detail}>
          <MemberName userId={lease.user_id} at={lease.taken_at} /> ·{' '}
          {isHere ? t('leases.thisDevice') : lease.device_name || t('leases.unknownDevice')} ·{' '}
          {t('leases.usedOf', { used: lease.used.length, count: lease.numbers.length })}
        </p>
        <p className={rows.detail}>
          {t('leases.taken', { day: format.instant(lease.taken_at, ctx.timezone) })}
          {lease.ended_at === null ? ` · ${t('leases.until', { day: format.day(lease.valid_until) })}` : ''}
        </p>
      </div>
      <div className={rows.actions}>
        {lease.ended_at === null && !isHere && (mayEnd || lease.user_id === ctx.userId) && (
          <Button variant="default" size="compact-md" disabled={isOffline} onClick={onEnd}>
            {t('leases.end')}
          </Button>
        )}
        {lease.end_reason === 'lost' && mayEnd && (
          <Button variant="default" size="compact-md" disabled={isOffline} loading={reopen.isRunning} onClick={() => void reopen.run()}>
            {t('leases.reopen')}
          </Button>
        )}
      </div>
    </li>
  );
}
