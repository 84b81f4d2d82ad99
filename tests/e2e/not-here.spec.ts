import { expect } from '@playwright/test';
import { ExpenseForm } from './pages/expense-form.ts';
import { Shell } from './pages/shell.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';

const server = sharedServer();

test('a page that is not on the device yet says so without a connection, opens with the next one, and the form that was left keeps what was typed', async ({
  browser,
}) => {
  const page = await signedIn(browser, server(), { width: 1366 });
  // Else all pages are fetched while nobody waits for them.
  await page.addInitScript(() => delete (globalThis as { requestIdleCallback?: unknown }).requestIdleCallback);
  await page.goto(`${server().url}/finance/expenses/create`);
  const form = new ExpenseForm(page);
  await form.amount.fill('12.50');
  await form.description.fill('Typed before the tunnel');
  await page.evaluate(() => caches.delete('kept-later'));
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
  await page.context().setOffline(true);
  await page.getByRole('navigation').locator('a[href$="/settings"]').first().click();
  await page.getByRole('main').locator('a[href$="/settings/notifications"]').click();
  const notHere = page.getByRole('heading', { name: 'Not on this device yet' });
  await expect(notHere).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'There is still no connection.' })).toBeVisible();
  await page.getByRole('button', { name: 'Go back' }).click();
  await expect(notHere).toBeHidden();
  await page.goBack();
  await expect(form.description).toHaveValue('Typed before the tunnel');
  await expect(form.amount).toHaveValue('12.50');
  await page.goForward();
  await page.goForward();
  await expect(notHere).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
  await page.reload(); // the stories after this one find everything again
  await new Shell(page).expectReadyForOffline();
});
