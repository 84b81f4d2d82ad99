import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { closeCompanyDatabase, openCompanyDatabase } from '#data/core/open-company-database.ts';
import { listStoredIds, readStored } from '#data/core/stored.ts';
import { freshSyncState } from '#data/changes/sync-state.ts';
import type { OutboxRow } from '#data/changes/outbox-row.ts';
import type { PushChange } from '#data/changes/pushed.ts';
import { deviceDatabases, type WaitingReceipt } from '#data/device/device-database.ts';
import { createSyncEngine, type SyncEngine } from '#data/sync/engine.ts';
import { TransportError } from '#data/sync/transport.ts';
import { COLLECTION_NAMES } from '#domain/registry.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { newId } from '#platform/ids/ids.ts';
import { leaveOlderForm, type Records } from '#tests/support/older-form.ts';
import { until } from '#tests/support/patience.ts';
import { expenseOf, fileOf, vendorOf } from './records.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
const [owner, company] = [newId(), newId()];
const target = { userId: owner, companyId: company };
let engine: SyncEngine | undefined;
beforeAll(async () => {
  server = await startServer();
  await server.addUser(owner);
  await server.createCompany(owner, company);
});
afterEach(async () => {
  await engine?.stop();
  await closeCompanyDatabase(target);
});
afterAll(() => server.close());

const base = () => ({ id: newId(), company_id: company, at: '2026-01-01T00:00:00Z' });
const upsert = (collection: PushChange['collection'], doc: SyncedRecord): PushChange =>
  ({ mutation_id: `${newId()}-1`, collection, op: 'upsert', id: doc.id, doc, base_rev: null }) as never;
/** All that the server shows the owner. */
async function onServer(): Promise<Records> {
  const cursors = Object.fromEntries(COLLECTION_NAMES.map((name) => [name, 0]));
  const { collections } = await server.pull(owner, company, { epoch: null, access: null, cursors }, 1000);
  return Object.fromEntries(COLLECTION_NAMES.map((name) => [name, collections[name]?.rows ?? []]));
}
async function here(db: CompanyDatabase): Promise<Records> {
  const kinds = COLLECTION_NAMES.map(
    async (name) => [name, [...(await readStored(db, name, await listStoredIds(db, name, '', 1000))).values()]] as const,
  );
  return Object.fromEntries(await Promise.all(kinds));
}
const inOrder = (records: Records) =>
  Object.fromEntries(Object.entries(records).map(([name, rows]) => [name, rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))]));

const waiting = (record: SyncedRecord, from: SyncedRecord | null, collection: OutboxRow['collection']): OutboxRow => ({
  key: `${collection}:${record.id}`,
  company_id: company,
  collection,
  id: record.id,
  op: 'upsert',
  rev: record.rev,
  mine: record,
  base: from,
  flight: null,
  queued_at: '2026-02-01T00:00:00Z',
  changed_at: '2026-02-01T00:00:00Z',
  attempts: 0,
  last_error: null,
});

test('[SYNC-18] a device with a collection for each kind comes over to shelves: readable at once, unsynced work sent once, nothing lost', async () => {
  const [acme, taxi] = [vendorOf(base(), 'Acme'), expenseOf(base(), 'Taxi', owner, null, 42)];
  await server.push(owner, company, [upsert('vendors', acme), upsert('expenses', taxi)]);
  const before = await onServer();
  const stored = before.vendors?.find(({ id }) => id === acme.id) as SyncedRecord;
  expect(['companies', 'members', 'expense_categories'].every((name) => (before[name as 'companies']?.length ?? 0) > 0)).toBe(true);

  // What the version before left: edited and added offline, a receipt whose bytes wait, synced up to here.
  const edited = { ...stored, name: 'Acme, edited offline', rev: 'older-1' };
  const added = { ...vendorOf(base(), 'Added offline'), rev: 'older-2' };
  const file = { ...fileOf(base(), 'receipt.jpg', owner, taxi.id), rev: 'older-3' };
  const kept = { ...before, vendors: [...(before.vendors ?? []).filter(({ id }) => id !== acme.id), edited, added], files: [file] };
  await leaveOlderForm(target, 3, kept);
  const device = await deviceDatabases.acquire(owner);
  await device.outbox.bulkPut([waiting(edited, stored, 'vendors'), waiting(added, null, 'vendors'), waiting(file, null, 'files')]);
  await device.receipts.put({ id: file.id, company_id: company, bytes: new Uint8Array([1, 2, 3]).buffer } as WaitingReceipt);
  await device.sync_state.put({ ...freshSyncState(company, 'of the form before'), loaded: true, database: `kontor-3-${owner}-${company}` });

  const db = await openCompanyDatabase(target);
  await deviceDatabases.release(owner);
  expect(inOrder(await here(db))).toEqual(inOrder(kept));

  let isOffline = true;
  const sent: PushChange[] = [];
  engine = createSyncEngine({
    db,
    transport: {
      async pull(companyId, state, limit) {
        if (isOffline) throw new TransportError('network');
        return server.pull(owner, companyId, state, limit);
      },
      async push(companyId, changes) {
        if (isOffline) throw new TransportError('network');
        sent.push(...changes);
        return server.push(owner, companyId, changes);
      },
    },
    random: () => 0,
    refreshSession: async () => true,
  });
  engine.start();
  await until(async () => (await db.device.sync_state.get(company))?.activity === 'offline');
  expect(inOrder(await here(db))).toEqual(inOrder(kept));

  isOffline = false;
  engine.poke('online');
  await until(async () => {
    const state = await db.device.sync_state.get(company);
    return state?.loaded === true && state.activity === 'idle' && (await db.device.outbox.count()) === 0;
  });
  expect(sent.map(({ id }) => id).toSorted()).toEqual([edited.id, added.id, file.id].toSorted());
  const after = await onServer();
  expect(inOrder(await here(db))).toEqual(inOrder(after));
  expect(after.vendors?.map((each) => (each as unknown as { name: string }).name).toSorted()).toEqual([
    'Acme, edited offline',
    'Added offline',
  ]);
  expect(after.files?.map(({ id }) => id)).toEqual([file.id]);
  expect(await db.device.receipts.get(file.id)).toMatchObject({ id: file.id });
  expect(await db.device.issues.count()).toBe(0);
});
