import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { addDays } from '#domain/dates/calendar.ts';
import type { InvoiceFilter } from '#domain/invoices/invoice-filter.ts';
import { AGES, type Age, ageingOf, totalClaims } from '#domain/reports/ageing.ts';
import { Section } from '#ui/Section.tsx';
import { ShareBar } from '#ui/charts/ShareBar.tsx';
import { invoicesBehind } from '#widgets/figures/list-links.ts';
import { useMinorText } from '#widgets/figures/use-minor-text.ts';
import classes from './Dashboard.module.css';
import type { PartProps } from './part-props.ts';

/** The days on which invoices of an age were due. */
function dueDays(age: Age, today: string): Pick<InvoiceFilter, 'dueFrom' | 'dueTo'> {
  const ago = (days: number) => addDays(today, -days);
  switch (age) {
    case 'not_due':
      return { dueFrom: today, dueTo: null };
    case '1_30':
      return { dueFrom: ago(30), dueTo: ago(1) };
    case '31_60':
      return { dueFrom: ago(60), dueTo: ago(31) };
    case '61_90':
      return { dueFrom: ago(90), dueTo: ago(61) };
    case 'over_90':
      return { dueFrom: null, dueTo: ago(91) };
  }
}

/** What customers owe today, by how long it is overdue. */
export function Receivables({ books, scope: { currency }, listed }: PartProps) {
  const { t } = useTranslation('dashboard');
  const { ctx } = useCompany();
  const today = ctx.today();
  const text = useMinorText(currency);
  const ageing = ageingOf(books.invoices, { currency, today });
  const { owed, count } = totalClaims(ageing);
  if (count === 0) {
    return (
      <Section title={t('receivables.title')}>
        <p className={classes.nothing}>{t('receivables.none')}</p>
      </Section>
    );
  }
  return (
    <Section title={t('receivables.title')} text={t('receivables.text')}>
      <ShareBar parts={AGES.map((age) => ({ key: age, share: Number(ageing[age].owed) / Number(owed || 1n) }))} />
      <ul className={classes.rows}>
        {AGES.map((age) => (
          <li key={age}>
            <Link
              to={invoicesBehind({ state: 'open', currency: listed, ...dueDays(age, today) })}
              className={classes.row}
              data-faint={ageing[age].count === 0 || undefined}
            >
              <span className={classes.swatch} data-age={age} aria-hidden />
              <span className={classes.what}>{t(`age.${age}`)}</span>
              <span className={classes.count}>{ageing[age].count > 0 && t('receivables.count', { count: ageing[age].count })}</span>
              <span className={classes.money}>{text(ageing[age].owed)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
