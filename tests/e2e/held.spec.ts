import { expect, type Page } from '@playwright/test';
import { Shell } from './pages/shell.ts';
import { fillSignIn, NORDLICHT, signIn } from './pages/sign-in.ts';
import { contextOptions } from './support/browser.ts';
import { databaseNames } from './support/device-storage.ts';
import { sharedServer, test } from './support/story.ts';

const server = sharedServer();

/** Holds the databases of this device as a tab does that stands still: it hears nothing of what becomes of them. */
const holdDatabases = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('kontor-device-') ? [name] : []));
    const opened = names.map(
      (name) =>
        new Promise<IDBDatabase>((resolve, reject) => {
          const request = indexedDB.open(name);
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        }),
    );
    Object.assign(globalThis, { held: await Promise.all(opened) });
    return names.length;
  });

test('[SYNC-72] who signs in again while another tab still holds what is to be deleted is told, and is in as soon as that tab is closed; nothing written since goes', async ({
  browser,
}) => {
  const context = await browser.newContext(contextOptions);
  const page = await context.newPage();
  await signIn(page, server().url);
  await new Shell(page).expectAllSynced();
  const deaf = await context.newPage();
  await deaf.goto(`${server().url}/healthz`);
  expect(await holdDatabases(deaf)).toBe(1);

  await new Shell(page).openUserMenu();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  // Whoever is in again before anything was deleted finds all of it, and waits for nobody.
  await expect.poll(async () => (await databaseNames(page)).filter((name) => !name.startsWith('kontor-device-'))).toEqual([]);
  await fillSignIn(page);
  const notice = page.getByRole('status').filter({ has: page.getByRole('heading', { name: 'Kontor is still open in another tab' }) });
  await expect(notice).toContainText('Close it; this page then goes on by itself.');
  await page.reload();
  await expect(notice).toBeVisible();

  await deaf.close();
  await expect(page.getByRole('button', { name: `Current company: ${NORDLICHT}` })).toBeVisible();
  await expect(notice).toHaveCount(0);
  await new Shell(page).expectAllSynced();
  await expect(page.getByText('The data on this device was closed.')).toHaveCount(0);
  await context.close();
});
