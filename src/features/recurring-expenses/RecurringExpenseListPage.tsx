import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.tsx';
import { useCategories } from '#data/expense-categories/use-categories.ts';
import { useRecurringExpenses } from '#data/recurring-expenses/use-recurring-expenses.ts';
import { useVendors } from '#data/vendors/use-vendors.ts';
import { can } from '#domain/access/access.ts';
import { UPCOMING_DAYS } from '#domain/recurring/recurrence.ts';
import { EVERY_RECURRING, filterRecurring } from '#domain/recurring/recurring-list.ts';
import { recurringExpenseTitle } from '#domain/recurring-expenses/recurring-expense-title.ts';
import type { RecurringExpense } from '#domain/recurring-expenses/recurring-expense.ts';
import { DataTable, type DataTableColumn } from '#ui/DataTable.tsx';
import { DateText } from '#ui/DateText.tsx';
import { Money } from '#ui/Money.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { CategoryBadge } from '#widgets/CategoryBadge.tsx';
import { RecurringEmpty } from '#widgets/recurring/RecurringEmpty.tsx';
import { RecurringExport } from '#widgets/recurring/RecurringExport.tsx';
import listClasses from '#widgets/recurring/RecurringList.module.css';
import { RecurringMark } from '#widgets/recurring/RecurringMark.tsx';
import { RecurringToolbar } from '#widgets/recurring/RecurringToolbar.tsx';
import { useRecurringFilter } from '#widgets/recurring/use-recurring-filter.ts';
import { useScheduleWords } from '#widgets/recurring/use-schedule-words.ts';
import { SyncMark } from '#widgets/SyncBadge.tsx';

const LIST = '/finance/recurring-expenses';

export function RecurringExpenseListPage() {
  const { t } = useTranslation('recurring');
  const { ctx } = useCompany();
  const { value: items, error } = useRecurringExpenses();
  const { value: vendors } = useVendors();
  const { value: categories } = useCategories();
  const [filter, setFilter] = useRecurringFilter();
  const shown = useDeferredValue(filter);
  const identity = JSON.stringify(shown);
  const today = ctx.today();
  const rows = useMemo(() => {
    const vendorName = (item: RecurringExpense) => (item.vendor_id === null ? undefined : vendors?.byId.get(item.vendor_id)?.name);
    const categoryName = (item: RecurringExpense) => categories?.find(({ id }) => id === item.category_id)?.name;
    return (
      items &&
      vendors &&
      filterRecurring(items, shown, {
        today,
        days: UPCOMING_DAYS.recurring_expenses,
        nameOf: (item) => recurringExpenseTitle(item, vendorName(item)) ?? '',
        textOf: (item) => [vendorName(item), categoryName(item), item.description].filter(Boolean).join(' '),
      })
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- an equal filter is the same filter
  }, [items, vendors, categories, identity, today]);
  const columns = useColumns();
  const create = can(ctx.access, 'recurring_expenses.create') && (
    <Button component={Link} to={`${LIST}/create`} leftSection={<IconPlus size={18} aria-hidden />}>
      {t('new.expenses')}
    </Button>
  );
  const exported = (item: RecurringExpense) => {
    const partner = item.vendor_id === null ? '' : (vendors?.byId.get(item.vendor_id)?.name ?? '');
    return { item, what: item.description || partner, partner, amount: item.amount };
  };
  const isEmpty = items?.length === 0;
  return (
    <>
      <PageHeader
        title={t('title.expenses')}
        actions={
          <>
            <RecurringExport kind="expenses" count={rows?.length ?? 0} series={() => (rows ?? []).map(exported)} />
            {create}
          </>
        }
      />
      {!isEmpty && <RecurringToolbar kind="expenses" filter={filter} onChange={setFilter} />}
      <DataTable
        label={t('title.expenses')}
        columns={columns}
        rows={rows}
        error={error}
        getRowId={(item) => item.id}
        rowHref={(item) => `${LIST}/${item.id}`}
        isRowDimmed={(item) => !item.is_active}
        empty={
          <RecurringEmpty
            kind="expenses"
            isEmpty={isEmpty}
            create={create}
            onClear={() => setFilter({ ...EVERY_RECURRING, show: 'all' })}
          />
        }
      />
    </>
  );
}

function useColumns(): DataTableColumn<RecurringExpense>[] {
  const { t } = useTranslation('recurring');
  const { value: vendors } = useVendors();
  const { value: categories } = useCategories();
  const words = useScheduleWords();
  return useMemo(
    () => [
      {
        key: 'what',
        header: t('column.what'),
        width: 'minmax(14rem, 4fr)',
        isPrimary: true,
        cell: (item) => {
          const vendor = item.vendor_id === null ? undefined : vendors?.byId.get(item.vendor_id)?.name;
          const title = recurringExpenseTitle(item, vendor);
          return (
            <span className={listClasses.what}>
              <span className={listClasses.title}>{title ?? t('untitled')}</span>
              {vendor && item.description && <span className={listClasses.more}>{item.description}</span>}
              <SyncMark collection="recurring_expenses" id={item.id} />
            </span>
          );
        },
      },
      {
        key: 'category',
        header: t('field.category_id'),
        width: 'minmax(7rem, 1fr)',
        phone: 'hidden',
        cell: (item) => {
          const category = categories?.find(({ id }) => id === item.category_id);
          return category && <CategoryBadge category={category} />;
        },
      },
      { key: 'interval', header: t('column.interval'), width: '6.75rem', phone: 'meta', cell: (item) => words.interval(item.interval) },
      { key: 'next', header: t('column.next'), width: '6.5rem', phone: 'meta', cell: (item) => <DateText day={item.next_generation} /> },
      {
        key: 'state',
        header: t('column.state'),
        width: '11rem',
        cell: (item) => <RecurringMark collection="recurring_expenses" item={item} />,
      },
      {
        key: 'amount',
        header: t('column.amount'),
        width: '7.5rem',
        align: 'end',
        cell: (item) => <Money amount={item.amount} currency={item.currency} isStrong />,
      },
    ],
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the words change with the language, as `t` does
    [t, vendors, categories],
  );
}
