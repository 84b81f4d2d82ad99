import { type BrowserContext, expect, type Page } from '@playwright/test';
import { ExpenseForm } from './pages/expense-form.ts';
import { Shell } from './pages/shell.ts';
import { signIn } from './pages/sign-in.ts';
import { createDevice } from './support/device.ts';
import { expireSession } from './support/expired-session.ts';
import { sharedServer, test } from './support/story.ts';

const server = sharedServer();
const device = createDevice();
/** The client library tries for 25 s to renew a session without a network; the app must not wait for that. */
const SOONER_MS = 20_000;
test.afterAll(() => device.remove());

const firstPage = async (context: BrowserContext): Promise<Page> => context.pages()[0] ?? (await context.newPage());

async function storedCount(description: string): Promise<number | null> {
  const { count } = await server()
    .admin.from('expenses')
    .select('id', { count: 'exact', head: true })
    .eq('description', description)
    .throwOnError();
  return count;
}

test('with the server gone the app opens from local data, takes an expense in, and sends it when the server is back', async () => {
  const { url } = server();
  const online = await firstPage(await device.open());
  await signIn(online, url);
  await new Shell(online).expectReadyForOffline();
  await device.quit();
  await server().stop();

  const page = await firstPage(await device.open());
  await page.goto(`${url}/finance/expenses`);
  await expect(page.getByRole('table', { name: 'Expenses' }).getByRole('row').nth(5)).toBeVisible();
  await page.goto(`${url}/de/finance/expenses`);
  await expect(page.getByRole('heading', { level: 1, name: 'Ausgaben' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Ausgaben' }).getByRole('row').nth(5)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');

  await page.goto(`${url}/finance/vendors`);
  await expect(page.getByRole('heading', { level: 1, name: 'Vendors' })).toBeVisible();
  const form = new ExpenseForm(page);
  await form.record({ amount: '12.50', description: 'Written while the server was off', vendor: 'Café Grünspan' });
  await new Shell(page).expectWaiting(1);

  await server().start();
  await new Shell(page).expectAllSynced();
  expect(await storedCount('Written while the server was off')).toBe(1);
  await device.quit();
});

test('with an expired session and no network the app opens as ever and syncs after the refresh', async () => {
  const { url } = server();
  await server().stop();
  const context = await device.open({ offline: true });
  await expireSession(context);
  const page = await firstPage(context);
  await page.goto(`${url}/finance/expenses`);
  await expect(page.getByRole('table', { name: 'Expenses' }).getByRole('row').nth(5)).toBeVisible({ timeout: SOONER_MS });
  const form = new ExpenseForm(page);
  await form.record({ amount: '9.99', description: 'Written with an expired session' });
  await new Shell(page).expectWaiting(1);

  await server().start();
  await context.setOffline(false);
  await new Shell(page).expectAllSynced();
  expect(await storedCount('Written with an expired session')).toBe(1);
});
