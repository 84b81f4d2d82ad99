import { useDirectory } from '#data/directory/use-directory.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCategories } from '#data/expense-categories/use-categories.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import type { DataTableColumn } from '#ui/DataTable.tsx';
import { DateText } from '#ui/DateText.tsx';
import { NameCell } from '#ui/NameCell.tsx';
import { Money } from '#ui/Money.tsx';
import { CategoryBadge } from '#widgets/CategoryBadge.tsx';
import { ExpenseStatusBadge } from '#widgets/ExpenseStatusBadge.tsx';
import { SyncMark } from '#widgets/SyncBadge.tsx';
import classes from './ExpenseListPage.module.css';

export function useExpenseColumns(): DataTableColumn<Expense>[] {
  const { t } = useTranslation('expenses');
  const { value: vendors } = useDirectory('vendors');
  const { value: categories } = useCategories();
  return useMemo(() => {
    const categoryById = new Map(categories?.map((category) => [category.id, category]));
    const what = (expense: Expense) => {
      const vendor = expense.vendor_id === null ? undefined : vendors?.byId.get(expense.vendor_id)?.name;
      const title = vendor ?? (expense.description || t('untitled'));
      return (
        <NameCell name={title} detail={vendor && expense.description}>
          <SyncMark collection="expenses" id={expense.id} />
        </NameCell>
      );
    };
    const category = (expense: Expense) => {
      const found = expense.category_id === null ? undefined : categoryById.get(expense.category_id);
      return (
        found && (
          <span className={classes.category}>
            <CategoryBadge category={found} />
          </span>
        )
      );
    };
    return [
      {
        key: 'date',
        header: t('column.date'),
        width: '6rem',
        align: 'start',
        isSortable: true,
        phone: 'meta',
        cell: (expense) => <DateText day={expense.expense_date} />,
      },
      { key: 'vendor', header: t('column.vendor'), width: 'minmax(11rem, 3fr)', isSortable: true, isPrimary: true, cell: what },
      { key: 'category', header: t('column.category'), width: 'minmax(9rem, 1.2fr)', isSortable: true, isSpare: true, cell: category },
      {
        key: 'status',
        header: t('column.status'),
        width: '8rem',
        isSortable: true,
        cell: (expense) => <ExpenseStatusBadge status={expense.status} />,
      },
      {
        key: 'amount',
        header: t('column.amount'),
        width: '8rem',
        align: 'end',
        isSortable: true,
        cell: (expense) => <Money amount={expense.amount} currency={expense.currency} isStrong />,
      },
    ];
  }, [t, vendors, categories]);
}
