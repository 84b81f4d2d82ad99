import type { Page } from '@playwright/test';

/** Names of the local databases of the page's origin. */
export const databaseNames = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''));

type Table = 'drafts' | 'issues' | 'meta' | 'outbox' | 'receipts' | 'sync_state';

/** The rows of a table of the user's device database, as the browser stored them. */
export const deviceRows = (page: Page, table: Table): Promise<unknown[]> => asked(page, table, 'getAll');

/** Takes the rows of a table away, past the app. */
export const emptyTable = (page: Page, table: Table): Promise<unknown> => asked(page, table, 'clear');

function asked(page: Page, table: Table, what: 'getAll' | 'clear'): Promise<unknown[]> {
  return page.evaluate(
    async ([name, method]) => {
      const known = (await indexedDB.databases()).find((database) => database.name?.startsWith('kontor-device-'));
      if (!known?.name) return [];
      const opening = indexedDB.open(known.name);
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      try {
        const rows = database.transaction(name, method === 'clear' ? 'readwrite' : 'readonly').objectStore(name);
        const answer = rows[method]() as IDBRequest<unknown>;
        return await new Promise<unknown[]>((resolve, reject) => {
          answer.onsuccess = () => resolve(answer.result as unknown[]);
          answer.onerror = () => reject(answer.error);
        });
      } finally {
        database.close();
      }
    },
    [table, what] as const,
  );
}
