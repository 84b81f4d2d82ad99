import type { ReactNode } from 'react';

export type CardPlace = 'title' | 'end' | 'meta' | 'rest' | 'under' | 'hidden';

export type DataTableColumn<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** A CSS grid track, e.g. `minmax(10rem, 2fr)`; default `minmax(6rem, 1fr)`. */
  width?: string;
  align?: 'start' | 'end';
  isSortable?: boolean;
  /** Carries the link that opens the row; the first column if none is marked. */
  isPrimary?: boolean;
  /** Shown only where somebody chose it. */
  isOptional?: boolean;
  /** Left out of a table without room for all; default: what a card hides. */
  isSpare?: boolean;
  /**
   * Place on a card, where there is no room for a table: title and end are its first line, meta, rest (shortened where there is no room) and
   * under (below the end) its second. Default: primary → title, right-aligned → end, others → meta.
   */
  phone?: CardPlace;
};

export type Sort = { key: string; direction: 'asc' | 'desc' };
export type Selection = { selected: ReadonlySet<string>; onChange: (selected: ReadonlySet<string>) => void };

export type DataTableProps<Row> = {
  label: string;
  columns: readonly DataTableColumn<Row>[];
  /** `undefined` while the first page is being read. */
  rows: readonly Row[] | undefined;
  getRowId: (row: Row) => string;
  /** The row's name for screen readers where it stands alone (checkbox). */
  getRowName?: (row: Row) => string;
  rowHref?: (row: Row) => string;
  onRowOpen?: (row: Row) => void;
  isRowDimmed?: (row: Row) => boolean;
  /** Rows grow with what they hold, e.g. sentences; they are measured instead of assumed. */
  hasTallRows?: boolean;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  selection?: Selection;
  empty?: ReactNode;
  error?: unknown;
  onRetry?: () => void;
  /** Called as the end comes into view, for keyset paging. */
  onEndReached?: () => void;
};
