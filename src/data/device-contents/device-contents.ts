import { liveQuery } from 'dexie';
import { from, type Observable } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { COLLECTION_NAMES, type CollectionName } from '#domain/registry.ts';
import { onDevice } from '#data/device/storage-health.ts';

export type CachedFiles = { readonly count: number; readonly bytes: number };

/** Records per collection on this device. Counted on request, not live: at 100,000 rows a count takes most of a second. */
export async function recordCounts(db: CompanyDatabase): Promise<Record<CollectionName, number>> {
  const counts = await Promise.all(COLLECTION_NAMES.map(async (name) => [name, await db.collections[name].count().exec()] as const));
  return Object.fromEntries(counts) as Record<CollectionName, number>;
}

const isThumbnail = (id: string) => id.startsWith('thumb:');

/** Receipt files kept for offline use; small pictures count towards the bytes only. */
export function watchCachedFiles({ device, companyId }: CompanyDatabase): Observable<CachedFiles> {
  return from(
    liveQuery(async () => {
      let [count, bytes] = [0, 0];
      await device.cached_files.where({ company_id: companyId }).each((file) => {
        bytes += file.size;
        if (!isThumbnail(file.id)) count += 1;
      });
      return { count, bytes };
    }),
  );
}

/** Drops the kept files; receipts that wait for their upload live elsewhere and stay. */
export async function clearCachedFiles({ device, companyId }: CompanyDatabase): Promise<void> {
  await onDevice(device.cached_files.where({ company_id: companyId }).delete());
}
