import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DataTableProps } from './DataTable.tsx';
import classes from './DataTable.module.css';

type Props<Row> = DataTableProps<Row> & {
  row: Row;
  index: number;
  top: number;
  measure: ((element: HTMLElement | null) => void) | undefined;
};

export function DataTableRow<Row>(props: Props<Row>) {
  const { row, columns, index, top, measure, getRowId, isRowDimmed, selection } = props;
  const id = getRowId(row);
  const primary = columns.find((column) => column.isPrimary) ?? columns[0];
  return (
    <div
      ref={measure ?? null}
      role="row"
      className={classes.row}
      style={{ transform: `translateY(${top}px)` }}
      aria-rowindex={index + 2}
      data-index={index}
      data-dimmed={isRowDimmed?.(row) || undefined}
      data-selected={selection?.selected.has(id) || undefined}
      data-opens={Boolean(props.rowHref ?? props.onRowOpen) || undefined}
    >
      {selection && <SelectCell {...props} />}
      {columns.map((column) => (
        <div
          key={column.key}
          role="cell"
          className={classes.cell}
          data-align={column.align}
          data-place={column.phone ?? (column === primary ? 'title' : column.align === 'end' ? 'end' : 'meta')}
        >
          {column === primary ? <RowOpener {...props}>{column.cell(row)}</RowOpener> : column.cell(row)}
        </div>
      ))}
    </div>
  );
}

/** The row's one link, stretched over the whole row: click, middle click and keyboard work as on any link. */
function RowOpener<Row>({ row, rowHref, onRowOpen, children }: Props<Row> & { children: ReactNode }) {
  if (rowHref)
    return (
      <Link to={rowHref(row)} className={classes.open} data-row-open>
        {children}
      </Link>
    );
  if (onRowOpen)
    return (
      <button type="button" className={classes.open} data-row-open onClick={() => onRowOpen(row)}>
        {children}
      </button>
    );
  return children;
}

function SelectCell<Row>({ row, selection, getRowId, getRowName }: Props<Row>) {
  const { t } = useTranslation();
  if (!selection) return null;
  const id = getRowId(row);
  const toggle = () => {
    const next = new Set(selection.selected);
    if (!next.delete(id)) next.add(id);
    selection.onChange(next);
  };
  return (
    <div role="cell" className={classes.checkCell} data-place="check">
      <input
        type="checkbox"
        aria-label={t('list.selectRow', { name: getRowName?.(row) ?? t('list.thisRow') })}
        checked={selection.selected.has(id)}
        onChange={toggle}
      />
    </div>
  );
}
