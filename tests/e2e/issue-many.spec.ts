import { expect, type Locator, type Page } from '@playwright/test';
import { LIVE_MS } from '#tests/support/patience.ts';
import { Invoices } from './pages/invoices.ts';
import { Shell } from './pages/shell.ts';
import { expectGerman } from './support/german.ts';
import { ADDRESS, ownCustomer, ownDrafts } from './support/own-records.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';

const server = sharedServer();

/** Numbers in the order in which the drafts were made. */
async function numbersOf(ids: readonly string[]): Promise<readonly (string | null)[]> {
  const { data } = await server().admin.from('invoices').select('id, number').in('id', ids).throwOnError();
  const found = new Map((data as { id: string; number: string | null }[]).map(({ id, number }) => [id, number]));
  return ids.map((id) => found.get(id) ?? null);
}

/** Finds them in the list and selects all that are found. */
async function select(page: Page, text: string, count: number): Promise<Locator> {
  await new Invoices(page).openList();
  await page.getByRole('searchbox').fill(text);
  const main = page.getByRole('main');
  // Of the list before as many rows may be in sight.
  await expect(main.locator('[data-list-total]')).toHaveText(new RegExp(`^${count} entries`));
  await main.getByRole('checkbox', { name: 'Select all' }).check();
  const bar = page.getByRole('toolbar', { name: 'Selected records' });
  await expect(bar).toContainText(`${count} selected`);
  return bar;
}

test('of fourteen drafts twelve are issued together in their order, and the two that miss something are named with the way to it', async ({
  browser,
}) => {
  const page = await signedIn(browser, server(), { width: 1366 });
  const buyer = await ownCustomer(server(), 'Kornhaus Zwölf GmbH', { ...ADDRESS, email: 'zwoelf@kornhaus.example' });
  const made = await ownDrafts(server(), buyer, 12);
  await ownDrafts(server(), await ownCustomer(server(), 'Kornhaus ohne Anschrift', { country: 'DE' }), 1);
  await ownDrafts(server(), await ownCustomer(server(), 'Kornhaus Satz GmbH'), 1, 18);
  const bar = await select(page, 'Kornhaus', 14);
  await bar.getByRole('button', { name: 'Issue …' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Issue 12 invoices?' })).toBeVisible();
  await expect(dialog).toContainText('€27,846.00');
  const held = dialog.getByRole('group').filter({ hasText: '2 need you first' });
  await expect(held.getByRole('listitem').filter({ hasText: 'ohne Anschrift' })).toContainText(
    'Missing: Street of the customer, Postal code of the customer, City of the customer',
  );
  await expect(held.getByRole('link', { name: 'Edit customer' })).toHaveAttribute('href', /\/finance\/customers\/.+\/edit$/);
  await expect(held.getByRole('listitem').filter({ hasText: 'Satz' })).toContainText('18%');
  await dialog.getByRole('button', { name: 'Issue 12 invoices' }).click();
  await expect(dialog.getByRole('status')).toHaveText('12 issued. 2 need you.', { timeout: LIVE_MS });
  const numbers = await numbersOf(made);
  expect(numbers.every((number) => number !== null)).toBe(true);
  expect(numbers).toEqual(numbers.toSorted((a, b) => ((a ?? '') < (b ?? '') ? -1 : 1)));
  await expect(dialog).toContainText(`${numbers[0]} to ${numbers.at(-1)}`);
  // Each goes out by itself, and is noted as sent.
  await dialog.getByRole('button', { name: 'Send 12 by email' }).click();
  await expect(dialog.getByText('12 emails are on their way')).toBeVisible({ timeout: LIVE_MS });
  await expect.poll(async () => (await server().mailsTo('zwoelf@kornhaus.example')).length, { timeout: LIVE_MS }).toBe(12);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(bar).toBeHidden();
  await new Shell(page).expectAllSynced();
});

test('without a connection and without numbers of its own a device keeps the wish, says so, and all are issued with the next signal', async ({
  browser,
}) => {
  const page = await signedIn(browser, server(), { width: 390 });
  const made = await ownDrafts(server(), await ownCustomer(server(), 'Fernlager GmbH'), 3);
  const shell = new Shell(page);
  await page.goto(`${server().url}/de/finance/invoices?q=Fernlager`);
  const main = page.getByRole('main');
  const boxes = main.getByRole('checkbox', { name: /^Entwurf/ });
  await expect(boxes).toHaveCount(3, { timeout: LIVE_MS });
  await page.context().setOffline(true);
  for (const box of await boxes.all()) await box.check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Ausstellen …' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Ohne Verbindung warten 3 Rechnungen auf diesem Gerät');
  await expectGerman(page);
  await dialog.getByRole('button', { name: '3 Rechnungen ausstellen' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Noch keine hat ihre Nummer. 3 warten auf ihre Nummern.');
  await page.context().setOffline(false);
  await expect(dialog.getByRole('status')).toHaveText('3 ausgestellt.', { timeout: LIVE_MS });
  expect((await numbersOf(made)).every((number) => number !== null)).toBe(true);
  await dialog.getByRole('button', { name: 'Schließen', exact: true }).click();
  await expect(shell.page.getByRole('toolbar')).toBeHidden();
});

/** What the browser says of the line, whatever comes through. */
const believe = (page: Page, isOnline: boolean) =>
  page.evaluate((now) => Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => now }), isOnline);

test('a dialog whose code is not on the device yet says so without a connection and on a line that carries nothing, keeps the selection, and opens with the next one', async ({
  browser,
}) => {
  const page = await signedIn(browser, server(), { width: 1366 });
  await ownDrafts(server(), await ownCustomer(server(), 'Spätlager GmbH'), 2);
  const bar = await select(page, 'Spätlager', 2);
  const dialog = page.getByRole('dialog');
  await page.evaluate(() => caches.delete('kept-later'));
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
  await page.context().setOffline(true);
  for (const isSaid of [false, true]) {
    await believe(page, isSaid);
    await bar.getByRole('button', { name: 'Issue …' }).click();
    await expect(dialog.getByRole('heading', { name: 'Not on this device yet' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(bar).toContainText('2 selected');
  }
  await page.context().setOffline(false);
  await bar.getByRole('button', { name: 'Issue …' }).click();
  await expect(dialog.getByRole('heading', { name: 'Issue 2 invoices?' })).toBeVisible();
  await page.reload(); // the stories after this one find everything again
  await new Shell(page).expectReadyForOffline();
});

test('who may not issue is not offered to', async ({ browser }) => {
  const page = await signedIn(browser, server(), { as: 'viewer@example.com', width: 1366 });
  await new Invoices(page).openList();
  await page.getByRole('checkbox', { name: 'Select INV-', exact: false }).first().check();
  await expect(page.getByRole('toolbar', { name: 'Selected records' })).toContainText('1 selected');
  await expect(page.getByRole('button', { name: 'Issue …' })).toHaveCount(0);
});
