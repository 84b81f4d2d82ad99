import { dividedRounded } from '#domain/money/decimal.ts';
import type { Books } from './books.ts';

/** A figure beside the same of an earlier period. */
export type FigureChange = {
  readonly difference: bigint;
  /** Whole percent of what it was; null where that says nothing: of nothing, of a loss, across zero, too little or too much to be read. */
  readonly percent: number | null;
};

const MOST = 999n;

export function changeOf(now: bigint, before: bigint): FigureChange {
  const difference = now - before;
  if (before <= 0n || now < 0n) return { difference, percent: null };
  const percent = dividedRounded(difference * 100n, before);
  const isReadable = percent !== 0n && percent <= MOST;
  return { difference, percent: isReadable ? Number(percent) : null };
}

/** Whether anything was booked in these months. Without it there is nothing to compare with. */
export const hasFigures = (books: Books, months: readonly string[]): boolean =>
  months.some((month) => [books.invoices, books.payments, books.expenses].some((sums) => (sums.get(month)?.size ?? 0) > 0));
