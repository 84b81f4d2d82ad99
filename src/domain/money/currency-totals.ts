import { toMinor } from './money.ts';

export type Amount = { readonly amount: number; readonly currency: string };
/** How many, and what they come to: minor units by currency. */
export type CurrencyTotals = { readonly count: number; readonly sums: ReadonlyMap<string, bigint> };
export const NO_TOTALS: CurrencyTotals = { count: 0, sums: new Map() };

/** The totals with some amounts more. */
export function withAmounts({ count, sums }: CurrencyTotals, amounts: readonly Amount[]): CurrencyTotals {
  const more = new Map(sums);
  for (const { amount, currency } of amounts) more.set(currency, (more.get(currency) ?? 0n) + toMinor(amount, currency));
  return { count: count + amounts.length, sums: more };
}
