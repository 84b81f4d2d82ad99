import { createRxDatabase, type RxDatabase, type RxStorage } from 'rxdb';
import { type DeviceDatabase, deviceDatabases } from '#data/device/device-database.ts';
import { COLLECTION_NAMES, type CollectionName, registry } from '#domain/registry.ts';
import type { CompanyCollections } from './stored-form.ts';
import { type Clock, systemClock } from '#platform/clock/clock.ts';
import { newId } from '#platform/ids/ids.ts';
import type { EntitySpec } from '#domain/shared/define-entity.ts';
import { openCollections } from './collections.ts';
import { createExclusive, type Exclusive } from './exclusive.ts';
import { createSharedHandles } from '#data/device/shared-handles.ts';
import { companyStorage, deleteDatabase } from './storage.ts';
import { toStorageError } from '#data/device/storage-health.ts';
import type { Tally } from './tally.ts';

/** The local database of one company as one user sees it, together with the user's device database. */
export type CompanyDatabase = {
  readonly companyId: string;
  readonly userId: string;
  readonly collections: CompanyCollections;
  /** The collections that are open, parents before children: all of the registry, except in tests of several devices (RxDB's limit is per page). */
  readonly names: readonly CollectionName[];
  readonly device: DeviceDatabase;
  readonly rx: RxDatabase;
  /** Every read-decide-write of synced documents, in any tab, runs inside it: user writes and the engine never interleave (SYNC-3). */
  readonly exclusive: Exclusive;
  readonly clock: Clock;
  /** Mints the name of a new version, `<client>-<n>`. */
  newRev(): string;
};

/** Raise when the stored form changes (a test says when): the device loads a fresh copy, and until then works with the newest records of the older one; unsynced work lives in the outbox and stays. */
const LOCAL_FORM = 13;

type Target = { readonly userId: string; readonly companyId: string };
export type DatabaseParts = Target & {
  readonly device: DeviceDatabase;
  readonly storage: RxStorage<unknown, unknown>;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly multiInstance?: boolean;
  readonly exclusive?: Exclusive;
  readonly only?: readonly CollectionName[];
};

export const companyDatabaseName = ({ userId, companyId }: Target) => `kontor-${LOCAL_FORM}-${userId}-${companyId}`;

/** Builds the database from its parts; the app uses `openCompanyDatabase`. */
export async function createCompanyDatabase(parts: DatabaseParts): Promise<CompanyDatabase> {
  const name = companyDatabaseName(parts);
  const rx = await createRxDatabase({ name, storage: parts.storage, multiInstance: parts.multiInstance ?? true, eventReduce: true });
  const names = COLLECTION_NAMES.filter((each) => parts.only?.includes(each) ?? true);
  const opened = await openCollections(
    rx,
    names.flatMap((each) => specs[each] ?? []),
  );
  const collections = opened as unknown as CompanyCollections;
  const { companyId, userId, device, clock } = parts;
  const exclusive = parts.exclusive ?? createExclusive(`kontor-write-${userId}-${companyId}`);
  return { companyId, userId, collections, names, device, rx, exclusive, clock, newRev: createRevMinter(parts.newId()) };
}

/**
 * A client id belongs to one opening of the database, so a mutation id can't come twice: not from two tabs,
 * and not after the browser brought back an older copy of its storage, which a persisted counter would not survive.
 */
function createRevMinter(client: string): () => string {
  let count = 0;
  return () => `${client}-${++count}`;
}

const specs: Readonly<Record<string, EntitySpec>> = registry;
const tallyOf = (collection: string): Tally | undefined => specs[collection]?.tally;

const handles = createSharedHandles<string, CompanyDatabase>({
  async open(key) {
    const [userId = '', companyId = ''] = key.split('/');
    const device = await deviceDatabases.acquire(userId);
    try {
      const db = await createCompanyDatabase({ userId, companyId, device, storage: companyStorage(tallyOf), clock: systemClock, newId });
      await leaveOlderForms(db);
      return db;
    } catch (error) {
      await deviceDatabases.release(userId);
      throw toStorageError(error);
    }
  },
  async close(db) {
    await db.rx.close();
    await deviceDatabases.release(db.userId);
  },
});

/** What an older version of the app kept is taken along once, then removed; where that fails the next start tries again. */
async function leaveOlderForms(db: CompanyDatabase): Promise<void> {
  const older = await databasesWith((name) => isOlderForm(name, db)).catch(() => []);
  if (older.length === 0) return;
  const { carryOver } = await import('./carry-over.ts');
  await carryOver(db, older);
  void Promise.all(older.map(deleteDatabase)).catch(() => undefined); // what stays only takes up room
}

/** Opens the company's database, or joins who already has it open. Every call needs one `closeCompanyDatabase`. */
export function openCompanyDatabase({ userId, companyId }: Target): Promise<CompanyDatabase> {
  return handles.acquire(`${userId}/${companyId}`);
}

/** Gives the database back; the last one closes it. */
export function closeCompanyDatabase({ userId, companyId }: Target): Promise<void> {
  return handles.release(`${userId}/${companyId}`);
}

/** Removes a company from this device for good, unsynced work included: ask first. Only once nobody has it open. */
export async function deleteCompanyDatabase(target: Target): Promise<void> {
  await handles.release(`${target.userId}/${target.companyId}`);
  const device = await deviceDatabases.acquire(target.userId);
  try {
    const { companies, outbox, issues, sync_state, receipts, cached_files, drafts, leases, mails } = device;
    const tables = [outbox, issues, sync_state, receipts, cached_files, drafts, leases, mails];
    await device.transaction('rw', [companies, ...tables], async () => {
      for (const table of tables) await table.where({ company_id: target.companyId }).delete();
      await companies.delete(target.companyId);
    });
  } finally {
    await deviceDatabases.release(target.userId);
  }
  const names = await databasesWith((name) => name.includes(`${target.userId}-${target.companyId}`));
  await Promise.all(names.map(deleteDatabase));
}

/** RxDB keeps one IndexedDB database per collection: `rxdb-dexie-<database>--<version>--<collection>`. */
async function databasesWith(isMeant: (name: string) => boolean): Promise<string[]> {
  return (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('rxdb-dexie-kontor-') && isMeant(name) ? [name] : []));
}

const isOlderForm = (name: string, target: Target) =>
  name.startsWith('rxdb-dexie-') &&
  name.includes(`-${target.userId}-${target.companyId}-`) &&
  !name.startsWith(`rxdb-dexie-${companyDatabaseName(target)}-`);
