import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DataTableProps } from './data-table-props.ts';
import classes from './DataTable.module.css';

type Props<Row> = DataTableProps<Row> & { rows: readonly Row[]; isCards: boolean };

export function DataTableHeader<Row>({ columns, rows, sort, onSort, selection, getRowId, isCards }: Props<Row>) {
  const { t } = useTranslation();
  const isAllSelected = Boolean(selection && rows.length > 0 && rows.every((row) => selection.selected.has(getRowId(row))));
  return (
    <div role="rowgroup" className={classes.head} data-hidden={isCards || undefined}>
      <div role="row" className={classes.headRow} aria-rowindex={1}>
        {selection && (
          <div role="columnheader" className={classes.checkCell}>
            <input
              type="checkbox"
              aria-label={t('action.selectAll')}
              checked={isAllSelected}
              onChange={() => selection.onChange(isAllSelected ? new Set() : new Set(rows.map(getRowId)))}
            />
          </div>
        )}
        {columns.map((column) => {
          const direction = sort?.key === column.key ? sort.direction : undefined;
          return (
            <div
              key={column.key}
              role="columnheader"
              className={classes.headCell}
              data-align={column.align}
              aria-sort={direction === undefined ? undefined : direction === 'asc' ? 'ascending' : 'descending'}
            >
              {column.isSortable && onSort && !isCards ? (
                <button
                  type="button"
                  className={classes.sort}
                  aria-label={t('list.sortBy', { column: column.header })}
                  onClick={() =>
                    onSort({
                      key: column.key,
                      direction: direction === 'desc' ? 'asc' : direction === 'asc' ? 'desc' : firstDirection(column),
                    })
                  }
                >
                  {column.header}
                  {direction === 'asc' && <IconArrowUp size={14} aria-hidden />}
                  {direction === 'desc' && <IconArrowDown size={14} aria-hidden />}
                </button>
              ) : (
                column.header
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Amounts are looked at from the largest, names from the first. */
const firstDirection = (column: { align?: 'start' | 'end' }): 'asc' | 'desc' => (column.align === 'end' ? 'desc' : 'asc');
