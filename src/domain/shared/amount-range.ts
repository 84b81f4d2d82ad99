import type { Params } from './filter-params.ts';

/** From what amount to what amount a list shows, both inclusive and signed as they stand in the list; `null`: any. */
export type AmountRange = { readonly amountFrom: number | null; readonly amountTo: number | null };
export const EVERY_AMOUNT: AmountRange = { amountFrom: null, amountTo: null };

export const isInAmountRange = (amount: number, { amountFrom, amountTo }: AmountRange): boolean =>
  (amountFrom === null || amount >= amountFrom) && (amountTo === null || amount <= amountTo);

export const hasAmountRange = ({ amountFrom, amountTo }: AmountRange): boolean => amountFrom !== null || amountTo !== null;

/** As an address carries it. */
export const amountRangeToParams = ({ amountFrom, amountTo }: AmountRange): Record<string, string> => ({
  ...(amountFrom !== null && { amount_from: String(amountFrom) }),
  ...(amountTo !== null && { amount_to: String(amountTo) }),
});

/** Reads what {@link amountRangeToParams} wrote; what is no plain number counts as not given. */
export function amountRangeFromParams(params: Params): AmountRange {
  const amount = (name: string) => (/^-?\d{1,12}(\.\d{1,4})?$/.test(params.get(name) ?? '') ? Number(params.get(name)) : null);
  return { amountFrom: amount('amount_from'), amountTo: amount('amount_to') };
}
