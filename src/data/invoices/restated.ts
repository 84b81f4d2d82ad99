import {
  asyncScheduler,
  combineLatest,
  defer,
  map,
  merge,
  type Observable,
  of,
  ReplaySubject,
  scan,
  share,
  startWith,
  switchMap,
  throttleTime,
  timer,
} from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { Matches } from '#data/core/matches.ts';
import { readPage } from '#data/core/pages.ts';
import { readStored } from '#data/core/stored.ts';
import { watchOutboxRows } from '#data/device/outbox-watch.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { paidTotal } from '#domain/payments/payment-state.ts';
import type { Payment } from '#domain/payments/payment.ts';
import { withPayments } from '#domain/reports/invoice-cells.ts';

/** Invoices whose stored balance the payments on this device have overtaken, as they really stand. Usually empty. */
export type Restated = ReadonlyMap<string, Invoice>;

const NONE: Restated = new Map();
const KEEP_MS = 10_000;
/** A sync answers many payments at once. */
const LOOK_EVERY_MS = 100;
const shared = new WeakMap<CompanyDatabase, Observable<Restated>>();

/**
 * An invoice's own balance comes from the server; a payment made here is counted at once. Only invoices that an unsynced payment belongs
 * to are looked at, and they stay watched until the server's balance has arrived, which is a moment after the payment was taken.
 */
export function watchRestated(db: CompanyDatabase): Observable<Restated> {
  const known = shared.get(db);
  if (known) return known;
  const restated = defer(() => watchTouched(db)).pipe(
    switchMap((touched) => (touched.watched.size === 0 ? of(NONE) : watchStanding(db, touched))),
    share({ connector: () => new ReplaySubject(1), resetOnRefCountZero: () => timer(KEEP_MS) }),
  );
  shared.set(db, restated);
  return restated;
}

type Touched = { readonly pending: ReadonlySet<string>; readonly watched: Set<string> };

function watchTouched(db: CompanyDatabase): Observable<Touched> {
  return watchOutboxRows(db.device, db.companyId).pipe(
    map((rows) => {
      const payments = rows.filter(({ collection }) => collection === 'payments');
      return new Set(payments.flatMap(({ base, mine }) => [base, mine].flatMap((each) => (each ? [(each as Payment).invoice_id] : []))));
    }),
    scan((before: Touched | null, pending) => ({ pending, watched: new Set([...(before?.watched ?? []), ...pending]) }), null),
    map((touched) => touched ?? { pending: new Set(), watched: new Set() }),
  );
}

function watchStanding(db: CompanyDatabase, { pending, watched }: Touched): Observable<Restated> {
  const changes = merge(db.collections.payments.$ as Observable<unknown>, db.collections.invoices.$ as Observable<unknown>);
  return changes.pipe(
    throttleTime(LOOK_EVERY_MS, asyncScheduler, { leading: true, trailing: true }),
    startWith(null),
    switchMap(async () => {
      const standing = new Map<string, Invoice>();
      for (const [id, invoice] of await readStored(db, 'invoices', [...watched])) {
        const here = await standingOf(db, invoice);
        if (here.paid_total !== invoice.paid_total || here.payment_status !== invoice.payment_status) standing.set(id, here);
        else if (!pending.has(id)) watched.delete(id);
      }
      return standing;
    }),
  );
}

async function standingOf(db: CompanyDatabase, invoice: Invoice): Promise<Invoice> {
  const page = { selector: { invoice_id: invoice.id }, sort: { field: 'payment_date', direction: 'asc' }, limit: 1000 } as const;
  return withPayments(invoice, paidTotal(await readPage<Payment>(db.collections.payments, page), invoice.currency));
}

type Place = {
  readonly limit: number;
  readonly passes: (invoice: Invoice) => boolean;
  readonly compare: (a: Invoice, b: Invoice) => number;
};
type Find = (limit: number) => Observable<Matches<Invoice>>;

/** The first rows of a list as the invoices really stand: `find` knows only what is stored. */
export function watchAsTheyStand(db: CompanyDatabase, find: Find, place: Place): Observable<Matches<Invoice>> {
  return watchRestated(db).pipe(
    switchMap((standing) => combineLatest([find(place.limit + standing.size), of(standing)])),
    map(([found, standing]) => (standing.size === 0 ? found : withStanding(found, standing, place))),
  );
}

function withStanding(found: Matches<Invoice>, standing: Restated, { limit, passes, compare }: Place): Matches<Invoice> {
  const last = found.rows.at(-1);
  const isInReach = (invoice: Invoice) => !found.hasMore || last === undefined || compare(invoice, last) <= 0;
  const own = [...standing.values()].filter((invoice) => passes(invoice) && isInReach(invoice));
  const rows = [...found.rows.filter(({ id }) => !standing.has(id)), ...own].sort(compare);
  return { ...found, rows: rows.slice(0, limit), hasMore: found.hasMore || rows.length > limit };
}
