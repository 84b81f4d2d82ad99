import type { RxStorage } from 'rxdb';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';

/** The storage of company databases. */
export function companyStorage(): RxStorage<unknown, unknown> {
  return getRxStorageDexie() as unknown as RxStorage<unknown, unknown>;
}
