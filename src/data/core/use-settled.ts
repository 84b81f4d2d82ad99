import { useLayoutEffect, useMemo, useRef } from 'react';
import { sameValue } from '#data/changes/same-value.ts';

/** The value, as the same object as long as it says the same: what depends on it does not begin anew with every version of a record. */
export function useSettled<T>(value: T): T {
  const settled = useRef(value);
  // oxlint-disable-next-line react-hooks/refs -- equal values only: whichever render wrote it, the answer is the same
  if (!sameValue(settled.current, value)) settled.current = value;
  // oxlint-disable-next-line react-hooks/refs -- as above
  return settled.current;
}

/** The rows of a list, each as the same object as long as it says the same: only the rows that changed are drawn again. */
export function useSettledRows<T>(rows: T[], idOf: (row: T) => string): T[] {
  const before = useRef(rows);
  // oxlint-disable-next-line react-hooks/refs, react-hooks/exhaustive-deps -- as above; a row keeps its id
  const settled = useMemo(() => settledRows(before.current, rows, idOf), [rows]);
  useLayoutEffect(() => {
    before.current = settled;
  });
  return settled;
}

function settledRows<T>(before: T[], rows: T[], idOf: (row: T) => string): T[] {
  if (before.length === 0) return rows;
  const known = new Map(before.map((row) => [idOf(row), row]));
  const next = rows.map((row) => {
    const same = known.get(idOf(row));
    return same && sameValue(same, row) ? same : row;
  });
  return next.length === before.length && next.every((row, place) => row === before[place]) ? before : next;
}
