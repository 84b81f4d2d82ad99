/** Rows `from` (included) to `to` (excluded) stand on a page. */
export type PageRows = { readonly from: number; readonly to: number };

/** Heights in points. */
export type Room = {
  /** For rows on the first page, and on each later one (its repeated head and carried total already taken off). */
  readonly first: number;
  readonly next: number;
  /** The line with the carried total, below the rows of every page that isn't the last. */
  readonly carry: number;
  /** What must stand right below the last row on the same page. */
  readonly tail: number;
};

/**
 * Spreads rows over pages. Every row stands on exactly one page, in order; the tail never stands alone while a page has two rows to give
 * it one of. A row higher than a page gets a page of its own.
 */
export function paginate(heights: readonly number[], room: Room): PageRows[] {
  const pages: PageRows[] = [];
  let [from, used] = [0, 0];
  const turn = (to: number) => {
    pages.push({ from, to });
    [from, used] = [to, 0];
  };
  const available = () => (pages.length === 0 ? room.first : room.next);
  for (const [row, height] of heights.entries()) {
    const fits = (below: number) => used + height + below <= available();
    const isLast = row === heights.length - 1;
    // A page is only left without rows when it is the first and the next is higher.
    if (row > from ? !fits(isLast ? room.tail : room.carry) : pages.length === 0 && room.next > room.first && !fits(room.carry)) turn(row);
    used += height;
  }
  const count = heights.length;
  if (used + room.tail > available() && (count > from || pages.length === 0)) turn(count);
  pages.push({ from, to: count });
  return pages;
}
