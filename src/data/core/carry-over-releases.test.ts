import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { freshSyncState } from '#data/changes/sync-state.ts';
import type { OutboxRow } from '#data/changes/outbox-row.ts';
import { deviceDatabases } from '#data/device/device-database.ts';
import { repairCompany } from '#data/sync/repair.ts';
import { COLLECTION_NAMES, registry } from '#domain/registry.ts';
import { newId } from '#platform/ids/ids.ts';
import { leaveOlderForm, type Records, WITH_SHELVES } from '#tests/support/older-form.ts';
import recorded from '#tests/support/released-records.json' with { type: 'json' };
import { companyDatabaseName } from './company-database.ts';
import { closeCompanyDatabase, openCompanyDatabase } from './open-company-database.ts';
import { listStoredIds, readStored } from './stored.ts';

/** What the released programs sent to a device of the demo, a record of each kind and status, and what such a device had not sent: theirs to the letter. */
const RELEASED = recorded.records as unknown as Readonly<Record<string, Records>>;
const UNSENT = recorded.outbox as unknown as Readonly<Record<string, readonly OutboxRow[]>>;
const COMPANY = '0190d0e0-0000-7000-8000-00000000000a';
const OLDER = Number(/\d+/.exec(companyDatabaseName({ userId: '', companyId: '' }))?.[0]) - 1;

let target = { userId: newId(), companyId: COMPANY };
afterEach(async () => {
  await closeCompanyDatabase(target);
  target = { userId: newId(), companyId: COMPANY };
});

const everything = async (db: Awaited<ReturnType<typeof openCompanyDatabase>>) =>
  Promise.all(COLLECTION_NAMES.map(async (kind) => [kind, await readStored(db, kind, await listStoredIds(db, kind, '', 100))] as const));

describe.each(Object.entries(RELEASED))('what %s left on a device that has no network', (_, records) => {
  test('is all there after the update, as records of today', async () => {
    await leaveOlderForm(target, OLDER, records, WITH_SHELVES);
    const kept = await everything(await openCompanyDatabase(target));
    for (const [kind, found] of kept) {
      expect([kind, [...found.keys()].sort()]).toEqual([kind, (records[kind] ?? []).map(({ id }) => id).sort()]);
      for (const record of found.values()) expect(z.safeParse(registry[kind].schema, record)).toEqual({ success: true, data: record });
    }
  });
});

test.each(Object.entries(UNSENT))(
  'what %s had not sent is shown as records of today, and sent as it was written',
  async (release, rows) => {
    await leaveOlderForm(target, OLDER, RELEASED[release] ?? {}, WITH_SHELVES);
    const device = await deviceDatabases.acquire(target.userId);
    await device.sync_state.put({ ...freshSyncState(COMPANY, 'of the older copy'), loaded: true });
    await device.outbox.bulkPut([...rows]);
    const db = await openCompanyDatabase(target);
    await repairCompany(db);
    expect(await device.outbox.toArray()).toEqual(rows.toSorted((a, b) => (a.key < b.key ? -1 : 1)));
    for (const { collection, id, mine } of rows) {
      const shown = (await readStored(db, collection, [id])).get(id);
      expect(shown ? { ...shown, ...mine } : null).toEqual(shown ?? mine);
      // A line lacks what came to lines since: whoever reads lines knows.
      const today = shown && z.parse(registry[collection].schema, shown);
      expect(Object.keys(today ?? {}).sort()).toEqual(Object.keys(shown ?? {}).sort());
    }
    await deviceDatabases.release(target.userId);
  },
);
