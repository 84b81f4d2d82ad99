import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { expect, type Page } from '@playwright/test';
import { loadKeys } from '#local/keys.ts';
import { ExpenseForm } from '#tests/e2e/pages/expense-form.ts';
import { Invoices } from '#tests/e2e/pages/invoices.ts';
import { Shell } from '#tests/e2e/pages/shell.ts';
import { NORDLICHT_ID, signIn } from '#tests/e2e/pages/sign-in.ts';
import { deviceRows } from '#tests/e2e/support/device-storage.ts';
import { pngReceipt, sha256 } from '#tests/e2e/support/receipts.ts';
import { startServerProcess } from '#tests/e2e/support/server-process.ts';
import { test } from '#tests/e2e/support/story.ts';
import { releasedBuild } from './released-build.ts';

const RELEASES = [
  '0.4.0',
  '0.5.0',
  '0.6.0',
  '0.7.0',
  '0.8.0',
  '0.9.0',
  '0.10.0',
  '0.11.0',
  '0.12.0',
  '0.13.0',
  '0.14.0',
  '0.15.0',
  '0.16.0',
  '0.17.0',
  '0.18.0',
  '0.19.0',
];
const receipt = pngReceipt('older.png', 11, 700, 500);
/** Everything that a company's data come by. */
const DATA = /\/(rest|storage|functions)\/v1\//;

const waiting = async (page: Page) => ({
  changes: (await deviceRows(page, 'outbox')).length,
  receipts: (await deviceRows(page, 'receipts')).length,
});
const buildOf = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.querySelector('meta[name=build-id]')?.getAttribute('content') ?? null);

/** Saves an expense whose way to the server works and whose answer does not come back: only the next server can say whether it arrived. */
async function loseAnswer(page: Page): Promise<void> {
  const SYNC = '**/rest/v1/rpc/sync_*';
  let isLost = false;
  // Nor does a pull tell it.
  await page.route(SYNC, async (route) => {
    const isPush = route.request().url().endsWith('sync_push');
    if (isPush && !isLost) await route.fetch();
    isLost ||= isPush;
    await route.abort('connectionreset');
  });
  const form = new ExpenseForm(page);
  await form.openNew();
  await form.fill({ amount: '23.45', description: 'Its answer got lost' });
  await form.saveAndSee();
  await expect.poll(() => isLost).toBe(true);
  await page.context().setOffline(true);
  await page.unroute(SYNC);
}

/** Works offline as people do: an expense with its receipt, a draft, a payment, an approval, and a form that is not saved. */
async function workOffline(page: Page, open: string): Promise<void> {
  const form = new ExpenseForm(page);
  await form.openNew();
  await form.fill({ amount: '12.34', description: 'Typed in the older app', receipts: [receipt] });
  await form.saveAndSee();
  const invoices = new Invoices(page);
  await invoices.openNew();
  await invoices.typeCustomer('Yachtwerft Seeadler');
  await page.keyboard.type('Drafted in the older app');
  await page.keyboard.press('Enter');
  await invoices.cell('unit_price', 1).fill('450');
  await invoices.saveWithKeys();
  await invoices.open(open);
  await invoices.recordPayment('7.77');
  await page.getByRole('navigation').getByRole('link', { name: 'Expenses', exact: true }).click();
  await page.getByRole('main').getByRole('row').filter({ hasText: 'Taxi zum Kunden, spätabends' }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByRole('main').getByText('Approved', { exact: true }).first()).toBeVisible();
  await form.openNew();
  await form.fill({ amount: '34.56', description: 'Half typed in the older app' });
  await expect.poll(async () => JSON.stringify(await deviceRows(page, 'drafts'))).toContain('Half typed in the older app');
}

for (const version of RELEASES) {
  for (const isHeldBack of [false, true]) {
    const who = isHeldBack ? 'the new app sends what the older one left' : 'the older app sends it to the new server';
    test(`what was done offline in ${version} arrives once after the update: ${who}`, async ({ page, context }) => {
      const folder = mkdtempSync(join(tmpdir(), 'kontor-upgrade-'));
      const dataDir = join(folder, 'data');
      const older = releasedBuild(version, folder);
      let server = await startServerProcess({ ...older, dataDir, seed: 'demo' });
      try {
        const { url } = server;
        const admin = createClient(url, loadKeys(dataDir, new Date()).serviceRoleKey, { auth: { persistSession: false } });
        const { data: open } = await admin
          .from('invoices')
          .select('id, number, paid_total')
          .eq('company_id', NORDLICHT_ID)
          .eq('status', 'issued')
          .eq('currency', 'EUR')
          .eq('payment_status', 'unpaid')
          .order('number')
          .throwOnError();
        const [invoice] = open;
        await signIn(page, url);
        await new Shell(page).expectReadyForOffline();
        const before = await buildOf(page);
        await loseAnswer(page);
        await workOffline(page, String(invoice?.number));
        const left = await waiting(page);
        expect(left.receipts).toBe(1);
        expect(left.changes).toBeGreaterThanOrEqual(6);

        await server.stop();
        const dist = join(folder, 'dist');
        cpSync(new URL('../../dist/', import.meta.url), dist, { recursive: true });
        server = await startServerProcess({ dataDir, seed: 'none', dist, port: Number(new URL(url).port) });
        if (isHeldBack) await context.route(DATA, (route) => route.abort());
        await context.setOffline(false);
        await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
        if (!isHeldBack) await new Shell(page).expectAllSynced();
        await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
        await page.getByRole('button', { name: 'Update now' }).click();
        await expect.poll(() => buildOf(page).catch(() => before)).not.toBe(before);
        // The company and what was typed are there, whether or not the new server has said a word.
        await expect(new ExpenseForm(page).description).toHaveValue('Half typed in the older app');
        if (isHeldBack) expect(await waiting(page)).toEqual(left);
        await context.unroute(DATA);
        await new Shell(page).expectAllSynced();
        await expect.poll(() => waiting(page)).toEqual({ changes: 0, receipts: 0 });

        const ofCompany = (table: string) => admin.from(table).select().eq('company_id', NORDLICHT_ID);
        const { data: expenses } = await ofCompany('expenses').eq('description', 'Typed in the older app').throwOnError();
        expect(expenses).toMatchObject([{ amount: 12.34, status: 'pending' }]);
        const { data: unanswered } = await ofCompany('expenses').eq('description', 'Its answer got lost').throwOnError();
        expect(unanswered).toMatchObject([{ amount: 23.45 }]);
        const { data: files } = await ofCompany('files').eq('expense_id', expenses[0]?.id).throwOnError();
        expect(files).toMatchObject([{ sha256: sha256(receipt.buffer) }]);
        const { data: bytes } = await admin.storage.from('uploads').download(files[0]?.path);
        expect(sha256(new Uint8Array((await bytes?.arrayBuffer()) ?? new ArrayBuffer()))).toBe(sha256(receipt.buffer));
        const { data: lines } = await ofCompany('invoice_items').eq('description', 'Drafted in the older app').throwOnError();
        expect(lines).toHaveLength(1);
        const { data: payments } = await ofCompany('payments').eq('invoice_id', invoice?.id).throwOnError();
        expect(payments).toMatchObject([{ amount: 7.77 }]);
        const { data: approved } = await ofCompany('expenses').eq('description', 'Taxi zum Kunden, spätabends').throwOnError();
        expect(approved).toMatchObject([{ status: 'approved' }]);
      } finally {
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }
}
