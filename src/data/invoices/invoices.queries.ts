import type { MangoQuerySelector } from 'rxdb';
import { combineLatest, map, type Observable, of, switchMap } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { watchDirectory } from '#data/core/directory.ts';
import { type Matches, watchMatches } from '#data/core/matches.ts';
import { type PageSort, watchPage } from '#data/core/pages.ts';
import {
  type InvoiceFilter,
  type InvoiceSort,
  isInvoiceListBehindFigure,
  listDate,
  passesInvoiceFilter,
} from '#domain/invoices/invoice-filter.ts';
import type { Invoice, InvoiceStatus } from '#domain/invoices/invoice.ts';

/** Stored beside the record because a nullable field can't be in an index; see the collection. */
type Indexed = Invoice & { readonly list_date: string; readonly customer_key: string };

const SORTS = {
  newest: { field: 'list_date', direction: 'desc' },
  oldest: { field: 'list_date', direction: 'asc' },
} as const satisfies Record<InvoiceSort, PageSort<Indexed>>;

export function watchInvoice(db: CompanyDatabase, id: string): Observable<Invoice | null> {
  return db.collections.invoices.findOne(id).$.pipe(map((document) => document?.toMutableJSON() ?? null));
}

type List = { readonly filter: InvoiceFilter; readonly limit: number; /** The day in the company's timezone. */ readonly today: string };

/** The first `limit` invoices of a list. What an index answers is asked of the index; the rest is looked at row by row until enough are found. */
export function watchInvoices(db: CompanyDatabase, { filter, limit, today }: List): Observable<Matches<Invoice>> {
  const sort = SORTS[filter.sort] as unknown as PageSort<Invoice>;
  const isPlain = filter.delivery === null && filter.text.trim() === '' && !isInvoiceListBehindFigure(filter);
  if (isPlain && filter.customerId === null && filter.state === 'draft') return watchDrafts(db, filter, limit);
  if (isPlain && isAnsweredByIndex(filter)) {
    return watchPage(db.collections.invoices, { selector: indexedPart(filter), sort, limit: limit + 1 }).pipe(
      map((rows) => ({ rows: rows.slice(0, limit), hasMore: rows.length > limit, isSearching: false })),
    );
  }
  const names: Observable<(id: string) => string> =
    filter.text.trim() === ''
      ? of(() => '')
      : watchDirectory(db.collections.customers).pipe(map((customers) => (id: string) => customers.byId.get(id)?.name ?? ''));
  return names.pipe(
    switchMap((customerName) =>
      watchMatches(db.collections.invoices, {
        selector: indexedPart(filter),
        sort,
        limit,
        matches: (invoice) => passesInvoiceFilter(invoice, filter, { today, customerName }),
      }),
    ),
  );
}

const isAnsweredByIndex = ({ state, customerId }: InvoiceFilter): boolean =>
  state === null || (state === 'cancelled' && customerId === null);

function indexedPart({ state, customerId, from, to }: InvoiceFilter): MangoQuerySelector<Invoice> {
  const range = { ...(from ? { $gte: from } : {}), ...(to ? { $lte: to } : {}) };
  const status = state === null || state === 'cancellation' || state === 'draft' ? null : state === 'cancelled' ? 'cancelled' : 'issued';
  return {
    ...(customerId !== null ? { customer_key: customerId } : status !== null ? { status } : {}),
    ...(from || to ? { list_date: range } : {}),
  } as MangoQuerySelector<Invoice>;
}

/** A draft and one that waits to be issued are both work in hand; there are few of them. */
function watchDrafts(db: CompanyDatabase, filter: InvoiceFilter, limit: number): Observable<Matches<Invoice>> {
  const sort = SORTS[filter.sort] as unknown as PageSort<Invoice>;
  const page = (status: InvoiceStatus) =>
    watchPage(db.collections.invoices, { selector: { ...indexedPart({ ...filter, state: null }), status }, sort, limit: limit + 1 });
  return combineLatest([page('draft'), page('ready_to_issue')]).pipe(
    map((pages) => {
      const order = filter.sort === 'newest' ? -1 : 1;
      const key = (invoice: Invoice) => `${listDate(invoice)} ${invoice.id}`;
      const rows = pages.flat().sort((a, b) => (key(a) < key(b) ? -order : order));
      return { rows: rows.slice(0, limit), hasMore: rows.length > limit, isSearching: false };
    }),
  );
}
