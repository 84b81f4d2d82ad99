import { Button } from '@mantine/core';
import { IconPlaneDeparture } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsOffline } from '#data/account-settings/use-is-offline.ts';
import { useCompany } from '#data/core/company-context.ts';
import { type ListedLease, type OwnNumbers, useLeaseCommands, useNumberLeases, useOwnNumbers } from '#data/invoices/use-number-leases.ts';
import { can } from '#domain/access/access.ts';
import { isLeaseValid, leasedNumber } from '#domain/numbering/number-lease.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Section } from '#ui/Section.tsx';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
import { useErrorText } from '#ui/use-error-text.ts';
import { LeaseRow } from './LeaseRow.tsx';
import classes from './Settings.module.css';
import rows from './SettingRows.module.css';
import { TakeNumbersDialog } from './TakeNumbersDialog.tsx';

/** Numbers that devices took along: this one's, and everybody's. */
export function NumberLeases() {
  const { company, ctx } = useCompany();
  const own = useOwnNumbers();
  const listed = useNumberLeases();
  const isAllowed = company.settings.numbers.leases;
  const mayTake = can(ctx.access, 'invoices.lease_numbers') && can(ctx.access, 'invoices.issue');
  if (!isAllowed && !own && !listed.leases?.length) return null;
  return (
    <>
      {(mayTake || own) && own !== undefined && (
        <ThisDevice own={own} mayTake={mayTake && isAllowed} onChanged={() => void listed.reload()} />
      )}
      {can(ctx.access, 'invoices.view') && <Everybody listed={listed} ownId={own?.lease.id} />}
    </>
  );
}

function ThisDevice({ own, mayTake, onChanged }: { own: OwnNumbers | null; mayTake: boolean; onChanged: () => void }) {
  const { t } = useTranslation('settings');
  const { giveBack } = useLeaseCommands();
  const isOffline = useIsOffline();
  const [isTaking, setTaking] = useState(false);
  const back = useCommand(async () => {
    await giveBack();
    onChanged();
    showToast({ type: 'success', text: t('leases.givenBack') });
  });
  return (
    <Section
      title={t('leases.here')}
      text={t('leases.hereText')}
      actions={
        mayTake && (
          <Button leftSection={<IconPlaneDeparture size={16} aria-hidden />} disabled={isOffline} onClick={() => setTaking(true)}>
            {t('leases.take')}
          </Button>
        )
      }
    >
      <div className={classes.linkRow}>
        {own ? <Kept own={own} /> : <p className={classes.line}>{t('leases.none')}</p>}
        {own && (
          <Button variant="default" disabled={isOffline || own.onTheWay > 0} loading={back.isRunning} onClick={() => void back.run()}>
            {t('leases.giveBack')}
          </Button>
        )}
      </div>
      {isOffline && <p className={classes.hint}>{t('leases.offline')}</p>}
      {isTaking && <TakeNumbersDialog own={own} onClose={() => setTaking(false)} onTaken={onChanged} />}
    </Section>
  );
}

function Kept({ own: { lease, onTheWay } }: { own: OwnNumbers }) {
  const { t } = useTranslation('settings');
  const { ctx } = useCompany();
  const format = useFormat();
  const next = lease.unused.length > 0 ? leasedNumber(lease, Math.min(...lease.unused), ctx.today()) : '';
  const day = format.day(lease.valid_until);
  const isValid = isLeaseValid(lease, ctx.today());
  return (
    <div>
      <p className={classes.line}>
        {lease.unused.length === 0 ? t('leases.allUsed') : t('leases.left', { count: lease.unused.length, next })}
      </p>
      <p className={rows.detail}>
        {isValid ? t('leases.until', { day }) : t('leases.expired', { day })}
        {onTheWay > 0 && ` ${t('leases.onTheWay', { count: onTheWay })}`}
      </p>
    </div>
  );
}

function Everybody({ listed, ownId }: { listed: ReturnType<typeof useNumberLeases>; ownId: string | undefined }) {
  const { t } = useTranslation('settings');
  const errorText = useErrorText();
  const [ending, setEnding] = useState<ListedLease | null>(null);
  const { leases, error } = listed;
  if (leases === undefined)
    return (
      <Section title={t('leases.everybody')}>
        <p className={classes.line} role={error ? 'alert' : 'status'}>
          {error ? errorText(error) : t('leases.loading')}
        </p>
      </Section>
    );
  if (leases.length === 0) return null;
  return (
    <Section title={t('leases.everybody')} text={t('leases.everybodyText')} isFlush>
      <ul className={rows.list}>
        {leases.map((lease) => (
          <LeaseRow
            key={lease.id}
            lease={lease}
            isHere={lease.id === ownId}
            onEnd={() => setEnding(lease)}
            onReopen={() => listed.reopen(lease.id)}
          />
        ))}
      </ul>
      {ending && (
        <ConfirmDialog
          isOpen
          onClose={() => setEnding(null)}
          title={t('leases.endTitle')}
          confirmLabel={t('leases.endConfirm')}
          onConfirm={async () => {
            await listed.end(ending.id);
            showToast({ type: 'success', text: t('leases.ended') });
          }}
          isDangerous
        >
          <p>{t('leases.endText')}</p>
          <p>{t('leases.endLater')}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}
