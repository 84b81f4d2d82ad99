import { deviceDatabases } from '#data/device/device-database.ts';
import { noticeHeld } from '#data/device/held.ts';
import { createSharedHandles } from '#data/device/shared-handles.ts';
import { toStorageError } from '#data/device/storage-health.ts';
import { withDevice } from '#data/device/with-device.ts';
import { registry } from '#domain/registry.ts';
import type { EntitySpec } from '#domain/shared/define-entity.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { newId } from '#platform/ids/ids.ts';
import { type CompanyDatabase, companyDatabaseName, createCompanyDatabase, type Target } from './company-database.ts';
import { companyStorage, deleteDatabase } from './storage.ts';
import type { Tally } from './tally.ts';

const specs: Readonly<Record<string, EntitySpec>> = registry;
const tallyOf = (collection: string): Tally | undefined => specs[collection]?.tally;

const handles = createSharedHandles<string, CompanyDatabase>({
  async open(key) {
    const [userId = '', companyId = ''] = key.split('/');
    const device = await deviceDatabases.acquire(userId);
    try {
      const parts = { userId, companyId, device, storage: companyStorage(tallyOf), clock: systemClock, newId };
      const older = olderForms(parts);
      const db = await noticeHeld(createCompanyDatabase(parts));
      await leaveOlderForms(db, await older);
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
async function leaveOlderForms(db: CompanyDatabase, older: string[]): Promise<void> {
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

/**
 * Removes a company from this device for good, unsynced work included: ask first. Only once nobody has it open. Its records go first: a company of
 * which anything is left stays listed, and can be removed another time.
 */
export async function deleteCompanyDatabase(target: Target): Promise<void> {
  await handles.release(`${target.userId}/${target.companyId}`);
  await deleteRecords(target);
  await withDevice(target.userId, async (device) => {
    const { companies, meta, outbox, issues, sync_state, receipts, cached_files, drafts, leases, mails } = device;
    const tables = [outbox, issues, sync_state, receipts, cached_files, drafts, leases, mails];
    await device.transaction('rw', [companies, meta, ...tables], async () => {
      // What is noted of it, or of a receipt of it, is called so.
      const ids = [target.companyId, ...(await receipts.where({ company_id: target.companyId }).primaryKeys())];
      const notes = (await meta.toCollection().primaryKeys()).filter((key) => ids.some((id) => key.includes(id)));
      await meta.bulkDelete(notes);
      for (const table of tables) await table.where({ company_id: target.companyId }).delete();
      await companies.delete(target.companyId);
    });
  });
}

/** Removes what this device has of a company from the server, as long as nothing else of it is here; false where there is. Only while nobody has it open. */
export function deleteCompanyCopy(target: Target): Promise<boolean> {
  return withDevice(target.userId, async (device) => {
    const { meta, outbox, issues, sync_state, receipts, cached_files, drafts, mails } = device;
    const unsent = await Promise.all(
      [outbox, issues, receipts, drafts, mails].map((table) => table.where({ company_id: target.companyId }).count()),
    );
    if (unsent.some((count) => count > 0)) return false;
    await deleteRecords(target);
    await device.transaction('rw', [meta, sync_state, cached_files], async () => {
      await meta.bulkDelete((await meta.toCollection().primaryKeys()).filter((key) => key.includes(target.companyId)));
      for (const table of [sync_state, cached_files]) await table.where({ company_id: target.companyId }).delete();
    });
    return true;
  });
}

async function deleteRecords({ userId, companyId }: Target): Promise<void> {
  const names = await databasesWith((name) => name.includes(`${userId}-${companyId}`));
  await Promise.all(names.map(deleteDatabase));
}

/** RxDB keeps one IndexedDB database per collection: `rxdb-dexie-<database>--<version>--<collection>`. */
async function databasesWith(isMeant: (name: string) => boolean): Promise<string[]> {
  return (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('rxdb-dexie-kontor-') && isMeant(name) ? [name] : []));
}

const olderForms = (target: Target): Promise<string[]> => databasesWith((name) => isOlderForm(name, target)).catch(() => []);

const isOlderForm = (name: string, target: Target) =>
  name.startsWith('rxdb-dexie-') &&
  name.includes(`-${target.userId}-${target.companyId}-`) &&
  !name.startsWith(`rxdb-dexie-${companyDatabaseName(target)}-`);
