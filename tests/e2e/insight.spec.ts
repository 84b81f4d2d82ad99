import { expect, type Page } from '@playwright/test';
import { Shell } from './pages/shell.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';

const server = sharedServer();

const link = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });
const openList = async (page: Page, name: string): Promise<void> => {
  await link(page, name).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
};
const select = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` }).check();
const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true }).click();

test('what somebody else changes appears in the open history in words and leads to its record', async ({ browser }) => {
  const watcher = await signedIn(browser, server());
  const other = await signedIn(browser, server(), { device: 'train' });
  await openList(watcher, 'Activity');
  await expect(watcher.getByRole('main').getByRole('listitem').first()).toBeVisible();

  await openList(other, 'Vendors');
  await other.getByRole('link', { name: 'Café Grünspan' }).click();
  await other.getByRole('link', { name: 'Edit', exact: true }).click();
  await other.getByRole('textbox', { name: 'City', exact: true }).fill('Cuxhaven');
  await other.getByRole('button', { name: 'Save changes' }).click();

  const entry = watcher.getByRole('main').getByRole('listitem').filter({ hasText: 'City: Hamburg → Cuxhaven' }).first();
  await expect(entry).toContainText('Changed by Svea Petersen');
  await entry.getByRole('link', { name: 'Vendor · Café Grünspan' }).click();
  await expect(watcher.getByRole('heading', { level: 1, name: 'Café Grünspan' })).toBeVisible();
});

test('many records are changed at once and taken back, what is refused stays selected, and a single delete is taken back', async ({
  browser,
}) => {
  const page = await signedIn(browser, server());
  await openList(page, 'Customers');
  const name = 'Brauerei Störtebek';
  await select(page, name);
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByRole('link', { name })).toHaveCount(0);
  await undo(page);
  await expect(page.getByRole('link', { name })).toBeVisible();

  await select(page, name);
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(/1 was left as it is/)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: `Select ${name}` })).toBeChecked();

  await openList(page, 'Products');
  await page.getByRole('main').getByRole('row').nth(1).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Products');
  const product = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText(`${product} deleted`)).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: product, exact: true })).toHaveCount(0);
  await undo(page);
  await expect(page.getByRole('main').getByRole('link', { name: product, exact: true })).toBeVisible();
  await new Shell(page).expectAllSynced();
});

test('a named filter outlives a reload, and the palette does what it names', async ({ browser }) => {
  const page = await signedIn(browser, server());
  await page.getByRole('button', { name: 'Rejected', exact: true }).click();
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('menuitem', { name: 'Save this filter …' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('To look at again');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect(page).toHaveURL(/\/finance\/expenses$/);
  await page.reload();
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('menuitem', { name: 'To look at again' }).click();
  await expect(page.getByRole('button', { name: 'Rejected', pressed: true })).toBeVisible();

  await page.keyboard.press('ControlOrMeta+K');
  await expect(page.getByRole('combobox', { name: 'Search everything' })).toBeFocused();
  await page.keyboard.type('create vend');
  await expect(page.getByRole('option', { name: 'Create vendor' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Create vendor' })).toBeVisible();
});
