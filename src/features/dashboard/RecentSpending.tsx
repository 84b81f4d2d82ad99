import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { recentExpenses } from '#data/expenses/expenses.queries.ts';
import { useNewestExpenses } from '#data/expenses/use-expenses.ts';
import { DateText } from '#ui/DateText.tsx';
import { Money } from '#ui/Money.tsx';
import { Section } from '#ui/Section.tsx';
import { ExpenseStatusBadge } from '#widgets/ExpenseStatusBadge.tsx';
import { expensesBehind } from '#widgets/figures/list-links.ts';
import classes from './Dashboard.module.css';

/** The newest expenses of the last 30 days, in any state and currency. */
export function RecentSpending() {
  const { t } = useTranslation('dashboard');
  const { ctx } = useCompany();
  const { from, limit } = recentExpenses(ctx.today());
  const { value } = useNewestExpenses(from, limit);
  const all = (
    <Anchor component={Link} to={expensesBehind({ from })} size="sm">
      {t('recent.all')}
    </Anchor>
  );
  return (
    <Section title={t('recent.title')} actions={all}>
      {value?.length === 0 && <p className={classes.nothing}>{t('recent.none')}</p>}
      <ul className={classes.rows}>
        {value?.map((expense) => (
          <li key={expense.id}>
            <Link to={`/finance/expenses/${expense.id}`} className={classes.row}>
              <span className={classes.day}>
                <DateText day={expense.expense_date} />
              </span>
              <span className={classes.what}>{expense.description || expense.number || t('recent.untitled')}</span>
              <span className={classes.badge}>
                <ExpenseStatusBadge status={expense.status} />
              </span>
              <span className={classes.money}>
                <Money amount={expense.amount} currency={expense.currency} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
