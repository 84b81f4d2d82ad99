import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useHasConnection } from '#data/account-settings/use-account.ts';
import type { LedgerCheck } from '#data/changes/sync-state.ts';
import { useCompany } from '#data/core/company-context.ts';
import { useLedger, useLedgerCheck } from '#data/ledger/use-ledger.ts';
import type { LedgerFault } from '#domain/ledger/ledger-entry.ts';
import { monthOf } from '#domain/dates/calendar.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { KeyValue } from '#ui/KeyValue.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { useCommand } from '#ui/use-command.ts';
import { recordPath } from '#widgets/record-paths.ts';
import classes from './LedgerPage.module.css';
import page from './Settings.module.css';

/** The company's ledger: how far it goes, and whether everything booked is still what it was. */
export function LedgerPage() {
  const { t } = useTranslation('ledger');
  const { t: tSettings } = useTranslation('settings');
  const ledger = useLedger();
  return (
    <div className={page.page}>
      <PageHeader title={tSettings('title.ledger')} />
      <p className={page.intro}>{t('intro')}</p>
      {ledger && (
        <>
          <Head head={ledger.head} />
          <Check last={ledger.check} />
        </>
      )}
    </div>
  );
}

type Head = NonNullable<ReturnType<typeof useLedger>>['head'];

function Head({ head }: { head: Head }) {
  const { t } = useTranslation('ledger');
  const { ctx } = useCompany();
  const format = useFormat();
  return (
    <Section title={t('head.title')} text={t('head.text')}>
      {head ? (
        <KeyValue
          items={[
            { label: t('head.entries'), value: format.number(head.seq), isAmount: true },
            { label: t('head.at'), value: format.instant(head.at, ctx.timezone) },
            { label: t('head.hash'), value: <code className={classes.hash}>{head.sha256}</code>, isWide: true },
          ]}
        />
      ) : (
        <p className={page.line}>{t('head.none')}</p>
      )}
    </Section>
  );
}

function Check({ last }: { last: LedgerCheck | null }) {
  const { t } = useTranslation('ledger');
  const { ctx } = useCompany();
  const format = useFormat();
  const isOnline = useHasConnection();
  const { check, share } = useLedgerCheck();
  const { run, isRunning } = useCommand(check);
  return (
    <Section
      title={t('check.title')}
      text={t('check.text')}
      actions={
        <Button
          variant="default"
          leftSection={<IconShieldCheck size={16} aria-hidden />}
          disabled={!isOnline || isRunning}
          onClick={() => void run()}
        >
          {t('check.now')}
        </Button>
      }
    >
      <div role="status" className={classes.outcome}>
        {share !== null ? (
          <label className={classes.running}>
            <span>{t('check.running', { percent: format.percent(Math.floor(share * 100)) })}</span>
            <progress className={classes.progress} max={1} value={share} />
          </label>
        ) : last ? (
          <>
            <p className={page.line}>
              <StatusBadge tone={last.fault ? 'red' : 'green'}>{t(last.fault ? 'check.differs' : 'check.unbroken')}</StatusBadge>
            </p>
            {last.fault ? (
              <Fault fault={last.fault} />
            ) : (
              <p className={page.line}>{t('check.right', { count: last.entries, number: format.number(last.entries) })}</p>
            )}
            <p className={page.hint}>{t('check.last', { when: format.instant(last.at, ctx.timezone) })}</p>
          </>
        ) : (
          <p className={page.line}>{t('check.never')}</p>
        )}
      </div>
      {!isOnline && <p className={page.hint}>{t('check.offline')}</p>}
    </Section>
  );
}

/** The first record that is not as it should be, with the way there. */
function Fault({ fault }: { fault: LedgerFault }) {
  const { t } = useTranslation('ledger');
  const { t: tEntities } = useTranslation('entities');
  const format = useFormat();
  const { collection, label, record_id: id, seq } = fault;
  const name = collection === 'periods' && label ? format.month(monthOf(label), 'long') : label;
  const words = [tEntities(`${collection}.one`), name].filter(Boolean).join(' ');
  const path = recordPath(collection, id);
  const isThere = fault.fault !== 'missing' && path !== null;
  return (
    <>
      <p className={page.line}>
        {isThere ? <Link to={path}>{words}</Link> : <strong>{words}</strong>}
        {': '}
        {t(`fault.${fault.fault}`)}
        {seq !== null && ` ${t('fault.place', { seq: format.number(seq) })}`}.
      </p>
      <p className={page.hint}>{t('fault.whatNow')}</p>
    </>
  );
}
