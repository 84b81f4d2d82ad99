import { asyncScheduler, from, merge, type Observable, startWith, switchMap, throttleTime } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { Selector } from '#data/core/mango-query.ts';
import type { Matches } from '#data/core/matches.ts';
import { type PageSort, readPage } from '#data/core/pages.ts';
import { readStored } from '#data/core/stored.ts';
import { byWords } from '#data/directory/directory.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { numberKey } from '#domain/numbering/number-key.ts';
import type { Payment } from '#domain/payments/payment.ts';

const CHUNK = 1000;
const LOOK_EVERY_MS = 400;

type Order = {
  readonly key: 'invoice' | 'customer';
  readonly direction: 'asc' | 'desc';
  readonly selector: Selector<Payment>;
  /** The order within an invoice or customer. */
  readonly newest: PageSort<Payment>;
  readonly limit: number;
  readonly lookUp: (chunk: readonly Payment[]) => Promise<void>;
  readonly matches: (payment: Payment) => boolean;
  readonly customerOf: (invoice: Invoice) => string;
};

/**
 * Payments in the order of what stands in their invoices, which no index of payments has. All that pass are looked at, a chunk at a time; kept of each
 * is what it is sorted by, and then the first ones are read. What has no invoice here comes last in either direction.
 */
export function watchByInvoice(db: CompanyDatabase, order: Order): Observable<Matches<Payment>> {
  const { payments, invoices } = db.collections;
  return merge(payments.$ as Observable<unknown>, invoices.$ as Observable<unknown>).pipe(
    throttleTime(LOOK_EVERY_MS, asyncScheduler, { leading: true, trailing: true }),
    startWith(null),
    switchMap(() => from(firstByInvoice(db, order))),
  );
}

async function firstByInvoice(db: CompanyDatabase, { limit, direction, key, ...order }: Order): Promise<Matches<Payment>> {
  const words = new Map<string, string>();
  const found: { readonly id: string; readonly word: string }[] = [];
  for (let after: Payment | undefined; ;) {
    const { selector, newest: sort } = order;
    const chunk = await readPage(db.collections.payments, { selector, sort, limit: CHUNK, ...(after ? { after } : {}) });
    after = chunk.at(-1);
    await order.lookUp(chunk);
    const passing = chunk.filter(order.matches);
    const unknown = [...new Set(passing.map(({ invoice_id }) => invoice_id))].filter((id) => !words.has(id));
    for (const [id, invoice] of await readStored(db, 'invoices', unknown))
      words.set(id, key === 'invoice' ? numberKey(invoice.number) : order.customerOf(invoice));
    found.push(...passing.map(({ id, invoice_id }) => ({ id, word: words.get(invoice_id) ?? '' })));
    if (chunk.length < CHUNK) break;
  }
  const sign = direction === 'asc' ? 1 : -1;
  // What was read is newest first, and stays so where the words are the same.
  found.sort((a, b) => Number(a.word === '') - Number(b.word === '') || sign * byWords(a.word, b.word));
  const shown = found.slice(0, limit).map(({ id }) => id);
  const rows = await readStored(db, 'payments', shown);
  return { rows: shown.flatMap((id) => rows.get(id) ?? []), hasMore: found.length > limit, isSearching: false };
}
