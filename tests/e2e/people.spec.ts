import { expect, type Page } from '@playwright/test';
import { ExpenseForm } from './pages/expense-form.ts';
import { Invoices } from './pages/invoices.ts';
import { Shell } from './pages/shell.ts';
import { fillSignIn, signIn } from './pages/sign-in.ts';
import { newColleague } from './support/colleague.ts';
import { databaseNames } from './support/device-storage.ts';
import { sharedServer, test } from './support/story.ts';

const server = sharedServer();
const EMAIL = 'ida.brunner@example.com';
const localDatabases = async (page: Page): Promise<string[]> => (await databaseNames(page)).filter((name) => name !== '');

async function newestLinkTo(address: string): Promise<string> {
  const find = async () => (await server().mailsTo(address)).find(({ link }) => link !== undefined)?.link ?? '';
  await expect.poll(find).toMatch(/^http/);
  return find();
}

/** Before there is a company: password, profile and what concerns the app are at hand, and the way back to founding one. */
async function expectOneself(page: Page): Promise<void> {
  await expect(page.getByRole('textbox', { name: 'Company name' })).toBeVisible();
  await new Shell(page).openUserMenu();
  await page.getByRole('link', { name: 'Security' }).click();
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ida Brunner');
  for (const [path, title] of [
    ['/system/changelog', 'Changelog'],
    ['/dev/realtime', 'Live Connection'],
  ] as const) {
    await page.goto(server().url + path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
  await page.getByRole('main').getByRole('link', { name: 'Choose a company' }).first().click();
}

test('a new person registers, confirms by mail, founds a company, captures a first expense and writes a first invoice', async ({
  page,
}) => {
  await page.goto(`${server().url}/auth/login`);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ida Brunner');
  await page.getByRole('textbox', { name: 'Email' }).fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Password', { exact: true }).fill('a quiet harbour at dawn');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await page.goto(await newestLinkTo(EMAIL));
  await expectOneself(page);

  await page.getByRole('textbox', { name: 'Company name' }).fill('Brunner Keramik');
  await page.getByRole('button', { name: 'Create company' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Brunner Keramik' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Write the first invoice/ })).toHaveAttribute('href', /\/finance\/invoices\/create$/);
  await page.getByRole('link', { name: /Capture the first expense/ }).click();
  const form = new ExpenseForm(page);
  const category = page.getByRole('textbox', { name: 'Category' });
  const categories = page.getByRole('listbox').getByRole('option');
  await category.click();
  await expect.poll(() => categories.count()).toBeGreaterThan(5);
  await categories.first().click();
  await form.fill({ amount: '24.90', description: 'Clay and glaze' });
  await form.saveAndSee();
  await new Shell(page).expectAllSynced();
  const { data } = await server()
    .admin.from('expenses')
    .select('amount, companies(name)')
    .eq('description', 'Clay and glaze')
    .throwOnError();
  expect(data).toEqual([{ amount: 24.9, companies: { name: 'Brunner Keramik' } }]);

  const invoices = new Invoices(page);
  await invoices.openNew();
  await page.keyboard.type('Möwe GmbH');
  await expect(page.getByRole('option', { name: 'Create “Möwe GmbH”' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(invoices.customer).toHaveValue('Möwe GmbH');
  await invoices.cell('description', 1).fill('Painting');
  await invoices.cell('unit_price', 1).fill('250');
  await invoices.saveWithKeys();
  await page.goto(`${server().url}/`);
  await expect(page.getByRole('heading', { level: 1, name: 'Finance dashboard' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: /1\s*invoice draft/ })).toBeVisible();
});

test('a forgotten password is replaced by way of a mail', async ({ page }) => {
  const forgetful = 'forgetful@example.com';
  await newColleague(server(), forgetful);
  await page.goto(`${server().url}/auth/login`);
  await fillSignIn(page, { as: forgetful, password: 'not the password' });
  await expect(page.getByRole('alert').filter({ hasText: 'Email and password do not match.' })).toBeVisible();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill(forgetful);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await page.goto(await newestLinkTo(forgetful));
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('lighthouse keeper 7');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Nordlicht Webdesign GmbH' })).toBeVisible();

  await new Shell(page).openUserMenu();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  // Whoever leaves before it is done is still signed in.
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  await signIn(page, server().url, { as: forgetful, password: 'lighthouse keeper 7' });
});

test('signing out names what would be lost, and empties the device only when told to', async ({ page, context }) => {
  const { url, admin } = server();
  await signIn(page, url, { as: 'employee@example.com' });
  await new Shell(page).expectReadyForOffline();
  expect((await localDatabases(page)).length).toBeGreaterThan(2);
  await context.setOffline(true);
  const form = new ExpenseForm(page);
  await form.record({ amount: '3.20', description: 'Only on this device' });
  await new Shell(page).expectWaiting(1);

  await new Shell(page).openUserMenu();
  await page.getByRole('button', { name: 'Sign out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Some changes exist only on this device' });
  await expect(dialog).toContainText('1 change has not reached the server yet.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await new Shell(page).expectWaiting(1);

  await new Shell(page).openUserMenu();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await dialog.getByRole('button', { name: 'Delete changes and sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect.poll(() => localDatabases(page)).toEqual([]);
  expect((await context.cookies()).filter(({ name, value }) => name.startsWith('sb-kontor-auth-token') && value !== '')).toEqual([]);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  const { count } = await admin.from('expenses').select('id', { count: 'exact', head: true }).eq('description', 'Only on this device');
  expect(count).toBe(0);
});
