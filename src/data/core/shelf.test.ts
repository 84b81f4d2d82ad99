import 'fake-indexeddb/auto';
import { createRxDatabase, OPEN_COLLECTIONS, type RxCollection, type RxDatabase, type RxQueryPlan, type RxStorage } from 'rxdb';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { afterEach, describe, expect, test } from 'vitest';
import { vendors } from '#domain/vendors/vendors.entity.ts';
import type { Vendor } from '#domain/vendors/vendor.ts';
import { COLLECTION_NAMES, type CollectionName, registry } from '#domain/registry.ts';
import type { EntitySpec } from '#domain/shared/define-entity.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { newId } from '#platform/ids/ids.ts';
import { vendorOf } from '#tests/sync/records.ts';
import { type Chance, seeded } from '#tests/sync/seeded.ts';
import { openCollections } from './collections.ts';
import type { CompanyDatabase } from './company-database.ts';
import { planOf } from './fast-query.ts';
import { readPage } from './pages.ts';
import { companyStorage } from './storage.ts';
import type { Collection, Query } from './stored-form.ts';
import {
  findStored,
  forgetTombstones,
  listStoredIds,
  NOTHING_STORED,
  putStored,
  readStored,
  type StoredTargets,
  writeStored,
} from './stored.ts';

type Storage = RxStorage<unknown, unknown>;
const STORAGES: readonly (readonly [string, () => Storage])[] = [
  ['IndexedDB', companyStorage],
  ['memory', () => getRxStorageMemory() as unknown as Storage],
];

const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

/** The kinds in a database of their own. Storage without a tab beside it, so a write has told everybody when it is done. */
async function open(storage: Storage, specs: readonly EntitySpec[]): Promise<CompanyDatabase> {
  const rx = await createRxDatabase({ name: newId(), storage, multiInstance: false, eventReduce: true });
  opened.push(rx);
  return { collections: await openCollections(rx, specs) } as unknown as CompanyDatabase;
}

const MASTER_DATA = Object.values(registry).filter((spec) => (spec as EntitySpec).shelf) as unknown as readonly EntitySpec[];
const OWN = { ...vendors, shelf: undefined } as unknown as EntitySpec;
const IDS = Array.from({ length: 12 }, (_, n) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`);
const NAMES = ['Acme', 'Bolt', 'Café', 'acme'];
const someVendor = (chance: Chance, id: string): Vendor => ({
  ...vendorOf({ id, company_id: 'c', at: `2026-01-0${1 + chance.within(3)}T00:00:00Z` }, chance.pick(NAMES)),
  city: chance.pick(['', 'Bonn', 'Ulm']),
  is_active: chance() < 0.5,
  rev: `r-${chance.within(1e9)}`,
});

function someQuery(chance: Chance): Query<Vendor> {
  const direction = chance.pick(['asc', 'desc'] as const);
  const selector: Record<string, unknown> = {};
  if (chance() < 0.3) selector['name'] = chance.pick(NAMES);
  if (chance() < 0.2) selector['city'] = { [chance.pick(['$gt', '$gte', '$lt', '$lte', '$eq'])]: 'Bonn' };
  if (chance() < 0.2) selector['is_active'] = chance() < 0.5;
  if (chance() < 0.3) selector['id'] = { [chance.pick(['$gt', '$gte', '$lt', '$lte', '$eq'])]: chance.pick(IDS) };
  if (chance() < 0.1) selector['id'] = { $in: [chance.pick(IDS), chance.pick(IDS)] };
  if (chance() < 0.2) selector['$or'] = [{ id: { $gt: chance.pick(IDS) } }, { name: 'Acme' }];
  const field = chance.pick(['id', 'name', 'created_at', 'city'] as const);
  return {
    selector: selector as never,
    sort: [{ [field]: direction }, ...(field === 'id' ? [] : [{ id: direction }])],
    ...(chance() < 0.6 ? { limit: 1 + chance.within(6) } : {}),
  };
}

const plain = (documents: readonly Vendor[]) => documents.map((each) => (each as { toMutableJSON?(): Vendor }).toMutableJSON?.() ?? each);
const vendorsOf = (db: CompanyDatabase): Collection<Vendor> => db.collections.vendors;
const write = (db: CompanyDatabase, name: CollectionName, id: string, record: Vendor | null) =>
  writeStored(db, name, new Map([[id, record]]) as StoredTargets);

/** Everything the app can ask of a kind, as values. */
async function answers(db: CompanyDatabase, chance: Chance): Promise<unknown> {
  const { limit, ...unlimited } = someQuery(chance);
  const query = limit === undefined ? unlimited : { ...unlimited, limit };
  const ids = [chance.pick(IDS), chance.pick(IDS), 'nobody'];
  const collection = vendorsOf(db);
  const after = (await readStored(db, 'vendors', ids)).get(ids[0] ?? '');
  const sort = { field: chance.pick(['id', 'name'] as const), direction: chance.pick(['asc', 'desc'] as const) };
  const stored = await findStored(db, 'vendors', ids);
  return {
    query,
    find: plain(await collection.find(query).exec()),
    first: plain([await collection.findOne(unlimited).exec()].filter((each) => each !== null)),
    byId: plain([await collection.findOne(ids[0]).exec()].filter((each) => each !== null)),
    byIds: [...(await collection.findByIds(ids).exec())].map(([id, each]) => `${id} ${each.name}`).toSorted(),
    count: await collection.count().exec(),
    page: await readPage(collection, { sort, limit: 4, ...(after ? { after } : {}) }),
    ids: await listStoredIds(db, 'vendors', chance.pick(['', ...IDS]), 5),
    stored: ids.map((id) => ({ ...stored.get(id), _meta: null, _rev: null })),
  };
}

describe.each(STORAGES)('on storage in %s', (_, storageOf) => {
  test.each([1, 2, 3, 4, 5, 6])(
    'a kind on a shelf answers like a collection of its own, whatever its neighbours do: seed %i',
    async (seed) => {
      const chance = seeded(seed);
      const [own, shelf] = [await open(storageOf(), [OWN]), await open(storageOf(), MASTER_DATA)];
      const [ownEvents, shelfEvents]: [unknown[], unknown[]] = [[], []];
      const neighbours = ['customers', 'expense_categories', 'members'] as const;
      for (const [db, events] of [[own, ownEvents] as const, [shelf, shelfEvents] as const])
        vendorsOf(db).$.subscribe(({ operation, documentId, documentData }) =>
          events.push({ operation, documentId, name: documentData.name, rev: documentData.rev, at: documentData.id }),
        );
      const asked = [someQuery(chance), someQuery(chance), {}];
      const [ownLive, shelfLive]: [Vendor[][], Vendor[][]] = [[], []];
      for (const [n, query] of asked.entries())
        for (const [db, live] of [[own, ownLive] as const, [shelf, shelfLive] as const])
          vendorsOf(db)
            .find(query)
            .$.subscribe((found) => (live[n] = plain(found)));
      for (let step = 0; step < 60; step += 1) {
        const id = chance.pick(IDS);
        const record = chance() < 0.3 ? null : someVendor(chance, id);
        // A neighbour of the same id, or another: in the same shelf, and not in our way.
        const beside = chance() < 0.5 ? id : chance.pick(IDS);
        if (chance() < 0.6) await write(shelf, chance.pick(neighbours), beside, chance() < 0.3 ? null : someVendor(chance, beside));
        for (const db of [own, shelf]) await write(db, 'vendors', id, record);
        if (chance() < 0.1) {
          await forgetTombstones(shelf, chance.pick(neighbours), -1000);
          for (const db of [own, shelf]) await forgetTombstones(db, 'vendors', -1000);
        }
        const question = chance.within(1e9);
        expect(await answers(shelf, seeded(question)), `step ${step}`).toEqual(await answers(own, seeded(question)));
      }
      expect(shelfEvents).toEqual(ownEvents);
      const now = await Promise.all(asked.map(async (query) => plain(await vendorsOf(own).find(query).exec())));
      await expect.poll(() => [ownLive, shelfLive]).toEqual([now, now]);
    },
  );
});

const acme = (id: string, name = 'Acme') => vendorOf({ id, company_id: 'c', at: '2026-01-01T00:00:00Z' }, name);

test('a record that was given the id of another kind lies beside that one and goes without it', async () => {
  const db = await open(companyStorage(), MASTER_DATA);
  const id = newId();
  const names = ['vendors', 'customers', 'members'] as const;
  for (const name of names) await write(db, name, id, acme(id, name));
  await write(db, 'customers', id, null);
  await forgetTombstones(db, 'customers', -1000);
  const stored = await Promise.all(names.map(async (name) => ((await readStored(db, name, [id])).get(id) as Vendor | undefined)?.name));
  expect(stored).toEqual(['vendors', undefined, 'members']);
  expect(await Promise.all(names.map(async (name) => db.collections[name].count().exec()))).toEqual([1, 0, 1]);
});

test('a kind whose name begins like another one is not that one', async () => {
  const [one, two] = ['vendor', 'vendors'].map((name) => ({ ...vendors, name }) as unknown as EntitySpec) as [EntitySpec, EntitySpec];
  const db = await open(companyStorage(), [one, two]);
  const collections = db.collections as unknown as Record<string, Collection<Vendor>>;
  await write(db, 'vendors', 'a', acme('a'));
  expect(await collections['vendor']?.find().exec()).toEqual([]);
  expect((await collections['vendors']?.find().exec())?.map(({ id }) => id)).toEqual(['a']);
});

test('who follows a kind hears nothing, and nothing is read, when another kind on the shelf changes', async () => {
  const db = await open(companyStorage(), MASTER_DATA);
  await write(db, 'vendors', 'a', acme('a'));
  const heard: string[] = [];
  const { vendors: watched } = db.collections;
  watched.$.subscribe(() => heard.push('$'));
  watched.eventBulks$.subscribe(() => heard.push('eventBulks$'));
  watched.find().$.subscribe((found) => heard.push(`find ${found.length}`));
  watched.findOne('a').$.subscribe((found) => heard.push(`findOne ${found?.name}`));
  watched.count().$.subscribe((count) => heard.push(`count ${count}`));
  await expect.poll(() => heard.length).toBe(3);
  heard.length = 0;
  for (const method of ['query', 'findDocumentsById'] as const) {
    const read = watched.storageInstance[method];
    watched.storageInstance[method] = ((...args: Parameters<typeof read>) => {
      heard.push(method);
      return (read as (...args: unknown[]) => unknown)(...args);
    }) as never;
  }
  for (let n = 0; n < 150; n += 1) await write(db, 'customers', `c${n % 7}`, acme(`c${n % 7}`, `Customer ${n}`));
  await putStored(db, 'vendors', new Map([['b', acme('b')]]), NOTHING_STORED);
  await expect.poll(() => heard).toEqual(['$', 'eventBulks$', 'findDocumentsById', 'find 2', 'count 2']);
});

test('a version that did not change is the same object in the next answer', async () => {
  const db = await open(companyStorage(), MASTER_DATA);
  for (const id of ['a', 'b']) await write(db, 'vendors', id, acme(id));
  const seen: (readonly Vendor[])[] = [];
  db.collections.vendors.find().$.subscribe((found) => seen.push(found));
  await expect.poll(() => seen.length).toBe(1);
  await write(db, 'vendors', 'b', acme('b', 'Bolt'));
  await expect.poll(() => seen.length).toBe(2);
  expect([seen[1]?.[0] === seen[0]?.[0], seen[1]?.[1] === seen[0]?.[1]]).toEqual([true, false]);
});

test('who begins to follow sees nothing that was deleted before, and hears nothing of changes that the question does not touch', async () => {
  const db = await open(companyStorage(), MASTER_DATA);
  for (const id of ['a', 'b', 'c']) await write(db, 'vendors', id, acme(id, id));
  await write(db, 'vendors', 'a', null);
  const seen: string[][] = [];
  db.collections.vendors.find({ selector: { name: 'b' } }).$.subscribe((found) => seen.push(found.map(({ id }) => id)));
  let all: string[] = [];
  db.collections.vendors.find().$.subscribe((found) => (all = found.map(({ name }) => name)));
  await expect.poll(() => all).toEqual(['b', 'c']);
  await write(db, 'vendors', 'c', acme('c', 'changed'));
  await expect.poll(() => all).toEqual(['b', 'changed']);
  expect(seen).toEqual([['b']]);
});

test('tombstones stay until they are old, whichever kind is cleaned', async () => {
  const db = await open(companyStorage(), MASTER_DATA);
  await write(db, 'vendors', 'a', acme('a'));
  await write(db, 'vendors', 'a', null);
  for (const name of ['vendors', 'customers'] as const) await forgetTombstones(db, name, 60_000);
  expect((await findStored(db, 'vendors', ['a'])).size).toBe(1);
  await forgetTombstones(db, 'vendors', -1000);
  expect((await findStored(db, 'vendors', ['a'])).size).toBe(0);
});

test('a change that comes while everything is read is not lost', async () => {
  const db = await open(companyStorage(), MASTER_DATA);
  await write(db, 'vendors', 'a', acme('a'));
  const { vendors: watched } = db.collections;
  const { query } = watched.storageInstance;
  watched.storageInstance.query = async (prepared) => {
    const found = await query(prepared);
    await write(db, 'vendors', 'a', null);
    await write(db, 'vendors', 'b', acme('b'));
    return found;
  };
  let ids: string[] = [];
  watched.find().$.subscribe((found) => (ids = found.map(({ id }) => id)));
  await expect.poll(() => ids).toEqual(['b']);
});

test('a kind that cannot be read says so, and can be asked again', async () => {
  const db = await open(companyStorage(), MASTER_DATA);
  await write(db, 'vendors', 'a', acme('a'));
  const { storageInstance } = db.collections.vendors;
  const { query } = storageInstance;
  storageInstance.query = () => Promise.reject(new Error('disk'));
  const first = await new Promise((resolve) => db.collections.vendors.find().$.subscribe({ error: resolve }));
  expect(first).toEqual(new Error('disk'));
  storageInstance.query = query;
  expect(await new Promise((resolve) => db.collections.vendors.find().$.subscribe((found) => resolve(found.length)))).toBe(1);
});

test('a 14th to a 20th kind take no more room: each is written, found, changed and removed by itself', async () => {
  const toys = Array.from({ length: 7 }, (_, n) => ({ ...vendors, name: `toys_${n + 14}` }) as unknown as EntitySpec);
  const db = await open(companyStorage(), [...Object.values(registry as unknown as Record<string, EntitySpec>), ...toys]);
  const [rx] = opened;
  expect(Object.keys(db.collections)).toHaveLength(COLLECTION_NAMES.length + 7);
  expect([...OPEN_COLLECTIONS].filter((each) => each.database === (rx as unknown)).length).toBeLessThanOrEqual(8);
  const collections = db.collections as unknown as Record<string, Collection<Vendor>>;
  const writeToy = async (name: string, record: Vendor, isGone = false) => {
    const { storageInstance } = collections[name] as Collection<Vendor>;
    const [previous] = await storageInstance.findDocumentsById([record.id], true);
    const document = { ...record, _deleted: isGone, _attachments: {}, _meta: previous?._meta ?? { lwt: 1 }, _rev: previous?._rev ?? '' };
    return storageInstance.bulkWrite([{ ...(previous && { previous }), document }], 'test');
  };
  const all = () => Promise.all(toys.map(async ({ name }) => (await collections[name]?.find().exec())?.map((each) => each.name)));
  for (const { name } of toys) await writeToy(name, acme('same', name));
  expect(await all()).toEqual(toys.map(({ name }) => [name]));
  const refused = await collections['toys_14']?.storageInstance.bulkWrite(
    [{ document: { ...acme('same'), _deleted: false, _attachments: {}, _meta: { lwt: 1 }, _rev: '' } }],
    'test',
  );
  expect(refused?.error.map(({ documentId, status }) => [documentId, status])).toEqual([['same', 409]]);
  await writeToy('toys_15', acme('same', 'changed'));
  await writeToy('toys_16', acme('same'), true);
  expect(await all()).toEqual(toys.map(({ name }) => (name === 'toys_15' ? ['changed'] : name === 'toys_16' ? [] : [name])));
});

test.each(['asc', 'desc'] as const)(
  'the next ids after one are read %s from where they lie, not looked for in the whole kind',
  async (direction) => {
    const db = await open(companyStorage(), MASTER_DATA);
    for (const id of IDS) for (const name of ['customers', 'vendors'] as const) await write(db, name, id, acme(id));
    const { storageInstance: below } = (opened[0] as unknown as RxDatabase).collections['master_data'] as RxCollection<SyncedRecord>;
    const query = below.query.bind(below);
    const plans: RxQueryPlan[] = [];
    below.query = (prepared) => {
      const { plan } = planOf(below.schema, prepared.query);
      plans.push(plan);
      return query(prepared);
    };
    const page = { sort: { field: 'id', direction } as const, limit: 3, after: acme(IDS[5] as string) };
    const ids = (await readPage(vendorsOf(db), page)).map(({ id }) => id);
    expect(ids).toEqual(direction === 'asc' ? IDS.slice(6, 9) : [IDS[4], IDS[3], IDS[2]]);
    const [from, to] = direction === 'asc' ? [`vendors:${IDS[5]}`, 'vendors;'] : ['vendors:', `vendors:${IDS[5]}`];
    expect(plans).toMatchObject([
      { index: ['_deleted', 'key'], startKeys: [false, from], endKeys: [false, to], sortSatisfiedByIndex: true },
    ]);
  },
);

test('what lies on a shelf asks for no index and keeps no sums, and no kind is named like a shelf', () => {
  const odd = MASTER_DATA.filter(({ indexes, tally }) => indexes.length > 0 || tally);
  expect(odd.map(({ name }) => name)).toEqual([]);
  expect(MASTER_DATA.filter(({ shelf }) => shelf !== undefined && shelf in registry)).toEqual([]);
});
