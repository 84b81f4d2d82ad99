import { type CollectionName, referringTo } from '#domain/registry.ts';
import { AppError } from '#domain/errors.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import type { CompanyDatabase } from './company-database.ts';
import type { Collection } from './stored-form.ts';

/**
 * Throws AppError `in_use` while a record refers to this one in a field that protects it: the server would refuse to delete it, so this device
 * does not even try.
 */
export async function refuseInUse(db: CompanyDatabase, name: CollectionName, id: string): Promise<void> {
  for (const { from, field, protects } of referringTo(name)) {
    if (!protects) continue;
    const collection = db.collections[from] as unknown as Collection<SyncedRecord & Record<string, unknown>>;
    if (await collection.findOne({ selector: { [field]: id } }).exec()) throw new AppError('in_use', { collection: name, id });
  }
}
