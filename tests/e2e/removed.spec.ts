import { readFile } from 'node:fs/promises';
import { type Download, expect } from '@playwright/test';
import { LIVE_MS } from '#tests/support/patience.ts';
import { ExpenseForm } from './pages/expense-form.ts';
import { Shell } from './pages/shell.ts';
import { NORDLICHT, NORDLICHT_ID, signIn } from './pages/sign-in.ts';
import { newColleague } from './support/colleague.ts';
import { databaseNames, deviceRows } from './support/device-storage.ts';
import { pdfReceipt } from './support/receipts.ts';
import { sharedServer, test } from './support/story.ts';

const server = sharedServer();
const EMAIL = 'leaving@example.com';
const HOUR_MS = 3_600_000;

test('who was removed from a company is told what was not sent, exports it, and discards it', async ({ page }) => {
  const user_id = await newColleague(server(), EMAIL);
  await signIn(page, server().url, { as: EMAIL });
  await new Shell(page).expectReadyForOffline();
  await page.context().setOffline(true);
  const form = new ExpenseForm(page);
  await form.openNew();
  const receipt = pdfReceipt('taxi.pdf');
  await form.fill({ amount: '7.20', description: 'Never sent', receipts: [receipt] });
  await form.saveAndSee();
  await server().admin.from('company_users').delete().match({ company_id: NORDLICHT_ID, user_id }).throwOnError();
  await page.context().setOffline(false);

  const title = page.getByRole('heading', { name: 'You are no longer a member of this company' });
  await expect(title).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: '1 change and 1 receipt' })).toBeVisible();
  await page.getByRole('button', { name: 'Choose another company' }).click();
  await page
    .getByRole('main')
    .getByRole('button', { name: `${NORDLICHT} No longer a member` })
    .click();
  await expect(title).toBeVisible();

  const saved: Download[] = [];
  page.on('download', (download) => saved.push(download));
  await page.getByRole('button', { name: 'Export everything' }).click();
  await expect.poll(() => saved.length).toBe(2);
  const [records = '', bytes = ''] = await Promise.all(saved.map(async (download) => readFile(await download.path(), 'latin1')));
  expect(records).toContain('"Never sent"');
  expect(bytes).toBe(receipt.buffer.toString('latin1'));

  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard for good' }).click();
  await expect(page.getByRole('textbox', { name: 'Company name' })).toBeVisible();
  expect(await deviceRows(page, 'receipts')).toEqual([]);
});

test('[SYNC-86] the copy of a company one was removed from leaves the device when the server has said so twice, a day apart', async ({
  page,
}) => {
  const as = 'removed@example.com';
  const user_id = await newColleague(server(), as);
  await signIn(page, server().url, { as });
  await new Shell(page).expectAllSynced();
  const copies = async () => (await databaseNames(page)).filter((name) => name.includes(NORDLICHT_ID)).length;
  const before = await copies();
  expect(before).toBeGreaterThan(0);
  const asked = () => page.waitForResponse((response) => response.url().endsWith('/rpc/was_removed'));
  const numbers = async () => (await deviceRows(page, 'meta')).filter((value) => typeof value === 'number').length;

  await server().admin.from('company_users').delete().match({ company_id: NORDLICHT_ID, user_id }).throwOnError();
  await expect(page.getByRole('heading', { name: 'You are no longer a member of this company' })).toBeVisible({ timeout: LIVE_MS });
  await expect(page.getByRole('button', { name: 'Export everything' })).toHaveCount(0);
  const known = await numbers();
  const removedAt = Date.now();
  await Promise.all([asked(), page.reload()]);
  await expect(page.getByRole('textbox', { name: 'Company name' })).toBeVisible();
  await expect.poll(numbers).toBe(known + 1);

  await page.clock.setSystemTime(removedAt + 23 * HOUR_MS);
  await Promise.all([asked(), page.reload()]);
  await expect(page.getByRole('textbox', { name: 'Company name' })).toBeVisible();
  expect(await copies()).toBe(before);
  await page.clock.setSystemTime(removedAt + 25 * HOUR_MS);
  await Promise.all([asked(), page.reload()]);
  await expect.poll(copies).toBe(0);
  await expect(page.getByRole('textbox', { name: 'Company name' })).toBeVisible();
});
