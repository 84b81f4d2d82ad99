import { IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useDirectory } from '#data/directory/use-directory.ts';
import { useExpenseTotal } from '#data/list-totals/use-list-total.ts';
import { useExpenseList } from '#data/expenses/use-expenses.ts';
import { can } from '#domain/access/access.ts';
import { EVERY_EXPENSE, type ExpenseFilter, filterFromParams, filterToParams, isNarrowed } from '#domain/expenses/expense-filter.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { GrowingListPage } from '#widgets/list/GrowingListPage.tsx';
import { ListTotalNote } from '#widgets/list/ListTotalNote.tsx';
import { NewRecordButton } from '#widgets/list/NewRecordButton.tsx';
import { useAddressFilter } from '#widgets/list/use-address-filter.ts';
import { useSummedFilter } from '#widgets/list/use-summed-filter.ts';
import { useKeptSort } from '#widgets/list/use-kept-sort.ts';
import { useBulk } from '#widgets/use-bulk.ts';
import { ExpenseBulkBar } from './ExpenseBulkBar.tsx';
import { ExpenseFilterBar } from './ExpenseFilterBar.tsx';
import { RejectDialog } from './RejectDialog.tsx';
import { RowBulkContext, useRowBulkValue } from './use-row-bulk.ts';
import { useExpenseColumns } from './use-expense-columns.tsx';

const ADDRESS = { read: filterFromParams, write: filterToParams };

export function ExpenseListPage() {
  const { t } = useTranslation('expenses');
  const { ctx } = useCompany();
  const [filter, setFilter] = useKeptSort(useAddressFilter(ADDRESS), EVERY_EXPENSE.sort);
  const list = useExpenseList(filter);
  const columns = useExpenseColumns();
  const { value: vendors } = useDirectory('vendors');
  const nameOf = (expense: Expense) =>
    vendors?.byId.get(expense.vendor_id ?? '')?.name ?? (expense.description || (expense.number ?? t('untitled')));
  const bulk = useBulk('expenses', filter, { ...list, nameOf });
  const [rejected, setRejected] = useState<Expense | null>(null);
  const rowBulk = useRowBulkValue({ runOn: bulk.runOn, onReject: setRejected });
  return (
    <RowBulkContext value={rowBulk}>
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
        total={<Total asked={filter} isLoading={list.isLoading} />}
        table={{
          columns,
          getRowId: (expense) => expense.id,
          getRowName: nameOf,
          rowHref: (expense) => `/finance/expenses/${expense.id}`,
          selection: bulk,
        }}
      >
        <ExpenseBulkBar bulk={bulk} />
        {rejected && <RejectDialog expense={rejected} bulk={bulk} onClose={() => setRejected(null)} />}
      </GrowingListPage>
    </RowBulkContext>
  );
}

/** Follows the sums by itself: what they come to draws no list again. */
function Total({ asked, isLoading }: { asked: ExpenseFilter; isLoading: boolean }) {
  return <ListTotalNote total={useExpenseTotal(useSummedFilter(asked, { isLoading }))} />;
}
