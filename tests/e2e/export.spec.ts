import { openAsBlob } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { openArchive, verifyArchive } from '#domain/archive/verify-archive.ts';
import { contextOptions } from './support/browser.ts';
import { Shell } from './pages/shell.ts';
import { signIn } from './pages/sign-in.ts';
import { serverOfThisFile, test } from './support/story.ts';
import { visit } from './support/visit.ts';

const server = serverOfThisFile();

/** What the page hands over when the button is pressed. */
async function exported(page: Page, button: string): Promise<Blob> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  return openAsBlob(await (await download).path());
}

test('an owner takes the company along: complete from the server, and offline what the device has', async ({ browser }) => {
  const context = await browser.newContext(contextOptions);
  // A browser that cannot ask where to save: the file is handed over as a download.
  await context.addInitScript(() => Object.assign(globalThis, { showSaveFilePicker: undefined }));
  const page = await context.newPage();
  await signIn(page, server().url);
  await new Shell(page).expectAllSynced();
  await visit(page, '/settings/export');
  await expect(page.getByText('Nothing has been exported on this device yet.')).toBeVisible();

  await page.route('**/rpc/export_page', () => undefined);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Nothing has been exported on this device yet.')).toBeVisible();
  await page.unroute('**/rpc/export_page');

  const whole = await exported(page, 'Export');
  const manifest = await verifyArchive(whole);
  expect(manifest).toMatchObject({ source: 'server', is_complete: true, missing: [], unsynced: 0 });
  const last = page.getByRole('region', { name: 'Last export on this device' });
  await expect(last.getByText('Complete', { exact: true })).toBeVisible();
  const archive = await openArchive(whole);
  const count = async (table: string) => {
    let rows = 0;
    for await (const _ of archive.rows(table)) rows += 1;
    return rows;
  };
  expect(await count('invoices')).toBeGreaterThan(50);
  expect(await count('ledger_entries')).toBe(manifest.ledger?.seq);
  expect([...archive.entries.keys()].filter((path) => path.startsWith('pdf/')).length).toBeGreaterThan(50);

  await context.setOffline(true);
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeDisabled();
  const here = await exported(page, 'Export from this device');
  const partial = await verifyArchive(here);
  expect(partial).toMatchObject({ source: 'device', is_complete: false });
  await expect(last.getByText('Not complete', { exact: true })).toBeVisible();
  // Of what both have, the bytes are the same.
  const bytesOf = ({ entries }: typeof partial, path: string) => entries.find((entry) => entry.path === path)?.sha256;
  for (const table of ['vendors', 'customers', 'payments', 'invoice_items', 'recurring_invoices', 'files', 'bank_accounts', 'periods'])
    expect(bytesOf(partial, `json/${table}.jsonl`), table).toBe(bytesOf(manifest, `json/${table}.jsonl`));
  await context.close();
});
