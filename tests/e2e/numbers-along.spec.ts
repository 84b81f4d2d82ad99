import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import type { CompanySettings } from '#domain/companies/company-settings.ts';
import { DEMO_PEOPLE } from '#local/seed/demo-people.ts';
import { LIVE_MS } from '#tests/support/patience.ts';
import { pdfTexts } from '#tests/support/pdf-text.ts';
import { pushDrafts } from '#tests/support/pushed-drafts.ts';
import { Invoices } from './pages/invoices.ts';
import { Shell } from './pages/shell.ts';
import { NORDLICHT_ID, signIn } from './pages/sign-in.ts';
import { contextOptions } from './support/browser.ts';
import { expectGerman } from './support/german.ts';
import { serverOfThisFile, test } from './support/story.ts';
import { text } from './support/texts.ts';

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

test('a new authority gets its XRechnung in flight mode: its Leitweg-ID is checked, and the mail leaves after landing with the file that was made', async ({
  browser,
}) => {
  const [name, leitweg, to] = ['Hafenamt Wismar', '04011000-12345-03', 'rechnung@hafenamt-wismar.example'];
  const page = await (await browser.newContext({ ...contextOptions, viewport: { width: 390, height: 844 } })).newPage();
  await signIn(page, server().url);
  await new Shell(page).expectReadyForOffline();
  await takeNumbers(page, 3);
  const main = page.getByRole('main');

  await page.context().setOffline(true);
  await page.goto(`${server().url}/finance/customers/create`);
  const field = (label: string) => main.getByRole('textbox', { name: label, exact: true });
  const address = { Street: 'Am Hafen', 'House number': '1', 'Postal code': '23966', City: 'Wismar' };
  for (const [label, value] of Object.entries({ Name: name, Email: to, ...address })) await field(label).first().fill(value);
  // Two digits changed places.
  await field('Buyer reference').fill(leitweg.replace('03', '30'));
  await main.getByRole('combobox', { name: 'E-invoice as' }).selectOption({ label: 'XRechnung (UBL)' });
  await page.getByRole('button', { name: 'Create customer' }).click();
  await expect(main.getByRole('heading', { level: 1, name })).toBeVisible();

  const invoices = new Invoices(page);
  await page.goto(`${server().url}/finance/invoices/create`);
  await invoices.customer.click();
  await invoices.typeCustomer(name);
  await page.keyboard.type('Hafenplan');
  await invoices.cell('unit_price', 1).fill('480.00');
  await invoices.saveWithKeys();
  const draftPage = page.url();
  const ready = main.getByRole('region', { name: 'E-invoice: XRechnung (UBL)' });
  await expect(ready).toContainText('The check digits of the Leitweg-ID do not fit.');
  await ready.getByRole('link', { name: 'To the customer' }).click();
  await field('Buyer reference').fill(leitweg);
  await main.getByRole('button', { name: 'Save changes' }).click();
  await expect(main.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.goto(draftPage);
  await expect(ready).toContainText('Nothing is missing.');
  const number = await invoices.issue();
  const xml = await xrechnung(page);
  for (const part of [number, 'Hafenplan', `>${leitweg}<`]) expect(xml).toContain(part);

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await onServer([number])).toEqual([]);

  await page.context().setOffline(false);
  await new Shell(page).expectAllSynced();
  await expect.poll(() => onServer([number])).toMatchObject([{ number, status: 'issued', gross_total: 571.2 }]);
  await main.getByRole('button', { name: 'Send by email' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'To', exact: true })).toHaveValue(to);
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(async () => (await server().mailsTo(to)).length).toBe(1);
  const [mail] = await server().mailsTo(to);
  const sent = mail?.attachments?.find(({ filename }) => filename.endsWith('.xml'));
  expect([sent?.filename, sent?.size]).toEqual([`Invoice-${number}.xml`, Buffer.byteLength(xml)]);
  expect(await xrechnung(page)).toBe(xml);
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

test('numbers that are away are named before the company is exported or closed, until their device has them no more', async ({
  browser,
}) => {
  const page = await (await browser.newContext(contextOptions)).newPage();
  await signIn(page, server().url);
  await new Shell(page).expectAllSynced();
  await allowTaking(page);
  const owner = await server().as('demo@example.com');
  const p_device = '0190d0f0-0002-7000-8000-000000000001';
  const taken = { p_company: NORDLICHT_ID, p_device, p_device_name: 'Firefox, Android', p_count: 2 };
  await owner.rpc('take_numbers', taken).throwOnError();
  const away = 'invoice numbers are with devices that took them along (Firefox, Android).';
  await page.goto(`${server().url}/settings/export`);
  await expect(
    page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: `2 ${away}` }),
  ).toBeVisible();
  await page.goto(`${server().url}/settings/company`);
  await page.getByRole('button', { name: text('en', 'ending:action') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('status').filter({ hasText: `2 ${away}` })).toBeVisible();
  await page.goto(`${server().url}/de/settings/export`);
  const notice = page.getByRole('main').getByRole('status').filter({ hasText: '2 Rechnungsnummern sind mit Geräten unterwegs' });
  await expect(notice).toBeVisible();
  await expectGerman(page);
  await notice.getByRole('link', { name: 'Diese Nummern ansehen' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Firefox, Android' })).toContainText('0 von 2 auf Rechnungen');
  await page.getByRole('button', { name: 'Gerät ist verloren' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Beenden' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Firefox, Android' })).toContainText('Gerät verloren');
  await page.goto(`${server().url}/de/settings/export`);
  await expect(page.getByRole('heading', { level: 1, name: text('de', 'settings:title.export') })).toBeVisible();
  await expect(page.getByText(text('de', 'export:last.never'))).toBeVisible();
  await expect(notice).toHaveCount(0);
  await page.context().close();
});

test('several are issued in flight mode with the numbers there are, and the rest wait; one that the server refuses is named', async ({
  browser,
}) => {
  const page = await (await browser.newContext(contextOptions)).newPage();
  await signIn(page, server().url);
  await new Shell(page).expectReadyForOffline();
  const address = { street: 'Speicherallee', house_number: '4', postal_code: '20457', city: 'Hamburg', country: 'DE' };
  const { admin } = server();
  const [near, far] = ['0190d0f0-0003-7000-8000-000000000001', '0190d0f0-0003-7000-8000-000000000002'];
  for (const [id, name] of [
    [near, 'Teilstrecke Nord GmbH'],
    [far, 'Teilstrecke Süd GmbH'],
  ])
    await admin
      .from('customers')
      .insert({ id, company_id: NORDLICHT_ID, name, ...address })
      .throwOnError();
  const { id: userId, email } = DEMO_PEOPLE.demo;
  const owner = await server().as(email);
  const draftsOf = (customerId: string, count: number) => pushDrafts(owner, { companyId: NORDLICHT_ID, userId, customerId, count });
  const ids = [...(await draftsOf(near, 4)), ...(await draftsOf(far, 1))];
  await takeNumbers(page, 2);
  const numbers = async () => {
    const { data } = await admin.from('invoices').select('id, number').in('id', ids).throwOnError();
    return ids.map((id) => (data.find((each) => each.id === id)?.number as string | null | undefined) ?? null);
  };
  await page.goto(`${server().url}/finance/invoices?q=Teilstrecke`);
  const boxes = page.getByRole('main').getByRole('checkbox', { name: 'Select ', exact: false });
  await expect(boxes).toHaveCount(6, { timeout: LIVE_MS });
  await page.context().setOffline(true);
  await page.getByRole('main').getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('toolbar', { name: 'Selected records' }).getByRole('button', { name: 'Issue …' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('2 get their numbers from this device’s numbers');
  await expect(dialog).toContainText('Without a connection, 3 invoices wait on this device');
  await dialog.getByRole('button', { name: 'Issue 5 invoices' }).click();
  await expect(dialog.getByRole('status')).toHaveText('2 issued. 3 wait for their numbers.');
  expect(await numbers()).toEqual([null, null, null, null, null]);
  await admin.from('customers').update({ street: '', postal_code: '', city: '' }).eq('id', far).throwOnError();
  await page.context().setOffline(false);
  await expect(dialog.getByRole('status')).toHaveText('4 issued. 1 needs you.', { timeout: LIVE_MS });
  await expect(dialog.getByRole('listitem').first()).toContainText('The server did not issue it.');
  const given = await numbers();
  expect(given.slice(0, 4)).toEqual(given.slice(0, 4).toSorted((one, other) => ((one ?? '') < (other ?? '') ? -1 : 1)));
  expect(given.map((number) => number === null)).toEqual([false, false, false, false, true]);
  await page.context().close();
});
