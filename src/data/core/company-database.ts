import { createRxDatabase, type RxDatabase, type RxStorage } from 'rxdb';
import type { DeviceDatabase } from '#data/device/device-database.ts';
import { COLLECTION_NAMES, type CollectionName, registry } from '#domain/registry.ts';
import type { CompanyCollections } from './stored-form.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { EntitySpec } from '#domain/shared/define-entity.ts';
import { openCollections } from './collections.ts';
import { createExclusive, type Exclusive } from './exclusive.ts';

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

/** Whose copy of which company. */
export type Target = { readonly userId: string; readonly companyId: string };
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
