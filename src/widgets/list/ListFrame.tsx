import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from '#ui/DataTable.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';

type Props<T> = {
  title: string;
  actions: ReactNode;
  /** By what the list is narrowed and put in order. */
  toolbar: ReactNode;
  table: Omit<DataTableProps<T>, 'label'>;
  /** What stands below the table. */
  children?: ReactNode;
};

/** The page of a list: its head, what narrows it, and the table. */
export function ListFrame<T>({ title, actions, toolbar, table, children }: Props<T>) {
  return (
    <>
      <PageHeader title={title} actions={actions} />
      {toolbar}
      <DataTable {...table} label={title} />
      {children}
    </>
  );
}
