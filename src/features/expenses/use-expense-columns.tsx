import { useDirectory } from '#data/directory/use-directory.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useCategories } from '#data/expense-categories/use-categories.ts';
import { useMembers } from '#data/members/use-members.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import type { DataTableColumn } from '#ui/data-table-props.ts';
import { DateText } from '#ui/DateText.tsx';
import { NameCell } from '#ui/NameCell.tsx';
import { Money } from '#ui/Money.tsx';
import { useMemberName } from '#widgets/MemberName.tsx';
import { SyncMark } from '#widgets/SyncBadge.tsx';
import { ExpenseCategoryCell } from './ExpenseCategoryCell.tsx';
import { ExpenseStatusCell } from './ExpenseStatusCell.tsx';

export function useExpenseColumns(): DataTableColumn<Expense>[] {
  const { t } = useTranslation('expenses');
  const { value: vendors } = useDirectory('vendors');
  const { value: categories } = useCategories();
  const { value: customers } = useDirectory('customers');
  const { value: people } = useMembers();
  const memberName = useMemberName();
  const today = useCompany().ctx.today();
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
    const nameOf = (expense: Expense) => {
      const vendor = expense.vendor_id === null ? undefined : vendors?.byId.get(expense.vendor_id)?.name;
      return vendor ?? (expense.description || t('untitled'));
    };
    const category = (expense: Expense) => (
      <ExpenseCategoryCell expense={expense} name={nameOf(expense)} category={categoryById.get(expense.category_id ?? '')} />
    );
    const optional = (
      key: 'number' | 'customer_id' | 'payment_method' | 'paid_on' | 'created_by' | 'tax_amount',
      width: string,
      cell: (expense: Expense) => ReactNode,
      align: 'start' | 'end' = 'start',
    ): DataTableColumn<Expense>[] => [{ key, header: t(`field.${key}`), width, align, phone: 'hidden', isOptional: true, cell }];
    return [
      {
        key: 'date',
        header: t('column.date'),
        width: '6rem',
        align: 'start',
        isSortable: true,
        phone: 'meta',
        cell: (expense) => <DateText day={expense.expense_date} sameYearAs={today} />,
      },
      { key: 'vendor', header: t('column.vendor'), width: 'minmax(11rem, 3fr)', isSortable: true, isPrimary: true, cell: what },
      {
        key: 'category',
        header: t('column.category'),
        width: 'minmax(9rem, 1.2fr)',
        isSortable: true,
        isSpare: true,
        phone: 'rest',
        cell: category,
      },
      {
        key: 'status',
        header: t('column.status'),
        width: '8rem',
        isSortable: true,
        phone: 'under',
        cell: (expense) => <ExpenseStatusCell expense={expense} name={nameOf(expense)} />,
      },
      ...optional('number', '9rem', ({ number }) => number),
      ...optional('customer_id', 'minmax(9rem, 1fr)', (expense) => customers?.byId.get(expense.customer_id ?? '')?.name),
      ...optional('payment_method', '8rem', ({ payment_method: method }) => method && t(`method.${method}`)),
      ...optional('paid_on', '6rem', (expense) => expense.paid_on && <DateText day={expense.paid_on} />),
      ...optional('created_by', '9rem', (expense) => memberName(expense.created_by, expense.created_at)),
      ...optional('tax_amount', '7rem', (expense) => <Money amount={expense.tax_amount} currency={expense.currency} />, 'end'),
      {
        key: 'amount',
        header: t('column.amount'),
        width: '8rem',
        align: 'end',
        isSortable: true,
        cell: (expense) => <Money amount={expense.amount} currency={expense.currency} isStrong />,
      },
    ];
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- names of people change with `people`
  }, [t, vendors, categories, customers, people, today]);
}
