import { type ReactNode, useCallback, useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { useListView } from '#data/list-view/use-list-view.ts';
import type { DataTableProps } from '#ui/data-table-props.ts';
import { DataTable } from '#ui/DataTable.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { chosenColumns } from './chosen-columns.ts';
import { ColumnChooser } from './ColumnChooser.tsx';

type Props<T> = {
  title: string;
  actions: ReactNode;
  /** By what the list is narrowed and put in order. */
  toolbar: ReactNode;
  /** What all of it comes to. */
  total?: ReactNode;
  table: Omit<DataTableProps<T>, 'label'>;
  /** What stands below the table. */
  children?: ReactNode;
};

/** The page of a list: its head, what narrows it, and the table. */
export function ListFrame<T>({ title, actions, toolbar, total, table, children }: Props<T>) {
  const { pathname } = useLocation();
  const [view, change] = useListView(pathname);
  const chosen = view?.columns ?? null;
  const choose = useCallback((next: readonly string[] | null) => change({ columns: next && [...next] }), [change]);
  const columns = useMemo(() => chosenColumns(table.columns, chosen), [table.columns, chosen]);
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            {table.rows !== undefined && table.rows.length > 0 && (
              <ColumnChooser columns={table.columns} chosen={chosen} onChoose={choose} />
            )}
            {actions}
          </>
        }
      />
      {toolbar}
      {total}
      <DataTable {...table} columns={columns} label={title} />
      {children}
    </>
  );
}
