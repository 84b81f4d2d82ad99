import type { Selector } from '#data/core/mango-query.ts';
import { combineLatest, distinctUntilChanged, map, type Observable, of, startWith, switchMap } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { watchDirectory } from '#data/directory/directory.ts';
import { type Matches, watchMatches } from '#data/core/matches.ts';
import type { GroupedOrder } from '#data/core/grouped-order.ts';
import { watchPage } from '#data/core/pages.ts';
import { watchRecord } from '#data/core/watch-record.ts';
import { watchLeftMail, withLeftMail } from '#data/mail-queue/left-mails.ts';
import { foundOrder, watchFound } from '#data/search/found-in-list.ts';
import type { CorrectionSources } from '#domain/invoices/correction-problems.ts';
import { textFinder } from '#domain/search/search-index.ts';
import {
  compareInvoices,
  EVERY_INVOICE,
  type InvoiceFilter,
  type InvoiceState,
  isInvoiceListBehindFigure,
  passesInvoiceFilter,
} from '#domain/invoices/invoice-filter.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { hasAmountRange } from '#domain/shared/amount-range.ts';
import { indexedListSort, indexedInvoiceSort, isByAmount, NEWEST_INVOICES, watchInvoiceOrder } from './invoice-order.ts';
import { watchWithLocalBalances } from './local-balances.ts';

export function watchInvoice(db: CompanyDatabase, id: string): Observable<Invoice | null> {
  const stored$ = watchRecord(db.collections.invoices, id);
  // The record is drawn at once; that a mail of it has just left is known a moment later.
  const left$ = watchLeftMail(db, id).pipe(startWith(undefined), distinctUntilChanged());
  return combineLatest([stored$, left$]).pipe(
    switchMap(([invoice, left]) => (invoice && left ? withLeftMail(db, invoice, left) : of(invoice))),
  );
}

/** An invoice with what was issued to correct it, oldest first. */
export function watchCorrected(db: CompanyDatabase, id: string): Observable<CorrectionSources> {
  return watchInvoice(db, id).pipe(
    switchMap((original) => {
      const ids = (original?.corrections ?? []).map((correction) => correction.id);
      if (ids.length === 0) return of({ original, corrections: [] });
      return combineLatest(ids.map((each) => watchInvoice(db, each))).pipe(
        map((found) => ({ original, corrections: found.filter((each) => each !== null) })),
      );
    }),
  );
}

type List = { readonly filter: InvoiceFilter; readonly limit: number; /** The day in the company's timezone. */ readonly today: string };

/** The first `limit` invoices of a list. What an index answers is asked of the index; the rest is looked at row by row until enough are found. */
export function watchInvoices(db: CompanyDatabase, { filter, limit, today }: List): Observable<Matches<Invoice>> {
  const order$ = indexedInvoiceSort(filter) ? of(null) : watchInvoiceOrder(db, filter.sort);
  return combineLatest([order$, watchNames(db, filter)]).pipe(
    switchMap(([order, customerName]) => {
      const compare = order?.compare ?? ((a: Invoice, b: Invoice) => compareInvoices(a, b, indexedListSort(filter)));
      const finds = textFinder('invoices', filter.text, customerName);
      const passes = (invoice: Invoice) => passesInvoiceFilter(invoice, filter, { today, finds });
      return watchWithLocalBalances(db, (count) => watchStored(db, { filter, limit: count, today, passes, order }), {
        limit,
        passes,
        compare,
      });
    }),
  );
}

/** The few invoices that are longest overdue. */
export const watchOverdue = (db: CompanyDatabase, today: string): Observable<Invoice[]> =>
  watchInvoices(db, { filter: { ...EVERY_INVOICE, state: 'overdue', sort: 'oldest' }, limit: 3, today }).pipe(map(({ rows }) => rows));

/** What a list of this filter is looked for in, and what passes; live, as customers are called. */
export function watchInvoiceSearch(db: CompanyDatabase, { filter, today }: Omit<List, 'limit'>) {
  return watchNames(db, filter).pipe(
    map((customerName) => {
      const finds = textFinder('invoices', filter.text, customerName);
      return {
        selector: selectorOf({ ...filter, sort: 'newest' }),
        sort: NEWEST_INVOICES,
        matches: (invoice: Invoice) => passesInvoiceFilter(invoice, filter, { today, finds }),
      };
    }),
  );
}

/** The customers' names, which the search for a text looks at. */
function watchNames(db: CompanyDatabase, filter: InvoiceFilter): Observable<(id: string) => string> {
  if (filter.text.trim() === '') return of(() => '');
  return watchDirectory(db.collections.customers).pipe(map((customers) => (id: string) => customers.byId.get(id)?.name ?? ''));
}

type Search = List & { readonly passes: (invoice: Invoice) => boolean; readonly order: GroupedOrder<Invoice> | null };

function watchStored(db: CompanyDatabase, { filter, limit, today, passes, order }: Search): Observable<Matches<Invoice>> {
  const hasText = filter.text.trim() !== '';
  const sort = indexedInvoiceSort(filter) ?? NEWEST_INVOICES;
  const indexed = partsOf(filter, today);
  if (indexed) return watchParts(db, indexed, { filter, limit });
  const parts = order
    ? async () => (await order.parts()).map((part) => ({ ...part, selector: { ...rangeOf(filter), ...part.selector } }))
    : [{ selector: selectorOf(filter), sort }];
  const byRow = watchMatches(db.collections.invoices, { parts, limit, matches: passes });
  if (!hasText) return byRow;
  return watchFound(db, 'invoices', { text: filter.text, limit, passes, byRow, ...foundOrder(order, sort) });
}

/** Whether indexes have the rows in their order: they are read at once, and not looked for. */
export const isInvoiceListReadAtOnce = (filter: InvoiceFilter): boolean => partsOf(filter, '') !== null;

const isPlain = (filter: InvoiceFilter): boolean =>
  indexedInvoiceSort(filter) !== null &&
  filter.delivery === null &&
  filter.customerId === null &&
  filter.text.trim() === '' &&
  !hasAmountRange(filter) &&
  !isInvoiceListBehindFigure(filter);

/** Which values of an indexed field make up the list, one page each; null when no index answers it. By amount, only the whole list has one. */
function partsOf(filter: InvoiceFilter, today: string): Selector<Invoice>[] | null {
  const { state } = filter;
  if (!isPlain(filter)) return null;
  if (state === null) return [{}];
  if (isByAmount(filter)) return null;
  if (state === 'draft') return [{ status: 'draft' }, { status: 'ready_to_issue' }];
  if (state === 'cancelled') return [{ status: 'cancelled' }];
  if (state === 'cancellation' || state === 'correction') return null;
  if (state !== 'open' && state !== 'overdue') return [claim(state)];
  const due = state === 'overdue' ? { due_date: { $lt: today } } : {};
  return [claim('unpaid'), claim('partially_paid')].map((part) => ({ ...part, ...due }) as Selector<Invoice>);
}

const claim = (state: Invoice['payment_status'] | 'refund_due') => ({ claim_key: state }) as Selector<Invoice>;

function watchParts(db: CompanyDatabase, parts: Selector<Invoice>[], { filter, limit }: Omit<List, 'today'>): Observable<Matches<Invoice>> {
  const page = (part: Selector<Invoice>) =>
    watchPage(db.collections.invoices, {
      selector: { ...part, ...rangeOf(filter) },
      sort: indexedInvoiceSort(filter) ?? NEWEST_INVOICES,
      limit: limit + 1,
    });
  return combineLatest(parts.map(page)).pipe(
    map((pages) => {
      const rows = pages.length === 1 ? pages.flat() : pages.flat().sort((a, b) => compareInvoices(a, b, indexedListSort(filter)));
      return { rows: rows.slice(0, limit), hasMore: rows.length > limit, isSearching: false };
    }),
  );
}

/** States whose documents have more than one status. */
const ANY_STATUS: readonly InvoiceState[] = ['cancellation', 'correction', 'draft', 'refund_due'];

/** What an index can narrow before rows are looked at. */
function selectorOf(filter: InvoiceFilter): Selector<Invoice> {
  const { state, customerId } = filter;
  const status = state === null || ANY_STATUS.includes(state) ? null : state === 'cancelled' ? 'cancelled' : 'issued';
  if (customerId !== null) return { customer_key: customerId, ...rangeOf(filter) } as Selector<Invoice>;
  // Anything else would lead the planner away from the index that the amounts are in.
  if (isByAmount(filter)) return amountOf(filter);
  return { ...(status === null ? {} : { status }), ...rangeOf(filter) };
}

function amountOf({ amountFrom, amountTo }: InvoiceFilter): Selector<Invoice> {
  if (amountFrom === null && amountTo === null) return {};
  return { gross_total: { ...(amountFrom === null ? {} : { $gte: amountFrom }), ...(amountTo === null ? {} : { $lte: amountTo }) } };
}

function rangeOf({ from, to }: InvoiceFilter): Selector<Invoice> {
  if (!from && !to) return {};
  return { list_date: { ...(from ? { $gte: from } : {}), ...(to ? { $lte: to } : {}) } } as Selector<Invoice>;
}
