import type { Page } from '@playwright/test';

/** Names of the local databases of the page's origin. */
export const databaseNames = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''));

/** The rows of a table of the user's device database, as the browser stored them. */
export function deviceRows(page: Page, table: 'drafts' | 'issues' | 'meta' | 'outbox' | 'receipts' | 'sync_state'): Promise<unknown[]> {
  return page.evaluate(async (name) => {
    const known = (await indexedDB.databases()).find((database) => database.name?.startsWith('kontor-device-'));
    if (!known?.name) return [];
    const asked = indexedDB.open(known.name);
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
    try {
      const rows = database.transaction(name).objectStore(name).getAll();
      return await new Promise<unknown[]>((resolve, reject) => {
        rows.onsuccess = () => resolve(rows.result);
        rows.onerror = () => reject(rows.error);
      });
    } finally {
      database.close();
    }
  }, table);
}
