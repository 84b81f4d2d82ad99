import { type Collection, Dexie } from 'dexie';
import * as z from 'zod/mini';
import { type CollectionName, registry } from '#domain/registry.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { log } from '#platform/log/log.ts';
import type { CompanyDatabase } from './company-database.ts';
import type { EntitySpec, Shelf } from '#domain/shared/define-entity.ts';
import { completed, toRecord } from './stored-form.ts';
import { listStoredIds, putStored } from './stored.ts';

/** Enough to go on working with; whatever is older comes with the fresh copy. */
const CARRIED = 2_000;

type Row = Record<string, unknown>;
const specs: Readonly<Record<string, EntitySpec>> = registry;
/** The names that a shelf has, or had in an older form. */
const SHELVES: readonly Shelf[] = ['master_data'];

/**
 * An update may start for the first time without a network. So that the company is there all the same, the newest records of the older form's
 * databases (`rxdb-dexie-<database>--<version>--<collection>`) are taken along; the next sync replaces them by a fresh copy.
 * What cannot be read is left out: it is on the server, and unsynced work lives in the outbox.
 * A kind that has records already was carried over before something cut the rest off.
 */
export async function carryOver(db: CompanyDatabase, olderDatabases: readonly string[]): Promise<void> {
  if (await isLoaded(db)) return;
  for (const name of db.names) {
    // The newest form first. Where that one was itself cut off, the kind still lies in the form before.
    const older = olderDatabases.filter((each) => mayHold(each, name)).sort((a, b) => formOf(b) - formOf(a));
    for (const each of older) {
      if ((await listStoredIds(db, name, '', 1)).length > 0) break;
      try {
        await carryCollection(db, name, await newestRows(each, name));
      } catch (error) {
        log.warn('storage.not_carried_over', { collection: name, error });
      }
    }
  }
}

/** What is missing then was deleted since: an older copy that could not be removed must not bring it back. */
async function isLoaded({ companyId, device, rx }: CompanyDatabase): Promise<boolean> {
  const state = await device.sync_state.get(companyId);
  return state?.loaded === true && state.storage_token === (await rx.storageToken);
}

const formOf = (database: string): number => Number(/kontor-(\d+)-/.exec(database)?.[1]);

/** A kind may have moved onto a shelf since, or off one. */
const mayHold = (database: string, name: CollectionName): boolean => [name, ...SHELVES].some((each) => database.endsWith(`--${each}`));

async function carryCollection(db: CompanyDatabase, name: CollectionName, rows: readonly Row[]): Promise<void> {
  const spec = specs[name];
  if (!spec) return;
  const records = rows.flatMap((row) => recordOf(spec, row) ?? []);
  // What has come to be there meanwhile is newer.
  if (records.length > 0) await db.exclusive(() => putStored(db, name, new Map(records.map((record) => [record.id, record])), new Map()));
}

async function newestRows(database: string, name: CollectionName): Promise<Row[]> {
  const dexie = await new Dexie(database).open();
  try {
    const docs = dexie.tables.find((table) => table.name === 'docs');
    if (!docs) return [];
    const isShelf = !database.endsWith(`--${name}`);
    const rows: Collection<Row> = isShelf ? docs.where(':id').startsWith(`${name}:`) : docs.toCollection();
    return await rows.reverse().limit(CARRIED).toArray();
  } finally {
    dexie.close();
  }
}

/** The record as it is known today: a field that the older form did not have is empty. Null for what is deleted or fits no more. */
function recordOf(spec: EntitySpec, row: Row): SyncedRecord | null {
  if (row['_deleted'] === '1' || row['_deleted'] === true) return null;
  const known = Object.entries(spec.schema.shape).filter(([field]) => row[field] !== undefined);
  const fields = known.map(([field, type]) => [field, fieldOf(row[field], type as z.core.$ZodTypes)]);
  const result = z.safeParse(spec.schema, completed(spec, toRecord(spec, Object.fromEntries(fields) as SyncedRecord)));
  return result.success ? (result.data as unknown as SyncedRecord) : null;
}

/** The storage keeps an indexed yes or no as '1' or '0'. */
function fieldOf(value: unknown, type: z.core.$ZodTypes): unknown {
  return type._zod.def.type === 'boolean' && (value === '1' || value === '0') ? value === '1' : value;
}
