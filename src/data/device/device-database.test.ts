import { Dexie } from 'dexie';
import { IDBKeyRange, indexedDB } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids/ids.ts';
import { workOn } from '#data/session/unsynced-work.ts';
import { DeviceDatabase, deviceDatabaseName } from './device-database.ts';

const storage = { indexedDB, IDBKeyRange };

const COMPANY = newId();
/** The stores of each release, as its code declared them. */
const V1 = {
  outbox: 'key, company_id',
  issues: 'id, company_id, key',
  sync_state: 'company_id',
  companies: 'id',
  receipts: 'id, company_id, expense_id',
  cached_files: 'id, company_id, used_at',
  drafts: 'key, company_id',
  aggregates: 'key, company_id',
  meta: '',
};
const V0_10_0 = [V1, { aggregates: null }, { leases: 'id, company_id' }];
const V0_11_0 = [...V0_10_0, { mails: 'id, company_id, invoice_id, state' }];

/** Rows as those releases wrote them. */
const at = '2026-11-01T08:00:00.000Z';
const vendor = { id: 'v', company_id: COMPANY, rev: 'r2', name: 'Mine', created_at: at, updated_at: at };
const LEFT: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  outbox: [
    {
      key: 'vendors:v',
      company_id: COMPANY,
      collection: 'vendors',
      id: 'v',
      op: 'upsert',
      rev: 'r2',
      mine: vendor,
      base: { ...vendor, name: 'Theirs', rev: 'r1' },
      flight: { rev: 'r2', op: 'upsert', doc: vendor, base_rev: 'r1' },
      queued_at: at,
      changed_at: at,
      attempts: 3,
      last_error: null,
      stuck: { tries: 3, reason: 'server' },
    },
    {
      key: 'expenses:e',
      company_id: COMPANY,
      collection: 'expenses',
      id: 'e',
      op: 'delete',
      rev: 'd1',
      mine: null,
      dropped: { id: 'e', company_id: COMPANY, rev: 'r1' },
      held_until: at,
      base: { id: 'e', company_id: COMPANY, rev: 'r1' },
      flight: null,
      queued_at: at,
      changed_at: at,
      attempts: 0,
      last_error: null,
    },
  ],
  issues: [
    { id: 'vendors:v:1', key: 'vendors:v', company_id: COMPANY, collection: 'vendors', doc_id: 'v', kind: 'conflict', fields: ['name'] },
  ],
  sync_state: [{ company_id: COMPANY, version: 7, cursor: 41 }],
  companies: [{ id: COMPANY, name: 'Küste GmbH', logo_path: null, is_owner: true }],
  receipts: [
    {
      id: 'f',
      company_id: COMPANY,
      expense_id: 'e2',
      path: `${COMPANY}/f.pdf`,
      name: 'Beleg.pdf',
      mime_type: 'application/pdf',
      size: 3,
      sha256: 'aa',
      bytes: new Uint8Array([1, 2, 3]).buffer,
      queued_at: at,
      attempts: 1,
      last_error: 'network',
      next_try_at: at,
      state: 'uploading',
      is_hurried: true,
    },
  ],
  cached_files: [
    { id: 'thumb:f', company_id: COMPANY, sha256: 'aa', mime_type: 'image/jpeg', size: 1, bytes: new ArrayBuffer(1), used_at: at },
  ],
  drafts: [{ key: `expense:${COMPANY}:new:x`, company_id: COMPANY, values: { amount: 12.5 }, changed_at: at }],
  leases: [
    { id: 'l', company_id: COMPANY, device_id: 'd', device_name: 'Phone', year: 2026, numbers: [7, 8, 9], unused: [8, 9], returning: [9] },
  ],
};
const MAILS = [
  {
    id: 'm',
    company_id: COMPANY,
    invoice_id: 'i',
    number: 'INV-7',
    channel: 'mail',
    kind: 'reminder',
    to: ['buyer@example.test'],
    cc: [],
    subject: 'Reminder',
    body: 'Please pay.',
    open: 119,
    level: 1,
    reminder: { open: 119, fee: 5, interest: 0, flat_fee: 0, due: '2026-12-01' },
    attachments: [{ role: 'document', name: 'a.pdf', bytes: new Uint8Array([4, 5]).buffer }],
    queued_at: at,
    attempts: 2,
    next_try_at: at,
    state: 'waiting',
    reason: 'network',
    detail: '',
  },
];

for (const { release, versions, left } of [
  { release: '0.10.0', versions: V0_10_0, left: LEFT },
  { release: '0.11.0', versions: V0_11_0, left: { ...LEFT, mails: MAILS } as typeof LEFT },
])
  test(`a device as ${release} left it is opened with everything that waited on it, byte for byte, and takes new mails`, async () => {
    const user = newId();
    const before = new Dexie(deviceDatabaseName(user), storage);
    for (const [n, stores] of versions.entries()) before.version(n + 1).stores(stores);
    await before.open();
    for (const [table, rows] of Object.entries(left)) await before.table(table).bulkPut([...rows]);
    await before.table('meta').put('device-1', 'device_id');
    before.close();

    const device = new DeviceDatabase(user, storage);
    await device.open();
    for (const [table, rows] of Object.entries(left))
      expect([table, sorted(await device.table(table).toArray())]).toEqual([table, sorted(rows)]);
    expect(await device.meta.get('device_id')).toBe('device-1');
    // Nothing is there that was not; and what the queues ask for is found by their indexes.
    expect(device.tables.filter(({ name }) => name !== 'meta' && !(name in left)).map(({ name }) => name)).toEqual(
      'mails' in left ? [] : ['mails'],
    );
    const mine = { company_id: COMPANY };
    expect(await device.outbox.where(mine).count()).toBe(2);
    expect(await device.receipts.where(mine).primaryKeys()).toEqual(['f']);
    await device.table('mails').put({ ...MAILS[0], id: 'new' });
    expect((await device.mails.where({ state: 'waiting' }).primaryKeys()).toSorted()).toEqual('mails' in left ? ['m', 'new'] : ['new']);
    expect(await workOn(device, COMPANY)).toMatchObject({
      changes: 'mails' in left ? 4 : 3,
      receipts: 1,
      issues: 1,
      drafts: 1,
      numbers: 2,
    });
    await device.delete();
  });

/** IndexedDB gives rows in the order of their keys. */
const sorted = (rows: readonly Record<string, unknown>[]) => rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

test('a device that still has the store of sums loses it and nothing else', async () => {
  const user = newId();
  const before = new Dexie(deviceDatabaseName(user), storage);
  before.version(1).stores({
    outbox: 'key, company_id',
    issues: 'id, company_id, key',
    sync_state: 'company_id',
    companies: 'id',
    receipts: 'id, company_id, expense_id',
    cached_files: 'id, company_id, used_at',
    drafts: 'key, company_id',
    aggregates: 'key, company_id',
    meta: '',
  });
  await before.table('outbox').put({ key: 'vendors:1', company_id: 'c', mine: { name: 'Not sent yet' } });
  await before.table('receipts').put({ id: 'r', company_id: 'c', expense_id: null, bytes: new ArrayBuffer(3) });
  before.close();

  const device = new DeviceDatabase(user, storage);
  await device.open();
  expect(device.tables.map(({ name }) => name)).not.toContain('aggregates');
  expect([...device.backendDB().objectStoreNames]).not.toContain('aggregates');
  expect(await device.outbox.get('vendors:1')).toMatchObject({ mine: { name: 'Not sent yet' } });
  expect((await device.receipts.get('r'))?.bytes).toHaveProperty('byteLength', 3);
  await device.delete();
});
