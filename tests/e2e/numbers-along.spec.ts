import { readFile } from 'node:fs/promises';
import { type Browser, expect, type Page } from '@playwright/test';
import { pdfTexts } from '#tests/support/pdf-text.ts';
import { Invoices } from './pages/invoices.ts';
import { AUTHORITY, numbersOn } from './pages/numbers.ts';
import { Shell } from './pages/shell.ts';
import { NORDLICHT_ID, signIn } from './pages/sign-in.ts';
import { contextOptions } from './support/browser.ts';
import { serverOfThisFile, test } from './support/story.ts';
import { visit } from './support/visit.ts';

const server = serverOfThisFile();
const { numbersPage, takeNumbers, draft, onServer } = numbersOn(server);

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
  await visit(page, '/finance/invoices/numbers');
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
  await visit(page, '/finance/customers/create');
  const field = (label: string) => main.getByRole('textbox', { name: label, exact: true });
  const address = { Street: 'Am Hafen', 'House number': '1', 'Postal code': '23966', City: 'Wismar' };
  for (const [label, value] of Object.entries({ Name: name, Email: to, ...address })) await field(label).first().fill(value);
  // Two digits changed places.
  await field('Buyer reference').fill(leitweg.replace('03', '30'));
  await main.getByRole('combobox', { name: 'E-invoice as' }).selectOption({ label: 'XRechnung (UBL)' });
  await page.getByRole('button', { name: 'Create customer' }).click();
  await expect(main.getByRole('heading', { level: 1, name })).toBeVisible();

  const invoices = new Invoices(page);
  await visit(page, '/finance/invoices/create');
  await invoices.customer.click();
  await invoices.typeCustomer(name);
  await page.keyboard.type('Hafenplan');
  await invoices.cell('unit_price', 1).fill('480.00');
  await invoices.saveWithKeys();
  const draftPage = page.url();
  const ready = main.getByRole('region', { name: 'E-invoice: XRechnung (UBL)' });
  await expect(ready).toContainText('The check digits of the Leitweg-ID do not fit.');
  await ready.getByRole('link', { name: 'To the customer' }).click();
  await expect(field('Buyer reference')).toBeFocused();
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
    await visit(on, path);
    await new Invoices(on).expectTitle(`Draft for ${AUTHORITY}`);
  };
  await open(page, shared);
  const first = await here.issue();
  await open(copy, other);
  expect(await there.issue()).toBe(first);
  const third = await draft(page, 'Nur auf dem ersten');
  await visit(page, third);
  const second = await here.issue();
  // The copy issues the very draft of the first device, with the number that stands on another invoice there.
  await open(copy, shared);
  expect(await there.issue()).toBe(second);

  await page.context().setOffline(false);
  await new Shell(page).expectAllSynced();
  await copy.context().setOffline(false);
  await expect(new Shell(copy).chip).toHaveAccessibleName(/2 need you/);
  await visit(copy, '/sync');
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
