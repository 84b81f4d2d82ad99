import { useDirectory } from '#data/directory/use-directory.ts';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCategories } from '#data/expense-categories/use-categories.ts';
import { useRecurringExpenses } from '#data/recurring-expenses/use-recurring-expenses.ts';
import { recurringExpenseTitle } from '#domain/recurring-expenses/recurring-expense-title.ts';
import type { RecurringExpense } from '#domain/recurring-expenses/recurring-expense.ts';
import type { DataTableColumn } from '#ui/data-table-props.ts';
import { CategoryBadge } from '#widgets/CategoryBadge.tsx';
import { RecurringList, type SeriesWords } from '#widgets/recurring/RecurringList.tsx';

export function RecurringExpenseListPage() {
  const { t } = useTranslation('recurring');
  const { value: items, error } = useRecurringExpenses();
  const { value: vendors } = useDirectory('vendors');
  const { value: categories } = useCategories();
  const wordsOf = useCallback(
    (item: RecurringExpense): SeriesWords => {
      const vendor = item.vendor_id === null ? undefined : vendors?.byId.get(item.vendor_id)?.name;
      const category = categories?.find(({ id }) => id === item.category_id)?.name;
      const title = recurringExpenseTitle(item, vendor);
      const partner = vendor ?? '';
      return {
        title,
        ...(vendor && { more: item.description }),
        name: title ?? '',
        searched: [partner, category, item.description].filter(Boolean).join(' '),
        what: item.description || partner,
        partner,
        ...(category !== undefined && { category }),
        amount: item.amount,
      };
    },
    [vendors, categories],
  );
  const column = useMemo<DataTableColumn<RecurringExpense>>(
    () => ({
      key: 'category',
      isSortable: true,
      header: t('field.category_id'),
      width: 'minmax(7rem, 1fr)',
      phone: 'hidden',
      cell: (item) => {
        const category = categories?.find(({ id }) => id === item.category_id);
        return category && <CategoryBadge category={category} />;
      },
    }),
    [t, categories],
  );
  return <RecurringList kind="expenses" items={vendors && items} error={error} wordsOf={wordsOf} column={column} />;
}
