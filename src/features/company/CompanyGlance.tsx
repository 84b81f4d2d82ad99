import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { KeptGlance, OnDevice } from '#data/companies/glances.ts';
import { fromMinor } from '#domain/money/money.ts';
import { type Glance, type GlanceClaims, waitingIn } from '#domain/reports/glance.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { Section } from '#ui/Section.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import classes from './CompaniesPage.module.css';

type Props = {
  readonly company: { readonly id: string; readonly name: string };
  readonly known: KeptGlance | undefined;
  readonly onDevice: OnDevice | undefined;
  readonly isReading: boolean;
};

/** A company that is not open here: the figures that are known of it, and how old they are. */
export function CompanyGlance({ company, known, onDevice, isReading }: Props) {
  const { t } = useTranslation('company');
  const format = useFormat();
  const age = known ? t('glance.asOf', { when: format.instant(known.at) }) : t(isReading ? 'glance.reading' : 'glance.unknown');
  return (
    <GlanceCard
      name={company.name}
      age={age}
      onDevice={onDevice}
      glance={known?.glance}
      action={
        <Button
          component={Link}
          to="/finance/dashboard"
          state={{ company: company.id }}
          variant="default"
          aria-label={t('glance.openOne', { name: company.name })}
        >
          {t('glance.open')}
        </Button>
      }
    />
  );
}

type CardProps = { name: string; age: string; onDevice: OnDevice | undefined; glance: Glance | undefined; action: ReactNode };

/** The figures of one company. What its person may not see is said to be so. */
export function GlanceCard({ name, age, onDevice, glance, action }: CardProps) {
  const { t } = useTranslation('company');
  const unsynced = (onDevice?.waiting ?? 0) + (onDevice?.issues ?? 0);
  return (
    <Section
      title={name || t('select.unnamed')}
      text={
        <>
          {age}
          {unsynced > 0 && ` · ${t('glance.unsynced', { count: unsynced })}`}
        </>
      }
      actions={action}
    >
      {glance && <Facts glance={glance} />}
    </Section>
  );
}

function Facts({ glance }: { glance: Glance }) {
  const { t } = useTranslation('company');
  const { t: tDashboard } = useTranslation('dashboard');
  const format = useFormat();
  const waiting = waitingIn(glance);
  const month = format.month(glance.month, 'long');
  const overdue = (glance.overdue ?? []).reduce((sum, { count }) => sum + count, 0);
  const what = [
    { kind: 'toApprove' as const, count: glance.toApprove ?? 0 },
    { kind: 'refused' as const, count: glance.refused },
    { kind: 'overdue' as const, count: overdue },
  ].filter(({ count }) => count > 0);
  return (
    <dl className={classes.facts}>
      <Fact label={t('glance.waiting')}>
        <StatusBadge tone={waiting === 0 ? 'green' : 'amber'}>{waiting === 0 ? t('glance.nothing') : String(waiting)}</StatusBadge>
        {what.map(({ kind, count }) => (
          <span key={kind} className={classes.small}>
            {count} {tDashboard(`attention.${kind}`, { count })}
          </span>
        ))}
      </Fact>
      <Fact label={t('glance.openClaims')}>
        <Claims claims={glance.open} />
      </Fact>
      <Fact label={t('glance.overdue')}>
        <Claims claims={glance.overdue} isBad />
      </Fact>
      <Fact label={t('glance.profit', { month })}>
        <Amount amount={glance.profit} currency={glance.currency} />
      </Fact>
      <Fact label={t('glance.cash', { month })}>
        <Amount amount={glance.cash} currency={glance.currency} />
      </Fact>
    </dl>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className={classes.label}>{label}</dt>
    <dd className={classes.value}>{children}</dd>
  </div>
);

/** One line per currency: what is owed in different ones is not added up. */
function Claims({ claims, isBad = false }: { claims: readonly GlanceClaims[] | null; isBad?: boolean }) {
  const { t } = useTranslation('company');
  const format = useFormat();
  if (claims === null) return <Hidden />;
  if (claims.length === 0) return <span className={classes.small}>{t('glance.nothing')}</span>;
  return claims.map(({ currency, count, owed }) => (
    <span key={currency} className={classes.amount} data-bad={isBad || undefined}>
      {format.money(fromMinor(owed, currency), currency)} <span className={classes.small}>{t('glance.invoices', { count })}</span>
    </span>
  ));
}

function Amount({ amount, currency }: { amount: bigint | null; currency: string }) {
  const format = useFormat();
  if (amount === null) return <Hidden />;
  return (
    <span className={classes.amount} data-bad={amount < 0n || undefined}>
      {format.money(fromMinor(amount, currency), currency)}
    </span>
  );
}

function Hidden() {
  const { t } = useTranslation('company');
  return <span className={classes.small}>{t('glance.hidden')}</span>;
}
