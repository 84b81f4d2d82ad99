import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import type { CompanySettings } from '#domain/companies/company-settings.ts';
import { LIVE_MS } from '#tests/support/patience.ts';
import { pdfTexts } from '#tests/support/pdf-text.ts';
import { Invoices } from './pages/invoices.ts';
import { Shell } from './pages/shell.ts';
import { NORDLICHT_ID, signIn } from './pages/sign-in.ts';
import { contextOptions } from './support/browser.ts';
import { serverOfThisFile, test } from './support/story.ts';

const server = serverOfThisFile();
const folder = mkdtempSync(join(tmpdir(), 'kontor-e2e-numbers-'));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** Wants an XRechnung, and has a reference for it. */
const AUTHORITY = 'Kita Wattwürmer e. V.';

const numbersPage = async (page: Page): Promise<void> => {
  await page.goto(`${server().url}/settings/numbers`);
  await expect(page.getByRole('heading', { level: 2, name: 'Numbers of this device' })).toBeVisible();
};

async function isAllowedThere(): Promise<boolean> {
  const { data } = await server().admin.from('companies').select('settings').eq('id', NORDLICHT_ID).single().throwOnError();
  return (data.settings as CompanySettings).numbers.leases;
}

async function allowTaking(page: Page): Promise<void> {
  await page.goto(`${server().url}/settings/numbers`);
  const allowed = page.getByRole('switch', { name: 'Devices may take numbers along' });
  if (await allowed.isChecked()) return;
  await allowed.click();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect.poll(isAllowedThere).toBe(true);
  await new Shell(page).expectAllSynced();
}

async function takeNumbers(page: Page, count: number): Promise<void> {
  await allowTaking(page);
  await page.getByRole('button', { name: 'Take numbers along' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take numbers along' });
  await dialog.getByRole('textbox', { name: 'How many' }).fill(String(count));
  await dialog.getByRole('button', { name: 'Take numbers along' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(`${count} numbers left`)).toBeVisible();
}

async function draft(page: Page, what: string): Promise<string> {
  const invoices = new Invoices(page);
  await invoices.openNew();
  await invoices.typeCustomer(AUTHORITY);
  await page.keyboard.type(what);
  await invoices.cell('unit_price', 1).fill('480.00');
  await invoices.saveWithKeys();
  await invoices.expectTitle(`Draft for ${AUTHORITY}`);
  return new URL(page.url()).pathname;
}

async function xrechnung(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'E-invoice' }).click();
  const dialog = page.getByRole('dialog', { name: /^E-invoice/ });
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: /XRechnung.*UBL/ }).click();
  const xml = await readFile(await (await coming).path(), 'utf8');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  return xml;
}

const onServer = async (numbers: readonly string[]) => {
  const { data } = await server()
    .admin.from('invoices')
    .select('number, status, gross_total, leased')
    .eq('company_id', NORDLICHT_ID)
    .in('number', numbers)
    .order('number')
    .throwOnError();
  return data;
};

/** A copy of the profile: all that the browser keeps, the device's name among it. */
async function copyOf(page: Page, browser: Browser): Promise<Page> {
  const storageState = await page.context().storageState({ indexedDB: true });
  const copy = await (await browser.newContext({ ...contextOptions, storageState })).newPage();
  await copy.goto(`${server().url}/finance/invoices`);
  await new Shell(copy).expectReadyForOffline();
  return copy;
}

test('five numbers are taken along, two invoices issued in flight mode with PDF and XML at once; they arrive as they are, and the rest goes back', async ({
  browser,
}) => {
  const page = await (await browser.newContext(contextOptions)).newPage();
  await signIn(page, server().url);
  await new Shell(page).expectReadyForOffline();
  await takeNumbers(page, 5);
  const invoices = new Invoices(page);

  await page.context().setOffline(true);
  const issued: { number: string; xml: string }[] = [];
  for (const what of ['Fahrplan auf dem Flug', 'Nachtrag in der Luft']) {
    await draft(page, what);
    const number = await invoices.issue();
    const words = pdfTexts(await invoices.pdf())
      .flat()
      .join('\n');
    for (const part of [number, what]) expect(words).toContain(part);
    const xml = await xrechnung(page);
    for (const part of [number, what, 'KITA-2026-07']) expect(xml).toContain(part);
    issued.push({ number, xml });
  }
  const numbers = issued.map(({ number }) => number);
  expect(await onServer(numbers)).toEqual([]);
  await numbersPage(page);
  await expect(page.getByText('2 invoices are not at the server yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Give back' })).toBeDisabled();

  await page.context().setOffline(false);
  await new Shell(page).expectAllSynced();
  const gross = { status: 'issued', gross_total: 571.2, leased: { lease_id: expect.any(String) } };
  expect(await onServer(numbers)).toEqual(numbers.map((number) => ({ number, ...gross })));
  // The documents are those that went out.
  for (const { number, xml } of issued) {
    await invoices.open(number);
    expect(await xrechnung(page)).toBe(xml);
  }
  await numbersPage(page);
  await expect(page.getByText('2 of 5 on invoices')).toBeVisible();
  await page.getByRole('button', { name: 'Give back' }).click();
  await expect(page.getByText('This device has no numbers with it.')).toBeVisible();
  await page.goto(`${server().url}/finance/invoices/numbers`);
  await expect(page.getByText('No number is missing')).toBeVisible();
  await page.context().close();
});

test('a copied profile uses a number a second time: it is refused, issued with another one, and nothing is left to decide', async ({
  browser,
}) => {
  const page = await (await browser.newContext(contextOptions)).newPage();
  await signIn(page, server().url);
  await new Shell(page).expectReadyForOffline();
  const shared = await draft(page, 'Auf beiden Geräten');
  const other = await draft(page, 'Nur auf der Kopie');
  await new Shell(page).expectAllSynced();
  await takeNumbers(page, 3);
  const copy = await copyOf(page, browser);
  const [here, there] = [new Invoices(page), new Invoices(copy)];
  for (const each of [page, copy]) await each.context().setOffline(true);
  const open = async (on: Page, path: string) => {
    await on.goto(`${server().url}${path}`);
    await new Invoices(on).expectTitle(`Draft for ${AUTHORITY}`);
  };
  await open(page, shared);
  const first = await here.issue();
  await open(copy, other);
  expect(await there.issue()).toBe(first);
  const third = await draft(page, 'Nur auf dem ersten');
  await page.goto(`${server().url}${third}`);
  const second = await here.issue();
  // The copy issues the very draft of the first device, with the number that stands on another invoice there.
  await open(copy, shared);
  expect(await there.issue()).toBe(second);

  await page.context().setOffline(false);
  await new Shell(page).expectAllSynced();
  await copy.context().setOffline(false);
  await expect(new Shell(copy).chip).toHaveAccessibleName(/2 need you/);
  await copy.goto(`${server().url}/sync`);
  const refused = copy.getByRole('article').filter({ hasText: `Another invoice has the number ${first} already` });
  await refused.getByRole('button', { name: 'Issue with a new number' }).click();
  await expect(refused).toHaveCount(0);
  const twice = copy.getByRole('article').filter({ hasText: `${first} stands` });
  await expect(twice.getByRole('button', { name: 'Keep mine', exact: true })).toHaveCount(0);
  await twice.getByRole('button', { name: 'Keep mine as a second invoice' }).click();
  // Its own number stands on another invoice too.
  await copy
    .getByRole('article')
    .filter({ hasText: `Another invoice has the number ${second} already` })
    .getByRole('button', { name: 'Issue with a new number' })
    .click();
  await new Shell(copy).expectAllSynced();
  await new Shell(page).expectAllSynced();
  const { data } = await server()
    .admin.from('invoices')
    .select('number, items:invoice_items(description)')
    .eq('company_id', NORDLICHT_ID)
    .gte('number', first)
    .throwOnError();
  const mine = data.flatMap(({ number, items }) => items.map(({ description }) => `${String(description)} ${String(number)}`));
  expect(mine.map((each) => each.replace(/ INV-\d+-\d+$/, '')).toSorted()).toEqual(
    expect.arrayContaining(['Auf beiden Geräten', 'Auf beiden Geräten', 'Nur auf dem ersten', 'Nur auf der Kopie']),
  );
  expect(new Set(data.map(({ number }) => number)).size).toBe(data.length);
  await copy.context().close();
  await page.context().close();
});

test('a server restored from before the numbers were taken knows them again, and takes what was issued with them', async ({ browser }) => {
  const page = await (await browser.newContext(contextOptions)).newPage();
  await signIn(page, server().url);
  await new Shell(page).expectReadyForOffline();
  await allowTaking(page);
  const file = join(folder, 'backup.tar');
  await server().backUp(file);
  await takeNumbers(page, 3);
  const invoices = new Invoices(page);
  await page.context().setOffline(true);
  await draft(page, 'Vor der Rückkehr ausgestellt');
  const number = await invoices.issue();
  await server().stop();
  await server().restore(file);
  await server().start();
  await page.context().setOffline(false);
  await expect.poll(async () => (await onServer([number])).length, { timeout: LIVE_MS }).toBe(1);
  await new Shell(page).expectAllSynced();
  await numbersPage(page);
  await expect(page.getByText('2 numbers left')).toBeVisible();
  await expect(page.getByText('1 of 3 on invoices')).toBeVisible();
  await page.getByRole('button', { name: 'Give back' }).click();
  await expect(page.getByText('This device has no numbers with it.')).toBeVisible();
  await page.context().close();
});
