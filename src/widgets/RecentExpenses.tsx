import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useRecentExpensesOf } from '#data/expenses/use-expenses.ts';
import { DateText } from '#ui/DateText.tsx';
import { Money } from '#ui/Money.tsx';
import { ExpenseStatusBadge } from './ExpenseStatusBadge.tsx';
import classes from './RecentRecords.module.css';

type Props = { of: { vendorId: string } | { customerId: string }; emptyText: string };

/** The newest few expenses of a vendor or customer, with a way to all of them. */
export function RecentExpenses({ of, emptyText }: Props) {
  const { t } = useTranslation('expenses');
  const { value } = useRecentExpensesOf(of);
  const all = 'vendorId' in of ? `vendor=${of.vendorId}` : `customer=${of.customerId}`;
  if (!value) return <p className={classes.note}>{t('list.searching')}</p>;
  if (value.rows.length === 0 && !value.isSearching) return <p className={classes.note}>{emptyText}</p>;
  return (
    <>
      <ul className={classes.list}>
        {value.rows.map((expense) => (
          <li key={expense.id}>
            <Link to={`/finance/expenses/${expense.id}`} className={classes.row}>
              <span className={classes.date}>
                <DateText day={expense.expense_date} />
              </span>
              <span className={classes.what}>{expense.description || expense.number || t('untitled')}</span>
              <ExpenseStatusBadge status={expense.status} />
              <span className={classes.amount}>
                <Money amount={expense.amount} currency={expense.currency} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p className={classes.note}>
        <Anchor component={Link} to={`/finance/expenses?${all}`}>
          {t('action.showAll')}
        </Anchor>
      </p>
    </>
  );
}
