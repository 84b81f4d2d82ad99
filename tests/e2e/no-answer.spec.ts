import { expect, type Page } from '@playwright/test';
import { ExpenseForm } from './pages/expense-form.ts';
import { Shell } from './pages/shell.ts';
import { NORDLICHT, signIn } from './pages/sign-in.ts';
import { contextOptions } from './support/browser.ts';
import { databaseNames } from './support/device-storage.ts';
import { pngReceipt, sha256 } from './support/receipts.ts';
import { sharedServer, test } from './support/story.ts';

const server = sharedServer();
const OTHER = 'Brightwater Consulting Ltd';
test.afterEach(() => server().thaw());

async function signOut(page: Page): Promise<void> {
  await new Shell(page).openUserMenu();
  await page.getByRole('button', { name: 'Sign out' }).click();
}

test('on a line that carries nothing the app opens, saves an expense with its photo, leaves a company it has not got, and signs out; nothing is lost', async ({
  browser,
}) => {
  const { url, admin, freeze, thaw } = server();
  const context = await browser.newContext(contextOptions);
  const page = await context.newPage();
  const shell = new Shell(page);
  await signIn(page, url);
  await shell.expectReadyForOffline();

  freeze();
  await page.goto(`${url}/finance/expenses`);
  await expect(page.getByRole('table', { name: 'Expenses' }).getByRole('row').nth(5)).toBeVisible();
  const form = new ExpenseForm(page);
  const photo = pngReceipt('one-bar.png', 9, 900, 600);
  await form.record({ amount: '31.70', description: 'Written with one bar', receipts: [photo] });
  await shell.expectWaiting(2);

  // What this device has nothing of can't be shown; the way back is open.
  await page.getByRole('button', { name: /^Current company/ }).click();
  await page.getByRole('banner').getByRole('button', { name: OTHER, exact: true }).click();
  await page.getByRole('button', { name: 'Choose another company' }).click();
  await page.getByRole('main').getByRole('button', { name: NORDLICHT }).click();
  await shell.expectWaiting(2);
  await signOut(page);
  await expect(page.getByRole('dialog')).toContainText('2 changes');
  await page.keyboard.press('Escape');

  thaw();
  await shell.expectAllSynced();
  const { data } = await admin.from('expenses').select('id, files(sha256)').eq('description', 'Written with one bar').throwOnError();
  expect(data).toEqual([expect.objectContaining({ files: [{ sha256: sha256(photo.buffer) }] })]);

  freeze();
  await signOut(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  await expect.poll(() => databaseNames(page)).toEqual([]);
  await context.close();
});
