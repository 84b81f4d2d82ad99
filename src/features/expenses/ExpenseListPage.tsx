import { Button } from '@mantine/core';
import { IconPlus, IconReceipt } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.tsx';
import { useExpenseList } from '#data/expenses/use-expenses.ts';
import { can } from '#domain/access/access.ts';
import { EVERY_EXPENSE, type ExpenseFilter, type ExpenseSort, isNarrowed } from '#domain/expenses/expense-filter.ts';
import { DataTable, type Sort } from '#ui/DataTable.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useBulk } from '#widgets/use-bulk.ts';
import { SavedFilters } from '#widgets/SavedFilters.tsx';
import { ExpenseBulkBar } from './ExpenseBulkBar.tsx';
import { ExpenseFilterBar } from './ExpenseFilterBar.tsx';
import classes from './ExpenseListPage.module.css';
import { useExpenseColumns } from './use-expense-columns.tsx';
import { useExpenseFilter } from './use-expense-filter.ts';

const SORTS: Record<ExpenseSort, Sort> = {
  newest: { key: 'date', direction: 'desc' },
  oldest: { key: 'date', direction: 'asc' },
  highest: { key: 'amount', direction: 'desc' },
  lowest: { key: 'amount', direction: 'asc' },
};

export function ExpenseListPage() {
  const { t } = useTranslation('expenses');
  const { ctx } = useCompany();
  const [filter, setFilter] = useExpenseFilter();
  const list = useExpenseList(useDeferredValue(filter));
  const columns = useExpenseColumns();
  const bulk = useBulk('expenses', filter);
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
        sort={SORTS[filter.sort]}
        onSort={(sort) => setFilter({ sort: expenseSortOf(sort) })}
        onEndReached={() => list.hasMore && list.loadMore()}
        empty={<Empty filter={filter} create={create} onClear={() => setFilter(EVERY_EXPENSE)} />}
      />
      <ExpenseBulkBar bulk={bulk} />
      <p className={classes.end} role="status">
        {list.isSearching && t('list.searching')}
      </p>
    </>
  );
}

function expenseSortOf({ key, direction }: Sort): ExpenseSort {
  // A column asked for the first time shows what people look for: the newest, the highest.
  if (key === 'amount') return direction === 'asc' ? 'lowest' : 'highest';
  return direction === 'asc' ? 'oldest' : 'newest';
}

function Empty({ filter, create, onClear }: { filter: ExpenseFilter; create: ReactNode; onClear: () => void }) {
  const { t } = useTranslation('expenses');
  if (!isNarrowed(filter))
    return <EmptyState icon={<IconReceipt size={26} />} title={t('empty.title')} text={t('empty.text')} action={create} />;
  return (
    <EmptyState
      title={t('empty.filteredTitle')}
      text={t('empty.filteredText')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      }
    />
  );
}
