import { IconReceipt } from '@tabler/icons-react';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useExpenseList } from '#data/expenses/use-expenses.ts';
import { can } from '#domain/access/access.ts';
import { EVERY_EXPENSE, filterFromParams, filterToParams, isNarrowed } from '#domain/expenses/expense-filter.ts';
import { GrowingListPage } from '#widgets/list/GrowingListPage.tsx';
import { NewRecordButton } from '#widgets/list/NewRecordButton.tsx';
import { useAddressFilter } from '#widgets/list/use-address-filter.ts';
import { useBulk } from '#widgets/use-bulk.ts';
import { ExpenseBulkBar } from './ExpenseBulkBar.tsx';
import { ExpenseFilterBar } from './ExpenseFilterBar.tsx';
import { useExpenseColumns } from './use-expense-columns.tsx';

const ADDRESS = { read: filterFromParams, write: filterToParams };

export function ExpenseListPage() {
  const { t } = useTranslation('expenses');
  const { ctx } = useCompany();
  const [filter, setFilter] = useAddressFilter(ADDRESS);
  const list = useExpenseList(useDeferredValue(filter));
  const columns = useExpenseColumns();
  const bulk = useBulk('expenses', filter, list.rows);
  const mayBulk = can(ctx.access, 'expenses.approve') || can(ctx.access, 'expenses.delete') || can(ctx.access, 'expenses.update_own');
  return (
    <GrowingListPage
      namespace="expenses"
      icon={<IconReceipt size={26} />}
      create={can(ctx.access, 'expenses.create') && <NewRecordButton to="/finance/expenses/create">{t('new')}</NewRecordButton>}
      filterBar={<ExpenseFilterBar filter={filter} onChange={setFilter} />}
      isNarrowed={isNarrowed(filter)}
      onClear={() => setFilter({ ...EVERY_EXPENSE, sort: filter.sort })}
      sort={filter.sort}
      onSort={(sort) => setFilter({ sort })}
      list={list}
      table={{
        columns,
        getRowId: (expense) => expense.id,
        getRowName: (expense) => expense.description || (expense.number ?? t('untitled')),
        rowHref: (expense) => `/finance/expenses/${expense.id}`,
        ...(mayBulk && { selection: bulk }),
      }}
    >
      <ExpenseBulkBar bulk={bulk} />
    </GrowingListPage>
  );
}
