import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { DataTableProps } from './data-table-props.ts';
import { DataTableHeader } from './DataTableHeader.tsx';
import { DataTableRow } from './DataTableRow.tsx';
import { EmptyState } from './EmptyState.tsx';
import { tracksOf, useListLayout } from './list-layout.ts';
import { RowSkeleton } from './RowSkeleton.tsx';
import { useIsPrinting } from './printing.ts';
import { useErrorText } from './use-error-text.ts';
import { useRowKeys } from './use-row-keys.ts';
import classes from './DataTable.module.css';

const rowHeight = 44;
const cardHeight = 70;
const endDistance = 24;
/** Rows that are drawn beyond either edge of the window. */
const OVERSCAN = 12;

/** A virtual list of records that scrolls with the page: a table where its columns have room, cards elsewhere. Keys: {@link useRowKeys}. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, error, onRetry, empty, label } = props;
  const { t } = useTranslation();
  const errorText = useErrorText();
  if (error !== undefined && error !== null)
    return (
      <div className={classes.frame}>
        <EmptyState
          role="alert"
          title={t('list.failedTitle')}
          text={errorText(error)}
          action={
            onRetry && (
              <button type="button" className={classes.retry} onClick={onRetry}>
                {t('action.retry')}
              </button>
            )
          }
        />
      </div>
    );
  if (!rows) return <RowSkeleton label={`${label}: ${t('state.loading')}`} />;
  if (rows.length === 0) return <div className={classes.frame}>{empty}</div>;
  return <FilledTable {...props} rows={rows} />;
}

function FilledTable<Row>({ selection: offered, ...given }: DataTableProps<Row> & { rows: readonly Row[] }) {
  const isPrinting = useIsPrinting();
  const props: DataTableProps<Row> & { rows: readonly Row[] } = isPrinting || !offered ? given : { ...given, selection: offered };
  const { rows, getRowId, label, hasTallRows = false } = props;
  const hasBoxes = Boolean(props.selection);
  const { isCards, columns, frame } = useListLayout(props.columns, { hasBoxes, isPrinting });
  const { pathname: list } = useLocation();
  const body = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  // Whatever stands above the list may have grown; the state only changes when its place did.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- measured after every render on purpose, see above
  useLayoutEffect(() => {
    const top = Math.round((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    if (top !== scrollMargin) setScrollMargin(top);
  });

  const first = useRef(0);
  const overscan = useOverscan(rows, getRowId, first.current);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (isCards ? cardHeight : rowHeight),
    overscan: isPrinting ? rows.length : overscan,
    scrollMargin,
    getItemKey: (index) => getRowId(rows[index] as Row),
  });
  const items = virtualizer.getVirtualItems();
  useLayoutEffect(() => {
    first.current = items[0]?.index ?? 0;
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, isCards]);

  const lastIndex = items.at(-1)?.index ?? 0;
  const isNearEnd = lastIndex >= rows.length - endDistance;
  const current = useRef(props);
  useLayoutEffect(() => {
    current.current = props;
  });
  useEffect(() => {
    if (isNearEnd) current.current.onEndReached?.();
  }, [isNearEnd, rows.length]);
  // The same function for as long as the table stands: else every row would be drawn again.
  const [open] = useState(() => (row: Row) => current.current.onRowOpen?.(row));
  const keys = useRowKeys({
    list,
    ids: () => rows.map(getRowId),
    body,
    selection: props.selection,
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  });
  // One stop for Tab: the row that had the focus, or about the first one in sight.
  const isStopThere = items.some(({ key }) => key === keys.current);
  const stop = isStopThere ? keys.current : items[(items[0]?.index ?? 0) === 0 ? 0 : Math.min(OVERSCAN, items.length - 1)]?.key;

  const grid = { '--columns': tracksOf(columns, hasBoxes).join(' ') } as CSSProperties;
  return (
    <div
      ref={frame}
      className={classes.frame}
      role="table"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      style={grid}
      data-cards={isCards || undefined}
      data-tall={hasTallRows || undefined}
    >
      <DataTableHeader {...props} columns={columns} isCards={isCards} />
      <div
        ref={body}
        role="rowgroup"
        className={classes.body}
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
      >
        {items.map((item) => {
          const row = rows[item.index] as Row;
          const id = getRowId(row);
          return (
            <DataTableRow
              key={item.key}
              {...{ row, id, columns }}
              index={item.index}
              top={item.start - scrollMargin}
              href={props.rowHref?.(row)}
              onOpen={props.onRowOpen && open}
              isDimmed={props.isRowDimmed?.(row) ?? false}
              isSelected={props.selection?.selected.has(id)}
              name={props.selection && props.getRowName?.(row)}
              onToggle={keys.toggle}
              list={list}
              isStop={id === stop}
              measure={isCards || hasTallRows ? virtualizer.measureElement : undefined}
            />
          );
        })}
      </div>
    </div>
  );
}

/** How many rows are looked at to tell whether a list became another one. */
const SAMPLE = 12;

/** The rows of another question are drawn where they are seen first, and beyond either edge after that frame. */
function useOverscan<Row>(rows: readonly Row[], getRowId: (row: Row) => string, first: number): number {
  const drawn = useDeferredValue(rows, []);
  if (rows === drawn) return OVERSCAN;
  const sample = (of: readonly Row[]) => of.slice(first, first + SAMPLE).map(getRowId);
  const before = new Set(sample(drawn));
  const kept = sample(rows).filter((id) => before.has(id)).length;
  return kept * 2 >= SAMPLE ? OVERSCAN : 1;
}
