import 'fake-indexeddb/auto';
import { beforeAll, expect, test, vi } from 'vitest';
import { codecFor, planOf, runQuery } from './fast-query.ts';

const text = { type: 'string', maxLength: 20 };
const schema = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: text,
    status: text,
    amount: { type: 'number', minimum: 0, maximum: 1000, multipleOf: 1 },
    _deleted: { type: 'boolean' },
  },
  indexes: [
    ['_deleted', 'status', 'id'],
    ['_deleted', 'amount', 'id'],
  ],
} as never;
const codec = codecFor(['_deleted']);

type Row = { id: string; status: string; amount: number };
const rows: Row[] = Array.from({ length: 2500 }, (_, n) => ({
  id: String(n).padStart(5, '0'),
  status: n % 10 === 0 ? 'pending' : 'approved',
  amount: (n * 7919) % 997,
}));

let db: IDBDatabase;
beforeAll(async () => {
  db = await new Promise((resolve) => {
    const opening = indexedDB.open('fast-query');
    opening.onupgradeneeded = () => {
      const store = opening.result.createObjectStore('docs', { keyPath: 'id' });
      for (const fields of [
        ['_deleted', 'id'],
        ['_deleted', 'status', 'id'],
        ['_deleted', 'amount', 'id'],
      ])
        store.createIndex(`[${fields.join('+')}]`, fields);
      for (const row of rows) store.put({ ...row, _deleted: '0' });
    };
    opening.onsuccess = () => resolve(opening.result);
  });
});

async function ask(query: { selector: object; sort: Record<string, 'asc' | 'desc'>[]; limit: number }) {
  let read = 0;
  const getAll = vi.spyOn(IDBIndex.prototype, 'getAll').mockImplementation(function (this: IDBIndex, range, count) {
    read += count ?? Infinity;
    return real.call(this, range as IDBKeyRange, count);
  });
  const whole = { ...query, skip: 0, selector: { ...query.selector, _deleted: { $eq: false } } };
  const found = await runQuery(db.transaction('docs').objectStore('docs'), schema, whole as never, codec);
  getAll.mockRestore();
  return { ids: found.map(({ id }) => id), read };
}
const real = IDBIndex.prototype.getAll;

const ofStatus = (status: string) =>
  rows
    .filter((row) => row.status === status)
    .sort((a, b) => a.amount - b.amount || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
const byAmount = (direction: 'asc' | 'desc') => [{ amount: direction }, { id: direction }];

test('a page of what a filter leaves thousands of is read in the order of the sort, not sorted', async () => {
  const { ids, read } = await ask({ selector: { status: { $eq: 'approved' } }, sort: byAmount('asc'), limit: 20 });
  expect(ids).toEqual(ofStatus('approved').slice(0, 20));
  expect(read).toBeLessThan(300);
  const backwards = await ask({ selector: { status: { $eq: 'approved' } }, sort: byAmount('desc'), limit: 20 });
  expect(backwards.ids).toEqual(ofStatus('approved').reverse().slice(0, 20));
});

test('a page of what a filter leaves few of is sorted, whatever direction', async () => {
  for (const direction of ['asc', 'desc'] as const) {
    const { ids } = await ask({ selector: { status: { $eq: 'pending' } }, sort: byAmount(direction), limit: 20 });
    const all = ofStatus('pending');
    expect(ids).toEqual((direction === 'asc' ? all : all.reverse()).slice(0, 20));
  }
});

test('the next ids are read by the index of ids, however many records there are', async () => {
  const query = { selector: { id: { $gt: '00041' } }, sort: [{ id: 'asc' as const }], limit: 3 };
  expect(await ask(query)).toEqual({ ids: ['00042', '00043', '00044'], read: 3 });
  const { plan } = planOf(schema, { ...query, skip: 0, selector: { id: { $gt: '' }, _deleted: { $eq: false } } } as never);
  expect(plan).toMatchObject({ index: ['_deleted', 'id'], sortSatisfiedByIndex: true, selectorSatisfiedByIndex: true });
});
