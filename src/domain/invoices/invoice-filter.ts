import { lacksRate } from '#domain/exchange/document-exchange.ts';
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
import { claimState, isAwaitingPayment, isOpenDraft, isOverdue } from './invoice-state.ts';
import type { Invoice } from './invoice.ts';
import { listDate, supplyDate } from './list-date.ts';

/** What people look for; each is a state of the document, of its payment, or both. */
export const INVOICE_STATES = [
  'draft',
  'open',
  'overdue',
  'partially_paid',
  'paid',
  'overpaid',
  'refund_due',
  'cancelled',
  'cancellation',
  'correction',
] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

/** The columns of an invoice list that sort it, beside day and amount. */
export const INVOICE_SORT_COLUMNS = ['number', 'customer', 'due', 'status'] as const;
export type InvoiceSort = ListSort<(typeof INVOICE_SORT_COLUMNS)[number]>;
export const INVOICE_SORTS: readonly InvoiceSort[] = sortsBy(INVOICE_SORT_COLUMNS);

/** What an invoice list shows. `null` and `''` mean "any"; days and amounts are inclusive; days compare the day of issue, of a draft the day it was made. */
export type InvoiceFilter = AmountRange & {
  readonly sort: InvoiceSort;
  readonly state: InvoiceState | null;
  readonly delivery: Invoice['delivery'] | null;
  readonly customerId: string | null;
  readonly from: string | null;
  readonly to: string | null;
  /** What a figure of the dashboard or a report was made of. */
  readonly currency: string | null;
  /** The currency of the books: what has no rate in it. */
  readonly unrated: string | null;
  readonly dueFrom: string | null;
  readonly dueTo: string | null;
  /** Days on which VAT counts by supply. */
  readonly pointFrom: string | null;
  readonly pointTo: string | null;
  /** Documents with a number, cancelled ones and cancellations included. */
  readonly isNumbered: boolean;
  readonly text: string;
};

export const EVERY_INVOICE: InvoiceFilter = {
  ...EVERY_AMOUNT,
  sort: 'newest',
  state: null,
  delivery: null,
  customerId: null,
  from: null,
  to: null,
  currency: null,
  unrated: null,
  dueFrom: null,
  dueTo: null,
  pointFrom: null,
  pointTo: null,
  isNumbered: false,
  text: '',
};

/** The order of a list by day or amount; every order is total, as the index's is. */
export function compareInvoices(a: Invoice, b: Invoice, sort: InvoiceSort): number {
  const sign = sort === 'oldest' || sort === 'lowest' ? 1 : -1;
  const isByAmount = sort === 'highest' || sort === 'lowest';
  const [first, second] = isByAmount ? [a.gross_total, b.gross_total] : [listDate(a), listDate(b)];
  if (first !== second) return first < second ? -sign : sign;
  return a.id < b.id ? -sign : sign;
}

/** Whether an invoice is in a state; `today` is the day in the company's timezone. */
export function isInState(invoice: Invoice, state: InvoiceState, today: string): boolean {
  switch (state) {
    case 'draft':
      return isOpenDraft(invoice);
    case 'open':
      return isAwaitingPayment(invoice);
    case 'overdue':
      return isOverdue(invoice, today);
    case 'cancelled':
      return invoice.status === 'cancelled';
    case 'cancellation':
    case 'correction':
      return invoice.document_type === state;
    default:
      return claimState(invoice) === state;
  }
}

type Viewer = {
  readonly today: string;
  /** Whether the text finds the invoice, see `textFinder`. */
  readonly finds: (invoice: Invoice) => boolean;
};

/** Whether an invoice passes the filter. */
export function passesInvoiceFilter(invoice: Invoice, filter: InvoiceFilter, viewer: Viewer): boolean {
  if (filter.state !== null && !isInState(invoice, filter.state, viewer.today)) return false;
  if (filter.delivery !== null && (invoice.delivery !== filter.delivery || invoice.number === null)) return false;
  if (filter.customerId !== null && invoice.customer_id !== filter.customerId) return false;
  const day = listDate(invoice);
  if (filter.from !== null && day < filter.from) return false;
  if (filter.to !== null && day > filter.to) return false;
  return isInAmountRange(invoice.gross_total, filter) && isBehind(invoice, filter) && viewer.finds(invoice);
}

function isBehind(invoice: Invoice, { currency, unrated, dueFrom, dueTo, pointFrom, pointTo, isNumbered }: InvoiceFilter): boolean {
  const due = invoice.due_date ?? listDate(invoice);
  const point = supplyDate(invoice);
  return (
    (currency === null || invoice.currency === currency) &&
    (unrated === null || lacksRate(invoice, unrated)) &&
    (dueFrom === null || due >= dueFrom) &&
    (dueTo === null || due <= dueTo) &&
    (pointFrom === null || point >= pointFrom) &&
    (pointTo === null || point <= pointTo) &&
    (!isNumbered || !isOpenDraft(invoice))
  );
}

/** How many filters narrow the list, without sorting, text and state, which have their own controls. */
export const activeInvoiceFilterCount = (filter: InvoiceFilter): number =>
  [filter.delivery, filter.customerId, filter.from ?? filter.to, hasAmountRange(filter) || null].filter((value) => value !== null).length;

/** Whether it shows what lies behind a figure: conditions that no control of the list sets, so that it has to name them. */
export const isInvoiceListBehindFigure = ({ currency, unrated, dueFrom, dueTo, pointFrom, pointTo, isNumbered }: InvoiceFilter): boolean =>
  isNumbered || [currency, unrated, dueFrom, dueTo, pointFrom, pointTo].some((value) => value !== null);

export const isInvoiceListNarrowed = (filter: InvoiceFilter): boolean =>
  activeInvoiceFilterCount(filter) > 0 || isInvoiceListBehindFigure(filter) || filter.state !== null || filter.text.trim() !== '';

const NAMES = {
  state: 'status',
  delivery: 'delivery',
  customerId: 'customer',
  from: 'from',
  to: 'to',
  currency: 'currency',
  unrated: 'unrated',
  dueFrom: 'due_from',
  dueTo: 'due_to',
  pointFrom: 'tax_from',
  pointTo: 'tax_to',
  text: 'q',
} as const;

/** The filter as an address carries it, so that a link or the back button shows the same list. */
export function invoiceFilterToParams(filter: InvoiceFilter): Record<string, string> {
  const params = { ...amountRangeToParams(filter), ...textParams(filter, NAMES) };
  if (filter.isNumbered) params['numbered'] = '1';
  if (filter.sort !== 'newest') params['sort'] = filter.sort;
  return params;
}

/** Reads what {@link invoiceFilterToParams} wrote; anything unknown counts as not given. */
export function invoiceFilterFromParams(params: Params): InvoiceFilter {
  const day = (name: string) => dayParam(params, name);
  return {
    ...amountRangeFromParams(params),
    sort: INVOICE_SORTS.find((sort) => sort === params.get('sort')) ?? 'newest',
    state: INVOICE_STATES.find((state) => state === params.get('status')) ?? null,
    delivery: (['sent', 'not_sent'] as const).find((delivery) => delivery === params.get('delivery')) ?? null,
    customerId: params.get('customer'),
    from: day('from'),
    to: day('to'),
    currency: params.get('currency'),
    unrated: params.get('unrated'),
    dueFrom: day('due_from'),
    dueTo: day('due_to'),
    pointFrom: day('tax_from'),
    pointTo: day('tax_to'),
    isNumbered: params.get('numbered') === '1',
    text: params.get('q') ?? '',
  };
}
