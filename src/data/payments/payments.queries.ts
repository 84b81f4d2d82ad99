import type { Selector } from '#data/core/mango-query.ts';
import { map, type Observable, of, switchMap } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { type Directory, watchDirectory } from '#data/directory/directory.ts';
import { keptPer } from '#data/core/at-hand.ts';
import { type Matches, watchMatches } from '#data/core/matches.ts';
import { orderByState } from '#data/core/grouped-order.ts';
import { type PageSort, watchPage } from '#data/core/pages.ts';
import { readStored } from '#data/core/stored.ts';
import { watchInvoiceOrder } from '#data/invoices/invoice-order.ts';
import { watchInvoices } from '#data/invoices/invoices.queries.ts';
import type { Customer } from '#domain/customers/customer.ts';
import { EVERY_INVOICE } from '#domain/invoices/invoice-filter.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { type PaymentFilter, passesPaymentFilter } from '#domain/payments/payment-filter.ts';
import { type OpenDouble, openDoubles } from '#domain/payments/payment-state.ts';
import { PAYMENT_METHODS, type Payment, type PaymentMethod } from '#domain/payments/payment.ts';
import { numberKey } from '#domain/numbering/number-key.ts';
import { foldText } from '#domain/shared/fold-text.ts';
import { bookingDay } from '#domain/bookings/booking.ts';
import { hasAmountRange } from '#domain/shared/amount-range.ts';
import { columnSortOf, listSortOf } from '#domain/shared/list-sort.ts';
import { watchByInvoice } from './payments-by-invoice.ts';

/** A payment with the invoice it is for; null when this device does not have that invoice. */
export type JoinedPayment = { readonly payment: Payment; readonly invoice: Invoice | null };

/** `booking_day` stands beside the record; see the collection. */
const FIELDS = { date: 'booking_day', amount: 'amount' } as const;
const NEWEST = { field: 'booking_day', direction: 'desc' } as unknown as PageSort<Payment>;
const dayOf = (payment: Payment) => bookingDay(payment.payment_date, payment.booked_on);

/** The order by a field that has an index; null where the ways to pay make groups, or their invoices an order. Of one of them, they are not sorted by. */
function indexedSort({ sort, method }: PaymentFilter): PageSort<Payment> | null {
  const { key, direction } = columnSortOf(sort);
  if (key === 'method') return method === null ? null : NEWEST;
  if (key === 'invoice' || key === 'customer') return null;
  return { field: FIELDS[key], direction } as PageSort<Payment>;
}

const orderByMethod = (direction: 'asc' | 'desc') =>
  orderByState<Payment, PaymentMethod>(
    { day: 'booking_day', dayOf },
    { states: PAYMENT_METHODS, direction, stateOf: (payment) => payment.method, selectorOf: (method) => ({ method }) },
  );

/** All payments of an invoice, latest first. Balances come from these, never from a stored total: they are right before any sync. */
export function watchPaymentsOf(db: CompanyDatabase, invoiceId: string): Observable<Payment[]> {
  const query = db.collections.payments.find({ selector: { invoice_id: invoiceId }, sort: [{ payment_date: 'desc' }, { id: 'desc' }] });
  return query.$.pipe(map((documents) => documents.map((document) => document.toMutableJSON())));
}

/** Doubles looked for among so many of the newest: one made by two devices is from the last days. */
const LOOKED_AT = 100;

/** What may be recorded twice among the newest payments. */
export function watchOpenDoubles(db: CompanyDatabase): Observable<OpenDouble[]> {
  return watchPage(db.collections.payments, { selector: {}, sort: NEWEST, limit: LOOKED_AT }).pipe(map(openDoubles));
}

/** The same, at hand for the next page. */
export const keptOpenDoubles = keptPer(watchOpenDoubles);

/** The first `limit` payments of a list, each joined with its invoice. */
export function watchPayments(db: CompanyDatabase, list: { filter: PaymentFilter; limit: number }): Observable<Matches<JoinedPayment>> {
  return watchUnjoined(db, list).pipe(switchMap((found) => joined(db, found.rows).pipe(map((rows) => ({ ...found, rows })))));
}

function watchUnjoined(db: CompanyDatabase, { filter, limit }: { filter: PaymentFilter; limit: number }): Observable<Matches<Payment>> {
  const sort = indexedSort(filter);
  if (sort && isPaymentListReadAtOnce(filter)) {
    return watchPage(db.collections.payments, { selector: indexedPart(filter), sort, limit: limit + 1 }).pipe(
      map((rows) => ({ rows: rows.slice(0, limit), hasMore: rows.length > limit, isSearching: false })),
    );
  }
  return watchDirectory(db.collections.customers).pipe(switchMap((customers) => watchFound(db, { filter, limit, customers })));
}

type Search = { filter: PaymentFilter; limit: number; customers: Directory<Customer> };

function watchFound(db: CompanyDatabase, { filter, limit, customers }: Search): Observable<Matches<Payment>> {
  const { lookUp, matches } = searchOf(db, filter, customers);
  const { key, direction } = columnSortOf(filter.sort);
  if (key === 'invoice' || key === 'customer') {
    const placeOf = key === 'invoice' ? placeByNumber : placesByCustomer(customers);
    const list = {
      direction,
      selector: indexedPart(filter),
      newest: NEWEST,
      limit,
      lookUp,
      matches,
      placeOf,
      isByCustomer: key === 'customer',
    };
    return watchInvoiceOrder(db, listSortOf({ key: key === 'invoice' ? 'number' : 'customer', direction })).pipe(
      switchMap((order) => watchByInvoice(db, { ...list, invoices: isLookedThrough(filter) ? null : order })),
    );
  }
  const sort = indexedSort(filter);
  const order = sort ? null : orderByMethod(direction);
  const parts = order
    ? async () => (await order.parts()).map((part) => ({ ...part, selector: { ...rangeOf(filter), ...part.selector } }))
    : [{ selector: indexedPart(filter), sort: sort ?? NEWEST }];
  return watchMatches(db.collections.payments, { parts, limit, lookUp, matches });
}

/** What no index narrows: few may pass of many. */
const isLookedThrough = ({ currency, unrated, text }: PaymentFilter): boolean =>
  currency !== null || unrated !== null || text.trim() !== '';

/** Whether an index has the rows in their order: they are read at once, and not looked for. */
export const isPaymentListReadAtOnce = (filter: PaymentFilter): boolean => indexedSort(filter) !== null && !isLookedThrough(filter);

const placeByNumber = ({ number }: Invoice) => (number === null ? null : { isKnown: true, word: numberKey(number) });

/** As invoices are sorted: by what customers are called now. Of one that is not known here stands in the invoice what it was called. */
function placesByCustomer({ entries }: Directory<Customer>) {
  const places = new Map(entries.map(({ record }, place) => [record.id, { isKnown: true, word: String(place).padStart(PLACES, '0') }]));
  return ({ customer_id: id, buyer }: Invoice) =>
    places.get(id ?? '') ?? (buyer === null ? null : { isKnown: false, word: foldText(buyer.name) });
}
const PLACES = 8;

/** What a list of this filter is looked for in, and what passes; live, as customers are called. */
export function watchPaymentSearch(db: CompanyDatabase, filter: PaymentFilter) {
  return watchDirectory(db.collections.customers).pipe(
    map((customers) => ({ selector: indexedPart(filter), sort: NEWEST, ...searchOf(db, filter, customers) })),
  );
}

function searchOf(db: CompanyDatabase, filter: PaymentFilter, customers: Directory<Customer>) {
  const texts = new Map<string, string>();
  const lookUp = async (chunk: readonly Payment[]) => {
    if (filter.text.trim() === '') return;
    const unknown = [...new Set(chunk.map((payment) => payment.invoice_id))].filter((id) => !texts.has(id));
    for (const [id, invoice] of await readStored(db, 'invoices', unknown)) texts.set(id, invoiceText(invoice, customers));
  };
  const matches = (payment: Payment) => passesPaymentFilter(payment, filter, (invoiceId) => texts.get(invoiceId) ?? '');
  return { lookUp, matches };
}

const invoiceText = (invoice: Invoice, customers: Directory<Customer>) =>
  [invoice.number, customers.byId.get(invoice.customer_id ?? '')?.name ?? invoice.buyer?.name].filter(Boolean).join(' ');

function joined(db: CompanyDatabase, payments: Payment[]): Observable<JoinedPayment[]> {
  const ids = [...new Set(payments.map((payment) => payment.invoice_id))];
  if (ids.length === 0) return of([]);
  return db.collections.invoices
    .findByIds(ids)
    .$.pipe(
      map((invoices) =>
        payments.map((payment) => ({ payment, invoice: (invoices.get(payment.invoice_id)?.toMutableJSON() as Invoice) ?? null })),
      ),
    );
}

function indexedPart(filter: PaymentFilter): Selector<Payment> {
  const { method, amountFrom, amountTo } = filter;
  const amount = { ...(amountFrom === null ? {} : { $gte: amountFrom }), ...(amountTo === null ? {} : { $lte: amountTo }) };
  return { ...(method === null ? {} : { method }), ...(hasAmountRange(filter) ? { amount } : {}), ...rangeOf(filter) };
}

function rangeOf(filter: PaymentFilter): Selector<Payment> {
  if (!filter.from && !filter.to) return {};
  return { booking_day: { ...(filter.from ? { $gte: filter.from } : {}), ...(filter.to ? { $lte: filter.to } : {}) } } as Selector<Payment>;
}

/** Issued invoices that still expect money, the longest due first: what a payment is usually for. */
export function watchAwaitingInvoices(
  db: CompanyDatabase,
  { today, limit = 1000 }: { today: string; limit?: number },
): Observable<Invoice[]> {
  return watchInvoices(db, { filter: { ...EVERY_INVOICE, state: 'open', sort: 'oldest' }, limit, today }).pipe(
    map(({ rows }) => rows.toSorted((a, b) => (a.due_date ?? '').localeCompare(b.due_date ?? ''))),
  );
}
