import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { LIVE_MS } from '#tests/support/patience.ts';
import { Invoices } from './pages/invoices.ts';
import { numbersOn } from './pages/numbers.ts';
import { Shell } from './pages/shell.ts';
import { NORDLICHT_ID, signIn } from './pages/sign-in.ts';
import { contextOptions } from './support/browser.ts';
import { expectGerman } from './support/german.ts';
import { ownCustomer, ownDrafts } from './support/own-records.ts';
import { serverOfThisFile, test } from './support/story.ts';
import { text } from './support/texts.ts';
import { visit } from './support/visit.ts';

const server = serverOfThisFile();
const { numbersPage, allowTaking, takeNumbers, draft, onServer } = numbersOn(server);
const folder = mkdtempSync(join(tmpdir(), 'kontor-e2e-numbers-'));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
  await visit(page, '/settings/export');
  await expect(
    page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: `2 ${away}` }),
  ).toBeVisible();
  await visit(page, '/settings/company');
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
  await visit(page, '/de/settings/export');
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
  const { admin } = server();
  const near = await ownCustomer(server(), 'Teilstrecke Nord GmbH');
  const far = await ownCustomer(server(), 'Teilstrecke Süd GmbH');
  const ids = [...(await ownDrafts(server(), near, 4)), ...(await ownDrafts(server(), far, 1))];
  await takeNumbers(page, 2);
  const numbers = async () => {
    const { data } = await admin.from('invoices').select('id, number').in('id', ids).throwOnError();
    return ids.map((id) => (data.find((each) => each.id === id)?.number as string | null | undefined) ?? null);
  };
  await visit(page, '/finance/invoices?q=Teilstrecke');
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
