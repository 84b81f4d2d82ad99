import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useDueRecurring } from '#data/aggregates/use-due-recurring.ts';
import { useCompany } from '#data/core/company-context.ts';
import { can } from '#domain/access/access.ts';
import { DateText } from '#ui/DateText.tsx';
import { Section } from '#ui/Section.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import classes from './Dashboard.module.css';

const SHOWN = 6;
type Item = {
  readonly to: string;
  readonly name: string;
  readonly day: string;
  readonly isDue: boolean;
  readonly kind: 'invoices' | 'expenses';
};

/** UpcomingRecurring invoices and expenses that are due or come within the next days, soonest first. */
export function UpcomingRecurring() {
  const { t } = useTranslation('dashboard');
  const { ctx } = useCompany();
  const { value } = useDueRecurring();
  const seesInvoices = can(ctx.access, 'recurring_invoices.view');
  const seesExpenses = can(ctx.access, 'recurring_expenses.view');
  if (!seesInvoices && !seesExpenses) return null;
  const items: Item[] = [];
  for (const isDue of [true, false]) {
    const when = isDue ? 'due' : 'upcoming';
    if (seesInvoices)
      for (const { id, name, reference, next_generation } of value?.invoices[when] ?? [])
        items.push({ to: `/finance/recurring-invoices/${id}`, name: name || reference, day: next_generation, isDue, kind: 'invoices' });
    if (seesExpenses)
      for (const { id, description, next_generation } of value?.expenses[when] ?? [])
        items.push({ to: `/finance/recurring-expenses/${id}`, name: description, day: next_generation, isDue, kind: 'expenses' });
  }
  const soonest = items.toSorted((a, b) => (a.day < b.day ? -1 : 1)).slice(0, SHOWN);
  return (
    <Section title={t('recurring.title')}>
      {value && soonest.length === 0 && <p className={classes.nothing}>{t('recurring.none')}</p>}
      <ul className={classes.rows}>
        {soonest.map(({ to, name, day, isDue, kind }) => (
          <li key={to}>
            <Link to={to} className={classes.row}>
              <span className={classes.what}>{name || t('recurring.untitled')}</span>
              {isDue && <StatusBadge tone="amber">{t('recurring.due')}</StatusBadge>}
              <span className={classes.kind}>{t(`recurring.${kind}`)}</span>
              <span className={classes.money}>
                <DateText day={day} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
