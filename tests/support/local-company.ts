import { Dexie } from 'dexie';
import { IDBKeyRange, indexedDB } from 'fake-indexeddb';
import type { RxStorage } from 'rxdb';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import type { CommandContext } from '#data/core/command-context.ts';
import { type CompanyDatabase, createCompanyDatabase } from '#data/core/company-database.ts';
import { createLocalExclusive } from '#data/core/exclusive.ts';
import { readStored, writeStored } from '#data/core/stored.ts';
import { DeviceDatabase } from '#data/device/device-database.ts';
import type { CollectionName, RecordIn } from '#domain/registry.ts';
import { type PermissionKey, PERMISSION_KEYS } from '#domain/access/access.ts';
import { createIdSource } from '#platform/ids/ids.ts';
import { systemClock } from '#platform/clock/clock.ts';

// Whatever a test imports first: Dexie looks for an IndexedDB when it is loaded, and finds this one when it is used.
Dexie.dependencies.indexedDB = indexedDB;
Dexie.dependencies.IDBKeyRange = IDBKeyRange;

export const AUTHOR = '00000000-0000-7000-8000-000000000001';
export const COLLEAGUE = '00000000-0000-7000-8000-000000000002';
const NOW = new Date('2026-01-31T23:30:00Z');

export type LocalCompany = {
  db: CompanyDatabase;
  ctx: CommandContext;
  as(userId: string, ...keys: PermissionKey[]): CommandContext;
  stop(): Promise<void>;
};

/** One company on one device: real RxDB on memory storage, a real device database, no server. `ctx` may do everything without being owner. */
export async function localCompany(): Promise<LocalCompany> {
  const { newId } = createIdSource({ nowMs: () => Date.now(), randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)) });
  const companyId = newId();
  const device = new DeviceDatabase(newId());
  await device.open();
  const storage = getRxStorageMemory() as unknown as RxStorage<unknown, unknown>;
  const exclusive = createLocalExclusive();
  const db = await createCompanyDatabase({
    userId: AUTHOR,
    companyId,
    device,
    storage,
    clock: systemClock,
    newId,
    multiInstance: false,
    exclusive,
  });
  const as = (userId: string, ...keys: PermissionKey[]): CommandContext => ({
    companyId,
    userId,
    access: { userId, isOwner: false, isAdmin: false, keys: new Set(keys) },
    timezone: 'Europe/Berlin',
    now: () => NOW,
    today: () => '2026-02-01',
    newId,
  });
  const stop = async () => {
    await db.rx.close();
    device.close();
  };
  return { db, as, ctx: as(AUTHOR, ...PERMISSION_KEYS), stop };
}

/** The company's database as one act sees it before which, while it waits for its turn, something else happens once. */
export function justBefore(db: CompanyDatabase, meanwhile: () => Promise<unknown>): CompanyDatabase {
  let isDone = false;
  const exclusive: CompanyDatabase['exclusive'] = async (act) => {
    if (!isDone) await meanwhile();
    isDone = true;
    return db.exclusive(act);
  };
  return { ...db, exclusive };
}

/** A record that waits is on its way now. */
export async function takesOff({ db: { device } }: LocalCompany, name: CollectionName, id: string): Promise<void> {
  const row = await device.outbox.get(`${name}:${id}`);
  if (!row) throw new Error(`${name} ${id} does not wait`);
  await device.outbox.put({ ...row, flight: { rev: row.rev, op: row.op, doc: row.mine, base_rev: null } });
}

/** A record as a screen shows it now. */
export async function shown<N extends CollectionName>({ db }: LocalCompany, name: N, id: string): Promise<RecordIn<N>> {
  const record = (await readStored(db, name, [id])).get(id);
  if (!record) throw new Error(`${name} ${id} is not on this device`);
  return record;
}

/** Another device's change of a record that the server knew arrives: nothing of it waits here. */
export async function changedElsewhere<N extends CollectionName>(
  { db }: LocalCompany,
  name: N,
  record: RecordIn<N>,
  change: Partial<RecordIn<N>>,
): Promise<void> {
  const arrived = { ...record, ...change, rev: `srv-${crypto.randomUUID()}` };
  await db.exclusive(async () => {
    await writeStored(db, name, new Map([[record.id, arrived]]));
    await db.device.outbox.clear();
  });
}
