import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { ExpenseForm } from './pages/expense-form.ts';
import { Shell } from './pages/shell.ts';
import { signIn } from './pages/sign-in.ts';
import { deviceRows } from './support/device-storage.ts';
import { pngReceipt, sha256 } from './support/receipts.ts';
import { serverOfThisFile, test } from './support/story.ts';

const build = fileURLToPath(new URL('../../dist/', import.meta.url));
let deployed = '';
test.beforeAll(() => {
  deployed = mkdtempSync(join(tmpdir(), 'kontor-e2e-dist-'));
  cpSync(build, deployed, { recursive: true });
});
const server = serverOfThisFile(() => ({ dist: deployed }));
test.afterAll(() => rmSync(deployed, { recursive: true, force: true }));

const NEW_BUILD = 'aaaaaaaaaaaa';

/**
 * Puts another build in the old one's place, as a deployment does: every script has another name and the old names are gone.
 */
function deployNextBuild(): void {
  const assets = join(deployed, 'assets');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const next = new Map(scripts.map((name) => [name, name.replace(/-[\w-]{8}\.js$/, '-nextnext.js')]));
  const renamed = (text: string): string => [...next].reduce((all, [from, to]) => all.replaceAll(from, to), text);
  const { buildId } = JSON.parse(readFileSync(join(deployed, 'build.json'), 'utf8')) as { buildId: string };
  const rewrite = (file: string): void => {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, renamed(text).replaceAll(buildId, NEW_BUILD));
  };
  for (const [from, to] of next) {
    rewrite(join(assets, from));
    renameSync(join(assets, from), join(assets, to));
  }
  for (const file of ['index.html', 'build.json', 'sw.js']) rewrite(join(deployed, file));
  const worker = join(deployed, 'sw.js');
  const old = readFileSync(worker, 'utf8');
  const text = old.replace(/("revision":")[0-9a-f]{32}(","url":"index\.html")/, '$1newpage$2');
  if (text === old) throw new Error('The list of what the worker keeps reads otherwise than this test knows.');
  writeFileSync(worker, text);
}

const buildOf = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.querySelector('meta[name=build-id]')?.getAttribute('content') ?? null);

/** A tab that comes to the front asks whether there is a newer build. */
const comeToFront = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });

test('a new build is announced in every tab, a tab in use keeps its chunks, and the change loses nothing that waits', async ({
  page: first,
  context,
}) => {
  const { url, admin } = server();
  await signIn(first, url);
  await new Shell(first).expectReadyForOffline();
  const second = await context.newPage();
  await second.goto(`${url}/finance/vendors`);
  await expect(second.getByRole('heading', { level: 1, name: 'Vendors' })).toBeVisible();
  const oldBuild = await buildOf(first);

  deployNextBuild();
  await (await context.newCDPSession(second)).send('Network.clearBrowserCache');
  await comeToFront(first);
  for (const page of [first, second]) await expect(page.getByRole('button', { name: 'Update now' })).toBeVisible();
  expect(await buildOf(second)).toBe(oldBuild);

  // The server has the old chunks no more; a tab in use goes on loading those of its own version.
  await second.getByRole('navigation').getByRole('link', { name: 'Categories' }).click();
  await expect(second.getByRole('heading', { level: 1, name: 'Expense categories' })).toBeVisible();
  expect(await buildOf(second)).toBe(oldBuild);

  await context.setOffline(true);
  const form = new ExpenseForm(second);
  await form.openNew();
  const receipt = pngReceipt('waits.png', 7, 700, 500);
  await form.fill({ amount: '5.00', description: 'Waits through the update', receipts: [receipt] });
  await form.saveAndSee();
  const waits = async () => ({
    changes: (await deviceRows(second, 'outbox')).length,
    receipts: (await deviceRows(second, 'receipts')).length,
  });
  expect(await waits()).toEqual({ changes: 2, receipts: 1 });
  const half = new ExpenseForm(first);
  await half.openNew();
  await half.fill({ amount: '6.00', description: 'Half typed at the update' });
  await expect.poll(async () => JSON.stringify(await deviceRows(first, 'drafts'))).toContain('Half typed at the update');

  const third = await context.newPage();
  await third.goto(`${url}/finance/expenses`);
  const selected = third.getByRole('checkbox', { name: 'Select Waits through the update' });
  await selected.check();
  await expect(third.getByRole('toolbar')).toBeVisible();

  await first.getByRole('button', { name: 'Update now' }).click();
  for (const page of [first, second]) await expect.poll(() => buildOf(page).catch(() => null)).toBe(NEW_BUILD);
  // Where somebody is in the middle of something the version is offered, and comes when that is over.
  await expect(third.getByRole('button', { name: 'Update now' })).toBeVisible();
  expect([await buildOf(third), await selected.isChecked()]).toEqual([oldBuild, true]);
  await expect(half.description).toHaveValue('Half typed at the update');
  expect(await waits()).toEqual({ changes: 2, receipts: 1 });

  await context.setOffline(false);
  await new Shell(second).expectAllSynced();
  await expect.poll(() => deviceRows(second, 'receipts')).toEqual([]);
  const { data: stored } = await admin.from('expenses').select('id').eq('description', 'Waits through the update').throwOnError();
  expect(stored).toHaveLength(1);
  const { data: files } = await admin.from('files').select('path, sha256').eq('expense_id', stored[0]?.id).throwOnError();
  expect(files).toHaveLength(1);
  const { data } = await admin.storage.from('uploads').download(files[0]?.path);
  const bytes = new Uint8Array((await data?.arrayBuffer()) ?? new ArrayBuffer());
  expect([sha256(bytes), files[0]?.sha256]).toEqual([sha256(receipt.buffer), sha256(receipt.buffer)]);

  expect([await buildOf(third), await selected.isChecked()]).toEqual([oldBuild, true]);
  await selected.uncheck();
  await expect.poll(() => buildOf(third).catch(() => null)).toBe(NEW_BUILD);
});
