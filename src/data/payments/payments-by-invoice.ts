import { asyncScheduler, merge, type Observable, throttleTime } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { GroupedOrder } from '#data/core/grouped-order.ts';
import type { Selector } from '#data/core/mango-query.ts';
import type { Matches, Part } from '#data/core/matches.ts';
import { type PageSort, readPage } from '#data/core/pages.ts';
import { readOneAnew } from '#data/core/read-anew.ts';
import { readStored } from '#data/core/stored.ts';
import { bookingDay } from '#domain/bookings/booking.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import type { Payment } from '#domain/payments/payment.ts';

const CHUNK = 1000;
const LOOK_EVERY_MS = 400;
/** So many are sorted sooner than the invoices are walked along. */
const FEW = 250;
/** Invoices whose payments are asked for at a time. */
const AT_A_TIME = 50;
/** A customer with more invoices is not read whole for the first payments of a list. */
const OF_ONE = 1000;

/** Where an invoice stands in the order: what is `null` comes last in either direction, what has no place there before it, by its words. */
type Place = { readonly isKnown: boolean; readonly word: string } | null;

type Order = {
  readonly direction: 'asc' | 'desc';
  readonly selector: Selector<Payment>;
  /** The order within an invoice or customer. */
  readonly newest: PageSort<Payment>;
  readonly limit: number;
  readonly lookUp: (chunk: readonly Payment[]) => Promise<void>;
  readonly matches: (payment: Payment) => boolean;
  readonly placeOf: (invoice: Invoice) => Place;
  /** The same order as the list of invoices has it, by their indexes; null where too few payments pass for walking along it. */
  readonly invoices: GroupedOrder<Invoice> | null;
  /** Payments of one customer stand together, newest first; else those of one invoice. */
  readonly isByCustomer: boolean;
};

/**
 * Payments in the order of what stands in their invoices, which no index of payments has. The first ones are found by walking along the invoices in
 * their order. Where that is longer than looking at all that pass, each is looked at, a chunk at a time; kept of each is what it is sorted by.
 */
export function watchByInvoice(db: CompanyDatabase, order: Order): Observable<Matches<Payment>> {
  const { payments, invoices } = db.collections;
  const changed$ = merge(payments.$ as Observable<unknown>, invoices.$ as Observable<unknown>).pipe(
    throttleTime(LOOK_EVERY_MS, asyncScheduler, { leading: true, trailing: true }),
  );
  return readOneAnew(changed$, () => firstByInvoice(db, order));
}

const firstByInvoice = async (db: CompanyDatabase, order: Order): Promise<Matches<Payment>> =>
  (await alongInvoices(db, order)) ?? (await sortedAll(db, order));

/** Null where it would be long, or where the list ends among payments whose invoice or customer is not known here. */
async function alongInvoices(db: CompanyDatabase, order: Order): Promise<Matches<Payment> | null> {
  const { invoices, selector, newest: sort, limit, matches } = order;
  if (!invoices || limit > CHUNK) return null;
  if ((await readPage(db.collections.payments, { selector, sort, limit: FEW })).length < FEW) return null;
  const found: Payment[] = [];
  for (const part of await invoices.parts())
    for await (const group of groupsOf(db, part, order)) {
      if (!group) return null;
      found.push(...group.filter(matches).toSorted(newestFirst));
      if (found.length > limit) return { rows: found.slice(0, limit), hasMore: true, isSearching: false };
    }
  return null;
}

/** The payments of a part's invoices, of each invoice or of all; null where the part has to be given up. */
async function* groupsOf(db: CompanyDatabase, part: Part<Invoice>, { placeOf, isByCustomer }: Order): AsyncGenerator<Payment[] | null> {
  const ofPart: Payment[] = [];
  let seen = 0;
  for (let after: Invoice | undefined; ;) {
    const invoices = await readPage(db.collections.invoices, { ...part, limit: AT_A_TIME, ...(after ? { after } : {}) });
    after = invoices.at(-1);
    seen += invoices.length;
    const isGivenUp = invoices.some((invoice) => placeOf(invoice)?.isKnown !== true) || (isByCustomer && seen > OF_ONE);
    if (isGivenUp) return void (yield null);
    const paid = await Promise.all(invoices.map(({ id }) => paymentsOf(db, id)));
    if (isByCustomer) ofPart.push(...paid.flat());
    else yield* paid;
    if (invoices.length < AT_A_TIME) break;
  }
  yield ofPart;
}

const paymentsOf = ({ collections: { payments } }: CompanyDatabase, invoiceId: string): Promise<Payment[]> =>
  readPage(payments, { selector: { invoice_id: invoiceId }, sort: { field: 'payment_date', direction: 'desc' }, limit: CHUNK });

function newestFirst(a: Payment, b: Payment): number {
  const [first, second] = [a, b].map(({ payment_date, booked_on }) => bookingDay(payment_date, booked_on)) as [string, string];
  return first === second ? (a.id < b.id ? 1 : -1) : first < second ? 1 : -1;
}

async function sortedAll(db: CompanyDatabase, { limit, direction, ...order }: Order): Promise<Matches<Payment>> {
  const places = new Map<string, Place>();
  const found: { readonly id: string; readonly place: Place }[] = [];
  for (let after: Payment | undefined; ;) {
    const { selector, newest: sort } = order;
    const chunk = await readPage(db.collections.payments, { selector, sort, limit: CHUNK, ...(after ? { after } : {}) });
    after = chunk.at(-1);
    await order.lookUp(chunk);
    const passing = chunk.filter(order.matches);
    const unknown = [...new Set(passing.map(({ invoice_id }) => invoice_id))].filter((id) => !places.has(id));
    for (const [id, invoice] of await readStored(db, 'invoices', unknown)) places.set(id, order.placeOf(invoice));
    found.push(...passing.map(({ id, invoice_id }) => ({ id, place: places.get(invoice_id) ?? null })));
    if (chunk.length < CHUNK) break;
  }
  const sign = direction === 'asc' ? 1 : -1;
  // What was read is newest first, and stays so where the places are the same.
  found.sort((a, b) => rankOf(a.place) - rankOf(b.place) || sign * byWord(a.place, b.place));
  const shown = found.slice(0, limit).map(({ id }) => id);
  const rows = await readStored(db, 'payments', shown);
  return { rows: shown.flatMap((id) => rows.get(id) ?? []), hasMore: found.length > limit, isSearching: false };
}

const rankOf = (place: Place): number => (place === null ? 2 : place.isKnown ? 0 : 1);
function byWord(first: Place, second: Place): number {
  const [a, b] = [first?.word ?? '', second?.word ?? ''];
  return a === b ? 0 : a < b ? -1 : 1;
}
