import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newRecord } from '#data/core/command-context.ts';
import { readPage } from '#data/core/pages.ts';
import type { Collection } from '#data/core/stored-form.ts';
import { changeRecord, insertRecord, removeRecord } from '#data/core/write.ts';
import { openBus } from '#data/tabs/bus.ts';
import { createSearchIndex, SEARCH_KINDS, searchEntry, type SearchIndex, type SearchKind } from '#domain/search/search-index.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { type Clock, systemClock } from '#platform/clock/clock.ts';
import { expenseOf } from '#tests/support/finance-records.ts';
import { type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { vendorOf } from '#tests/sync/records.ts';
import { offerIndex, takeIndexOfOtherTab } from './index-exchange.ts';
import { buildSearch, liveSearch } from './live-search.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(() => company.stop());

const collectionOf = (kind: SearchKind) => company.db.collections[kind] as unknown as Collection<SyncedRecord>;
const base = () => ({ id: company.ctx.newId(), company_id: company.ctx.companyId, at: '2026-01-01T00:00:00Z' });
const addVendor = (name: string) => insertRecord(company.db, 'vendors', vendorOf(base(), name));
const addExpense = (description: string) => insertRecord(company.db, 'expenses', expenseOf({ ...newRecord(company.ctx), description }));

const sorted = (index: SearchIndex): string[] =>
  [...index.pack(1_000)]
    .map((part) => JSON.parse(part) as [string, unknown[]])
    .flatMap(([kind, entries]) => entries.map((entry) => JSON.stringify([kind, entry])))
    .toSorted();

/** What an index that reads every record now holds. */
async function readAnew(): Promise<string[]> {
  const index = createSearchIndex();
  for (const kind of SEARCH_KINDS)
    for (const row of await readPage(collectionOf(kind), { sort: { field: 'id', direction: 'desc' }, limit: 10_000 }))
      index.set(searchEntry(kind, row));
  return sorted(index);
}

/** What is taken of another tab's index, and whether there was one. */
async function taken(name: string, clock: Clock = systemClock): Promise<[boolean, string[]]> {
  const parts: string[] = [];
  return [await takeIndexOfOtherTab(name, clock, (part) => parts.push(part)), parts];
}

/** Holds the lock of those that answer and gives these parts, until it is stopped. */
async function pretendToOffer(database: string, next: () => string | Promise<string>): Promise<() => Promise<void>> {
  const name = `kontor-search::${database}`;
  const [held, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const released = navigator.locks.request(name, () => (held.resolve(), stopped.promise));
  await held.promise;
  const asks = openBus<{ reply: string }>(name, async ({ reply }) => {
    const answers = openBus<string>(reply, () => undefined);
    answers.post(await next());
    answers.close();
  });
  return async () => {
    asks.close();
    stopped.resolve();
    await released;
  };
}

const offered = (name: string) =>
  expect.poll(async () => (await navigator.locks.query()).held?.some((lock) => lock.name === `kontor-search:${name}`)).toBe(true);

/** Counts the pages that are read of a collection. */
function countReads(kind: SearchKind): () => number {
  const storage = collectionOf(kind).storageInstance;
  const query = storage.query.bind(storage);
  let reads = 0;
  storage.query = (prepared) => ((reads += 1), query(prepared));
  return () => reads;
}

test('a further tab takes the index over and reads no record', async () => {
  for (let n = 0; n < 30; n += 1) await addExpense(`Zug ${n}`);
  await liveSearch(company.db).built;
  const reads = countReads('expenses');
  const further = buildSearch(company.db);
  await further.built;
  expect([further.index.matches('expenses', 'zug')?.length, reads()]).toEqual([30, 0]);
  await addExpense('Zug danach');
  await expect.poll(() => further.index.matches('expenses', 'danach')?.length).toBe(1);
});

test('an index is handed over in parts, each when it is asked for', async () => {
  for (let n = 0; n < 7; n += 1) await addVendor(`Bahn ${n}`);
  const { index, built } = liveSearch(company.db);
  await built;
  const name = 'parts';
  const packed = [...index.pack(3)];
  let made = 0;
  const end = offerIndex(name, systemClock, function* () {
    for (const part of packed) {
      made += 1;
      yield part;
    }
    return undefined;
  });
  await offered(name);
  const seen: [number, string][] = [];
  await takeIndexOfOtherTab(name, systemClock, (part) => seen.push([made, part]));
  expect(seen).toEqual(packed.map((part, at) => [at + 1, part]));
  expect(packed.map((part) => (JSON.parse(part) as [string, unknown[]])[1].length)).toEqual([3, 3, 1]);
  end();
});

test('what was begun for a tab that went away is let go, and only then', async () => {
  const [name, reply] = ['gone', 'gone:1'];
  const waiting = new Set<() => void>();
  const setTimeout = (run: () => void) => (waiting.add(run), run as never);
  const clock: Clock = { ...systemClock, setTimeout, clearTimeout: (run) => void waiting.delete(run as never) };
  let lettingGo = 0;
  const end = offerIndex(name, clock, function* () {
    try {
      yield* ['a', 'b'];
    } finally {
      lettingGo += 1;
    }
    return undefined;
  });
  await offered(name);
  let heard: string[] = [];
  const [answers, asks] = [openBus<string>(reply, (part) => heard.push(part)), openBus(`kontor-search:${name}`, () => undefined)];
  const ask = async (part: string) => {
    heard = [];
    asks.post({ reply });
    await expect.poll(() => heard).toEqual([part]);
  };
  await ask('a');
  await ask('b');
  expect([waiting.size, lettingGo]).toEqual([1, 0]);
  for (const run of waiting) run();
  expect(lettingGo).toBe(1);
  waiting.clear();
  for (const part of ['a', 'b', '']) await ask(part);
  expect([waiting.size, lettingGo]).toEqual([0, 2]);
  answers.close();
  asks.close();
  end();
});

test('a tab that stops in the middle leaves the rest to be read', async () => {
  const known = createSearchIndex();
  known.set(searchEntry('vendors', vendorOf(base(), 'Gone since')));
  for (let n = 0; n < 7; n += 1) known.set(searchEntry('vendors', await addVendor(`Bahn ${n}`)));
  const { value: first } = known.pack(3).next();
  const parts = [first ?? '', ''];
  const stop = await pretendToOffer(company.db.rx.name, () => parts.shift() ?? '');
  const reads = countReads('vendors');
  const further = buildSearch(company.db);
  await further.built;
  expect([reads() > 0, parts]).toEqual([true, []]);
  expect(sorted(further.index)).toEqual(await readAnew());
  await stop();
});

test('where the other tab does not hold as much as the device, the records are read', async () => {
  for (let n = 0; n < 30; n += 1) await addExpense(`Zug ${n}`);
  const first = liveSearch(company.db);
  await first.built;
  const missed = first.index.matches('expenses', 'zug')?.[0]?.id ?? '';
  first.index.delete('expenses', missed);
  const further = buildSearch(company.db);
  await further.built;
  expect(sorted(further.index)).toEqual(await readAnew());
});

test('what changes while another tab’s index is on its way is not overwritten by what that tab knew', async () => {
  const vendor = await addVendor('Before');
  const known = createSearchIndex();
  known.set(searchEntry('vendors', vendor));
  const parts = known.pack(1_000);
  const stop = await pretendToOffer(company.db.rx.name, async () => {
    await changeRecord(company.db, 'vendors', vendor.id, (now) => ({ ...now, name: 'After' }));
    return parts.next().value ?? '';
  });
  const further = buildSearch(company.db);
  await further.built;
  expect(sorted(further.index)).toEqual(await readAnew());
  await stop();
});

test('a tab that stands still holds nobody up', async () => {
  await addVendor('Bahn');
  const name = `:${company.db.rx.name}`;
  const freed = Promise.withResolvers<void>();
  const held = navigator.locks.request(`kontor-search:${name}`, () => freed.promise);
  const impatient = { ...systemClock, setTimeout: (run: () => void) => systemClock.setTimeout(run, 0) };
  expect(await taken(name, impatient)).toEqual([false, []]);
  freed.resolve();
  await held;
});

test('a tab that closes leaves the answering to the next one, and none answers for a database that is closed', async () => {
  await addVendor('Bahn');
  const name = `:${company.db.rx.name}`;
  expect(await taken(name)).toEqual([false, []]);
  await liveSearch(company.db).built;
  expect(await taken(name)).toEqual([true, [expect.stringContaining('bahn')]]);
  await company.db.rx.close();
  await expect.poll(() => taken(name)).toEqual([false, []]);
});

type Step = { readonly what: 'add' | 'change' | 'remove' | 'open'; readonly at: number; readonly text: string };
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom('add', 'add', 'change', 'remove', 'open'),
  at: fc.nat(50),
  text: fc.constantFrom('Zug', 'Hotel', 'Essen', 'Taxi'),
});

test('an index that was taken over while records changed is the one that reading them anew makes', async () => {
  await liveSearch(company.db).built;
  const ids = { vendors: [] as string[], expenses: [] as string[] };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const opened = [];
      for (const { what, at, text } of steps) {
        const kind = at % 2 === 0 ? 'vendors' : 'expenses';
        const id = ids[kind][at % Math.max(1, ids[kind].length)];
        if (what === 'open') opened.push(buildSearch(company.db));
        else if (what === 'add' || id === undefined) ids[kind].push((await (kind === 'vendors' ? addVendor(text) : addExpense(text))).id);
        else if (what === 'change' && kind === 'vendors') await changeRecord(company.db, kind, id, (now) => ({ ...now, name: text }));
        else if (what === 'change' && kind === 'expenses')
          await changeRecord(company.db, kind, id, (now) => ({ ...now, description: text }));
        else {
          await removeRecord(company.db, kind, id);
          ids[kind] = ids[kind].filter((each) => each !== id);
        }
      }
      const anew = await readAnew();
      for (const { built, index } of opened) {
        await built;
        await expect.poll(() => sorted(index)).toEqual(anew);
      }
    }),
    { numRuns: 25 },
  );
});
