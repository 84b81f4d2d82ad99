import { Button } from '@mantine/core';
import { IconPlus, IconReceipt } from '@tabler/icons-react';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { useExpenseList } from '#data/expenses/use-expenses.ts';
import { can } from '#domain/access/access.ts';
import { EVERY_EXPENSE, filterFromParams, filterToParams, isNarrowed } from '#domain/expenses/expense-filter.ts';
import { DataTable } from '#ui/DataTable.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useBulk } from '#widgets/use-bulk.ts';
import { COLUMN_SORTS, listSortOf } from '#widgets/list/list-order.ts';
import { NothingMatches } from '#widgets/list/NothingMatches.tsx';
import { SearchingNote } from '#widgets/list/SearchingNote.tsx';
import { useAddressFilter } from '#widgets/list/use-address-filter.ts';
import { SavedFilters } from '#widgets/SavedFilters.tsx';
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
  const create = can(ctx.access, 'expenses.create') && (
    <Button component={Link} to="/finance/expenses/create" leftSection={<IconPlus size={18} aria-hidden />}>
      {t('new')}
    </Button>
  );
  const isStillLooking = list.rows.length === 0 && (list.isFirstLoad || list.isSearching || list.isLoading);
  return (
    <>
      <PageHeader
        title={t('title.list')}
        actions={
          <>
            <SavedFilters />
            {create}
          </>
        }
      />
      <ExpenseFilterBar filter={filter} onChange={setFilter} />
      <DataTable
        label={t('list.label')}
        columns={columns}
        rows={isStillLooking ? undefined : list.rows}
        error={list.error}
        getRowId={(expense) => expense.id}
        getRowName={(expense) => expense.description || (expense.number ?? t('untitled'))}
        rowHref={(expense) => `/finance/expenses/${expense.id}`}
        {...(mayBulk && { selection: bulk })}
        sort={COLUMN_SORTS[filter.sort]}
        onSort={(sort) => setFilter({ sort: listSortOf(sort) })}
        onEndReached={() => list.hasMore && list.loadMore()}
        empty={
          isNarrowed(filter) ? (
            <NothingMatches namespace="expenses" onClear={() => setFilter(EVERY_EXPENSE)} />
          ) : (
            <EmptyState icon={<IconReceipt size={26} />} title={t('empty.title')} text={t('empty.text')} action={create} />
          )
        }
      />
      <ExpenseBulkBar bulk={bulk} />
      <SearchingNote namespace="expenses" isSearching={list.isSearching} />
    </>
  );
}
