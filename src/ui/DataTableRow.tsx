import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataTableColumn } from './data-table-props.ts';
import { fromList, noteOpened } from './opened-row.ts';
import { PlainLink } from './PlainLink.tsx';
import classes from './DataTable.module.css';

type Props<Row> = {
  row: Row;
  id: string;
  index: number;
  top: number;
  columns: readonly DataTableColumn<Row>[];
  href: string | undefined;
  onOpen: ((row: Row) => void) | undefined;
  isDimmed: boolean;
  /** `undefined`: rows are not selected here. */
  isSelected: boolean | undefined;
  /** For screen readers, where the row is selected. */
  name: string | undefined;
  onToggle: (id: string, isRange: boolean) => void;
  /** The path of the page that the list is on. */
  list: string;
  /** Where Tab leads into the table. */
  isStop: boolean;
  measure: ((element: HTMLElement | null) => void) | undefined;
};

function Row<Row>(props: Props<Row>) {
  const { row, id, columns, index, top, measure, isDimmed, isSelected, href, onOpen } = props;
  const primary = columns.find((column) => column.isPrimary) ?? columns[0];
  return (
    <div
      ref={measure ?? null}
      role="row"
      className={classes.row}
      style={{ transform: `translateY(${top}px)` }}
      aria-rowindex={index + 2}
      data-index={index}
      data-row={id}
      data-dimmed={isDimmed || undefined}
      data-selected={isSelected || undefined}
      data-opens={Boolean(href ?? onOpen) || undefined}
    >
      {isSelected !== undefined && (
        <SelectCell id={id} name={props.name} isSelected={isSelected} onToggle={props.onToggle} isStop={props.isStop} />
      )}
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

/** Drawn again only when something of it changes: a table scrolls, sorts and selects without drawing every row it shows. */
export const DataTableRow = memo(Row) as typeof Row;

/** The row's one link, stretched over the whole row: click, middle click and keyboard work as on any link. */
function RowOpener<Row>({ row, id, list, href, onOpen, isStop, children }: Props<Row> & { children: ReactNode }) {
  const tabIndex = isStop ? 0 : -1;
  if (href !== undefined)
    return (
      <PlainLink
        to={href}
        className={classes.open}
        data-row-open
        tabIndex={tabIndex}
        state={fromList(list)}
        onClick={() => noteOpened(list, id)}
      >
        {children}
      </PlainLink>
    );
  if (onOpen)
    return (
      <button type="button" className={classes.open} data-row-open tabIndex={tabIndex} onClick={() => onOpen(row)}>
        {children}
      </button>
    );
  return children;
}

const nothing = (): void => undefined;
type SelectCellProps = Pick<Props<unknown>, 'id' | 'name' | 'onToggle' | 'isStop'> & { isSelected: boolean };

function SelectCell({ id, name, isSelected, onToggle, isStop }: SelectCellProps) {
  const { t } = useTranslation();
  return (
    <div role="cell" className={classes.checkCell} data-place="check">
      <input
        type="checkbox"
        aria-label={t('list.selectRow', { name: name ?? t('list.thisRow') })}
        checked={isSelected}
        data-row-box
        tabIndex={isStop ? 0 : -1}
        // A click knows of Shift, a change does not.
        onClick={(event) => onToggle(id, event.shiftKey)}
        onChange={nothing}
      />
    </div>
  );
}
