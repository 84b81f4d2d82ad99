import { bookingDay } from '#domain/bookings/booking.ts';
import { lacksRate } from '#domain/exchange/document-exchange.ts';
import { amountToken } from '#domain/search/search-text.ts';
import { hasWord, searchWords } from '#domain/search/search-words.ts';
import { foldText } from '#domain/shared/fold-text.ts';
import {
  type AmountRange,
  amountRangeFromParams,
  amountRangeToParams,
  EVERY_AMOUNT,
  hasAmountRange,
  isInAmountRange,
} from '#domain/shared/amount-range.ts';
import { dayParam, type Params, textParams } from '#domain/shared/filter-params.ts';
import { type ListSort, sortsBy } from '#domain/shared/list-sort.ts';
import { PAYMENT_METHODS, type Payment, type PaymentMethod } from './payment.ts';

/** The columns of a payment list that sort it, beside day and amount. Every payment has the same state. */
export const PAYMENT_SORT_COLUMNS = ['invoice', 'customer', 'method'] as const;
export type PaymentSort = ListSort<(typeof PAYMENT_SORT_COLUMNS)[number]>;
export const PAYMENT_SORTS: readonly PaymentSort[] = sortsBy(PAYMENT_SORT_COLUMNS);

/** What a payment list shows. `null` and `''` mean "any"; days and amounts are inclusive. */
export type PaymentFilter = AmountRange & {
  readonly sort: PaymentSort;
  readonly method: PaymentMethod | null;
  readonly from: string | null;
  readonly to: string | null;
  /** What a figure of the dashboard or a report was made of. */
  readonly currency: string | null;
  /** The currency of the books: what has no rate in it. */
  readonly unrated: string | null;
  readonly text: string;
};

export const EVERY_PAYMENT: PaymentFilter = {
  ...EVERY_AMOUNT,
  sort: 'newest',
  method: null,
  from: null,
  to: null,
  currency: null,
  unrated: null,
  text: '',
};

/** Whether a payment passes the filter; `invoiceText` is what its invoice is known by: number and customer. */
export function passesPaymentFilter(payment: Payment, filter: PaymentFilter, invoiceText: (invoiceId: string) => string): boolean {
  if (filter.method !== null && payment.method !== filter.method) return false;
  if (filter.from !== null && bookingDay(payment.payment_date, payment.booked_on) < filter.from) return false;
  if (filter.to !== null && bookingDay(payment.payment_date, payment.booked_on) > filter.to) return false;
  if (filter.currency !== null && payment.currency !== filter.currency) return false;
  if (filter.unrated !== null && !lacksRate(payment, filter.unrated)) return false;
  if (!isInAmountRange(payment.amount, filter)) return false;
  const words = searchWords(filter.text);
  if (words.length === 0) return true;
  const searched = foldText(`${payment.reference} ${payment.notes} ${invoiceText(payment.invoice_id)} ${amountToken(payment.amount)}`);
  return words.every((word) => hasWord(searched, word));
}

/** How many filters narrow the list, without sorting and text, which have their own controls. */
export const activePaymentFilterCount = (filter: PaymentFilter): number =>
  [filter.method, filter.from ?? filter.to, hasAmountRange(filter) || null].filter((value) => value !== null).length;

export const isPaymentListNarrowed = (filter: PaymentFilter): boolean =>
  activePaymentFilterCount(filter) > 0 || filter.currency !== null || filter.unrated !== null || filter.text.trim() !== '';

const NAMES = { method: 'method', from: 'from', to: 'to', currency: 'currency', unrated: 'unrated', text: 'q' } as const;

/** The filter as an address carries it, so that a link or the back button shows the same list. */
export function paymentFilterToParams(filter: PaymentFilter): Record<string, string> {
  const params = { ...amountRangeToParams(filter), ...textParams(filter, NAMES) };
  if (filter.sort !== 'newest') params['sort'] = filter.sort;
  return params;
}

/** Reads what {@link paymentFilterToParams} wrote; anything unknown counts as not given. */
export function paymentFilterFromParams(params: Params): PaymentFilter {
  return {
    ...amountRangeFromParams(params),
    sort: PAYMENT_SORTS.find((sort) => sort === params.get('sort')) ?? 'newest',
    method: PAYMENT_METHODS.find((method) => method === params.get('method')) ?? null,
    from: dayParam(params, 'from'),
    to: dayParam(params, 'to'),
    currency: params.get('currency'),
    unrated: params.get('unrated'),
    text: params.get('q') ?? '',
  };
}
