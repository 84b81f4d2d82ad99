import { type BrowserContext, expect, type Page } from '@playwright/test';
import { ExpenseForm } from './pages/expense-form.ts';
import { Shell } from './pages/shell.ts';
import { NORDLICHT, signIn } from './pages/sign-in.ts';
import { contextOptions } from './support/browser.ts';
import { deviceRows } from './support/device-storage.ts';
import { sharedServer, test } from './support/story.ts';

const server = sharedServer();

const spend = (page: Page, amount: string, description: string) => new ExpenseForm(page).record({ amount, description });
const onServer = async (start: string): Promise<readonly string[]> => {
  const { data } = await server().admin.from('expenses').select('description').like('description', `${start}%`).throwOnError();
  return data.map(({ description }) => String(description)).toSorted();
};
const chosen = (page: Page) => page.getByRole('button', { name: `Current company: ${NORDLICHT}` });
async function ready(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await signIn(page, server().url);
  await new Shell(page).expectReadyForOffline();
  return page;
}

test('local storage alone is cleared, under the app and before a start: what waits stays, nothing is called lost; the tab stays in its company, a new one asks for it', async ({
  browser,
}) => {
  const context = await browser.newContext(contextOptions);
  const before = await ready(context);
  await context.setOffline(true);
  await spend(before, '12.10', 'Cleared store first');
  await before.evaluate(() => localStorage.clear());
  await spend(before, '12.20', 'Cleared store second');
  expect(await deviceRows(before, 'outbox')).toHaveLength(2);
  await before.reload();
  await expect(chosen(before)).toBeVisible();
  await before.evaluate(() => localStorage.clear());
  await before.close();
  const page = await context.newPage();
  await page.goto(`${server().url}/finance/expenses`);
  await page.getByRole('main').getByRole('button', { name: NORDLICHT }).click();
  await expect(chosen(page)).toBeVisible();
  await new Shell(page).expectWaiting(2);
  await expect(page.getByText(/browser (has removed|lost)/)).toHaveCount(0);
  await spend(page, '12.30', 'Cleared store third');
  await context.setOffline(false);
  await new Shell(page).expectAllSynced();
  expect(await onServer('Cleared store')).toEqual(['Cleared store first', 'Cleared store second', 'Cleared store third']);
  await context.close();
});

test('the service worker and what it keeps alone are cleared while work waits: without a network the app works on, and with one all of it arrives', async ({
  browser,
}) => {
  const context = await browser.newContext(contextOptions);
  const page = await ready(context);
  await context.setOffline(true);
  await spend(page, '13.10', 'Cleared worker first');
  await page.evaluate(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await spend(page, '13.20', 'Cleared worker second');
  await context.setOffline(false);
  await page.goto(`${server().url}/finance/expenses`);
  await expect(chosen(page)).toBeVisible();
  await new Shell(page).expectAllSynced();
  expect(await onServer('Cleared worker')).toEqual(['Cleared worker first', 'Cleared worker second']);
  // And it is ready again for the next time without a network.
  await new Shell(page).expectReadyForOffline();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Expenses' })).toBeVisible();
  await context.close();
});
