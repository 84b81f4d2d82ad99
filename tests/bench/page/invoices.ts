import { filter, firstValueFrom } from 'rxjs';
import { changeRecord } from '#data/core/write.ts';
import { listStoredIds, NOTHING_STORED, putStored, readStored } from '#data/core/stored.ts';
import { watchInvoice, watchInvoices } from '#data/invoices/invoices.queries.ts';
import { EVERY_INVOICE } from '#domain/invoices/invoice-filter.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { newId } from '#platform/ids/ids.ts';
import { company, touch } from './company.ts';
import { inTurns, type ListTimes, WARM_UP } from './lists.ts';
import { completed, insertRaw, openRaw, type RawPage, rawPage, type Row, storedRows, touchRaw } from './raw.ts';

const LIMIT = 50;
const AT_ONCE = 1000;
const NEWEST: RawPage = { fields: ['list_date'], direction: 'prev' };
const LIST = { filter: EVERY_INVOICE, limit: LIMIT, today: '2026-01-01' };

/** Multiplies the demo's invoices on this device, spread over ten years; answers how many there are. */
export async function fillInvoices(count: number): Promise<number> {
  const { db } = company();
  const known = await readStored(db, 'invoices', await listStoredIds(db, 'invoices', '', AT_ONCE));
  const patterns = [...known.values()].filter(({ status }) => status === 'issued');
  for (let made = 0; made < count; made += AT_ONCE) {
    const copies = Array.from({ length: Math.min(AT_ONCE, count - made) }, (_, n) => copyOf(patterns, made + n));
    await putStored(db, 'invoices', new Map(copies.map((copy) => [copy.id, copy])), NOTHING_STORED);
  }
  const stored = await storedRows('invoices');
  await insertRaw(stored);
  return stored.rows.length;
}

function copyOf(patterns: readonly Invoice[], number: number): Invoice {
  const pattern = patterns[number % patterns.length];
  if (!pattern) throw new Error('the demo has no issued invoice');
  const day = new Date(Date.UTC(2016, 0, 1 + (number % 3600))).toISOString().slice(0, 10);
  return { ...pattern, id: newId(), number: `BENCH-${number}`, issue_date: day };
}

/** What a person does with invoices, in turns with the same by hand in IndexedDB: the newest page, opening one, saving an edit of one. */
export async function timeInvoices(runs: number): Promise<ListTimes[]> {
  const raw = await openRaw();
  const { db } = company();
  const ids = (await rawPage(raw, NEWEST, runs + WARM_UP)).map(({ id }) => id);
  const cases: { name: string; ours(id: string): Promise<unknown>; raw(id: string): Promise<unknown> }[] = [
    {
      name: 'newest page of 50',
      ours: () => firstValueFrom(watchInvoices(db, LIST).pipe(filter(({ isSearching }) => !isSearching))),
      raw: () => rawPage(raw, NEWEST, LIMIT + 1),
    },
    { name: 'open one', ours: (id) => firstValueFrom(watchInvoice(db, id).pipe(filter(Boolean))), raw: (id) => rawRecord(raw, id) },
    {
      name: 'save an edit',
      ours: (id) => changeRecord(db, 'invoices', id, (invoice) => ({ ...invoice, internal_notes: `Edited ${performance.now()}` })),
      raw: (id) => rawEdit(raw, id),
    },
  ];
  const all: ListTimes[] = [];
  for (const { name, ours, raw: byHand } of cases) {
    const times: ListTimes = { name, ours: [], raw: [] };
    for (const [run, id] of ids.entries()) {
      await touch('invoices');
      await touchRaw(raw);
      const { ours: our, hand } = await inTurns(run, { ours: () => ours(id), hand: () => byHand(id) });
      if (run < WARM_UP) continue;
      times.ours.push(our.ms);
      times.raw.push(hand.ms);
    }
    all.push(times);
  }
  raw.close();
  return all;
}

function rawRecord(db: IDBDatabase, id: string): Promise<Row> {
  return new Promise((resolve, reject) => {
    const request = db.transaction('docs').objectStore('docs').get(id);
    request.onsuccess = () => resolve(request.result as Row);
    request.onerror = () => reject(request.error ?? new Error('request failed'));
  });
}

async function rawEdit(db: IDBDatabase, id: string): Promise<void> {
  const row = await rawRecord(db, id);
  const tx = db.transaction('docs', 'readwrite');
  tx.objectStore('docs').put({ ...row, internal_notes: `Edited ${performance.now()}` });
  await completed(tx);
}
