import { createRxDatabase } from 'rxdb';
import { openCollections } from '#data/core/collections.ts';
import { type CompanyDatabase, companyDatabaseName } from '#data/core/company-database.ts';
import { companyStorage } from '#data/core/storage.ts';
import { writeStored } from '#data/core/stored.ts';
import { COLLECTION_NAMES, type CollectionName, registry } from '#domain/registry.ts';
import type { EntitySpec } from '#domain/shared/define-entity.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';

export type Records = Partial<Record<CollectionName, readonly SyncedRecord[]>>;
type Target = { readonly userId: string; readonly companyId: string };

/** The kinds there were while each had a collection of its own: as many as RxDB opens. */
const THEN = `companies members expense_categories vendors customers invoice_products invoices payments
  recurring_invoices expenses recurring_expenses files activity_log`.split(/\s+/);
/** Each of them as it was stored in the last form before shelves. */
export const WITHOUT_SHELVES: readonly EntitySpec[] = COLLECTION_NAMES.filter((name) => THEN.includes(name)).map((name) => {
  const { shelf: _shelf, ...spec } = registry[name] as unknown as EntitySpec;
  return name === 'members' ? { ...spec, indexes: [['user_id', 'id']] } : spec;
});
export const WITH_SHELVES: readonly EntitySpec[] = Object.values(registry) as never;

/** Leaves a company's database of an older form on this device, as an older version of the app wrote it. */
export async function leaveOlderForm(target: Target, form: number, records: Records, specs = WITHOUT_SHELVES): Promise<void> {
  const name = companyDatabaseName(target).replace(/^kontor-\d+/, `kontor-${form}`);
  const rx = await createRxDatabase({ name, storage: companyStorage(), multiInstance: false });
  const db = { collections: await openCollections(rx, specs) } as unknown as CompanyDatabase;
  for (const [kind, rows = []] of Object.entries(records) as [CollectionName, readonly SyncedRecord[] | undefined][])
    await writeStored(db, kind, new Map(rows.map((row) => [row.id, row])));
  await rx.close();
}
