import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';

/** What a table needs to know of a column to decide whether there is room for it. */
type Track = {
  readonly width?: string;
  readonly phone?: string;
  readonly isSpare?: boolean;
  readonly isOptional?: boolean;
};
export type ListLayout<C> = { readonly isCards: boolean; readonly columns: readonly C[] };

/** CSS grid tracks of a row: the box that selects it, where there are boxes, and the columns. */
export const tracksOf = (columns: readonly Track[], hasBoxes: boolean): string[] => [
  ...(hasBoxes ? ['2.5rem'] : []),
  ...columns.map(({ width = 'minmax(6rem, 1fr)' }) => width),
];
/** In rem, as in `DataTable.module.css`. */
const [GAP, PADDING] = [1, 2];

/** The least a CSS grid track takes, in rem: `minmax(9rem, 2fr)` → 9. */
export const leastOf = (track: string): number => Number(/([\d.]+)rem/.exec(track)?.[1] ?? 0);

/**
 * A table of all columns where they fit into so many rem; else without as many of the spare ones as need be; else cards. So nothing is ever beyond
 * the edge, whatever the window, the zoom or the size of letters.
 */
export function layoutFor<C extends Track>(columns: readonly C[], room: number, hasBoxes: boolean): ListLayout<C> {
  const fits = (some: readonly C[]) => {
    const tracks = tracksOf(some, hasBoxes);
    return tracks.reduce((sum, track) => sum + leastOf(track), PADDING + GAP * (tracks.length - 1)) <= room;
  };
  if (fits(columns)) return { isCards: false, columns };
  // One spare column after the other, the last first; those that somebody chose in addition before those that come by themselves.
  const isSpare = ({ phone, isSpare: said = phone === 'hidden', isOptional = false }: C) => said || isOptional;
  const inTurn = [...columns.filter(({ isOptional }) => !isOptional), ...columns.filter(({ isOptional }) => isOptional)].filter(isSpare);
  for (let kept = inTurn.length - 1; kept >= 0; kept -= 1) {
    const left = new Set(inTurn.slice(0, kept));
    const fewer = columns.filter((column) => !isSpare(column) || left.has(column));
    if (fits(fewer)) return { isCards: false, columns: fewer };
  }
  return { isCards: true, columns };
}

/** A list is opened where the last one stood. */
let lastRoom = Number.POSITIVE_INFINITY;

/** The layout that fits into the element it is measured by; on paper all columns stand. */
export function useListLayout<C extends Track>(
  columns: readonly C[],
  { hasBoxes, isPrinting }: { readonly hasBoxes: boolean; readonly isPrinting: boolean },
): ListLayout<C> & { readonly frame: RefObject<HTMLDivElement | null> } {
  const frame = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(lastRoom);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const measure = () => {
      if (element.clientWidth === 0) return;
      lastRoom = element.clientWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setRoom(lastRoom);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const layout = useMemo(
    () => layoutFor(columns, isPrinting ? Number.POSITIVE_INFINITY : room, hasBoxes),
    [columns, room, hasBoxes, isPrinting],
  );
  return { ...layout, frame };
}
