import {
  asyncScheduler,
  combineLatest,
  defer,
  distinctUntilChanged,
  map,
  merge,
  type Observable,
  of,
  scan,
  startWith,
  switchMap,
  throttleTime,
} from 'rxjs';
import { keptPer } from '#data/core/at-hand.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { Matches } from '#data/core/matches.ts';
import { readPage } from '#data/core/pages.ts';
import { readStored } from '#data/core/stored.ts';
import { watchOutboxRows } from '#data/device/outbox-watch.ts';
import { type LeftMail, watchLeftMails, withLeftMail } from '#data/mail-queue/left-mails.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { paidTotal } from '#domain/payments/payment-state.ts';
import type { Payment } from '#domain/payments/payment.ts';
import { withPayments } from '#domain/reports/invoice-cells.ts';

/** Invoices of which this device knows more than they say: what its payments left of the balance, and that a mail has left. Usually empty. */
export type LocalBalances = ReadonlyMap<string, Invoice>;

const NONE: LocalBalances = new Map();
const NONE_LEFT: ReadonlyMap<string, LeftMail> = new Map();
/** A sync answers many payments at once. */
const LOOK_EVERY_MS = 100;

/**
 * An invoice's own balance comes from the server; a payment made here is counted at once. Only invoices that an unsynced payment belongs
 * to are counted, and they stay watched until the server's balance has arrived, which is a moment after the payment was taken.
 */
export const watchLocalBalances = keptPer((db: CompanyDatabase): Observable<LocalBalances> =>
  defer(() => watchTouched(db)).pipe(
    switchMap((touched) => (touched.watched.size + touched.left.size === 0 ? of(NONE) : watchBalancesOf(db, touched))),
    // The outbox changes with each write of anything: while there is nothing to say, all that is made of it stays as it is.
    distinctUntilChanged(),
  ),
);

/** Invoices that an unsynced payment belongs to, those that one belonged to, and those of which a mail has left. */
type Touched = { readonly pending: ReadonlySet<string>; readonly watched: Set<string>; readonly left: ReadonlyMap<string, LeftMail> };

function watchTouched(db: CompanyDatabase): Observable<Touched> {
  const paid$ = watchOutboxRows(db.device, db.companyId).pipe(
    map((rows) => {
      const payments = rows.filter(({ collection }) => collection === 'payments');
      return new Set(payments.flatMap(({ base, mine }) => [base, mine].flatMap((each) => (each ? [(each as Payment).invoice_id] : []))));
    }),
  );
  // Mostly none has left, and no list waits to hear it.
  const left$ = watchLeftMails(db).pipe(
    startWith(NONE_LEFT),
    distinctUntilChanged((a, b) => a.size + b.size === 0),
  );
  return combineLatest([paid$, left$]).pipe(
    scan(
      (before: Touched | null, [pending, left]) => ({ pending, left, watched: new Set([...(before?.watched ?? []), ...pending]) }),
      null,
    ),
    map((touched) => touched ?? { pending: new Set(), watched: new Set(), left: new Map() }),
  );
}

function watchBalancesOf(db: CompanyDatabase, { pending, watched, left }: Touched): Observable<LocalBalances> {
  const changes = merge(db.collections.payments.$ as Observable<unknown>, db.collections.invoices.$ as Observable<unknown>);
  return changes.pipe(
    throttleTime(LOOK_EVERY_MS, asyncScheduler, { leading: true, trailing: true }),
    startWith(null),
    switchMap(async () => {
      const local = new Map<string, Invoice>();
      for (const [id, invoice] of await readStored(db, 'invoices', [...new Set([...watched, ...left.keys()])])) {
        // Who sends a mail need not have, or be allowed to see, what was paid.
        const counted = watched.has(id) ? await withLocalBalance(db, invoice) : invoice;
        const isCounted = counted.paid_total === invoice.paid_total && counted.payment_status === invoice.payment_status;
        if (isCounted && !pending.has(id)) watched.delete(id);
        const here = await withLeftMail(db, isCounted ? invoice : counted, left.get(id));
        if (here !== invoice) local.set(id, here);
      }
      return local;
    }),
  );
}

async function withLocalBalance(db: CompanyDatabase, invoice: Invoice): Promise<Invoice> {
  const page = { selector: { invoice_id: invoice.id }, sort: { field: 'payment_date', direction: 'asc' }, limit: 1000 } as const;
  return withPayments(invoice, paidTotal(await readPage<Payment>(db.collections.payments, page), invoice.currency));
}

type Place = {
  readonly limit: number;
  readonly passes: (invoice: Invoice) => boolean;
  readonly compare: (a: Invoice, b: Invoice) => number;
};
type Find = (limit: number) => Observable<Matches<Invoice>>;

/** The first rows of a list with the balances of this device: `find` knows only what is stored. */
export function watchWithLocalBalances(db: CompanyDatabase, find: Find, place: Place): Observable<Matches<Invoice>> {
  return watchLocalBalances(db).pipe(
    switchMap((local) => combineLatest([find(place.limit + local.size), of(local)])),
    map(([found, local]) => (local.size === 0 ? found : mergedWith(found, local, place))),
  );
}

function mergedWith(found: Matches<Invoice>, local: LocalBalances, { limit, passes, compare }: Place): Matches<Invoice> {
  const last = found.rows.at(-1);
  const isInReach = (invoice: Invoice) => !found.hasMore || last === undefined || compare(invoice, last) <= 0;
  const own = [...local.values()].filter((invoice) => passes(invoice) && isInReach(invoice));
  const rows = [...found.rows.filter(({ id }) => !local.has(id)), ...own].sort(compare);
  return { ...found, rows: rows.slice(0, limit), hasMore: found.hasMore || rows.length > limit };
}
