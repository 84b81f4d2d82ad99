import { type BrowserContext, expect, type Page } from '@playwright/test';
import { ExpenseForm } from '#tests/e2e/pages/expense-form.ts';
import { Shell } from '#tests/e2e/pages/shell.ts';
import { signIn } from '#tests/e2e/pages/sign-in.ts';
import { createDevice } from '#tests/e2e/support/device.ts';
import { deviceRows } from '#tests/e2e/support/device-storage.ts';
import { pngReceipt, sha256 } from '#tests/e2e/support/receipts.ts';
import { sharedServer, test } from '#tests/e2e/support/story.ts';
import { type Aim, aim } from '#tests/e2e/support/aimed-kill.ts';

const MINUTES = 60_000;
const server = sharedServer();
const device = createDevice();
test.afterAll(() => device.remove());

/** A receipt is a row among the drafts, then its bytes, the intent of its record, the record; each before, answered and on disk. */
const AIMS: readonly Aim[] = [
  { table: 'drafts', holding: 'receipt:', when: 'before' },
  { table: 'drafts', holding: 'receipt:', when: 'answered' },
  { table: 'drafts', holding: 'receipt:', when: 'committed' },
  { table: 'outbox', holding: '"collection":"expenses"', when: 'committed' },
  { table: 'receipts', holding: '', when: 'before' },
  { table: 'receipts', holding: '', when: 'answered' },
  { table: 'receipts', holding: '', when: 'committed' },
  { table: 'outbox', holding: '"collection":"files"', when: 'before' },
  { table: 'outbox', holding: '"collection":"files"', when: 'committed' },
  { table: 'docs', holding: '"sha256":', when: 'committed' },
];
const KILLS = [...AIMS, ...AIMS];

const entryOf = (index: number) => ({
  amount: `${index + 11}.40`,
  description: `Taxi number ${index + 1} of twenty`,
  receipts: [pngReceipt(`taxi-${index + 1}.png`, index + 1, 700 + index * 10, 500)],
});
type Entry = ReturnType<typeof entryOf>;

async function openTab(context: BrowserContext): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(`${server().url}/finance/expenses`);
  await expect(page.getByRole('table', { name: 'Expenses' })).toBeVisible({ timeout: MINUTES });
  return page;
}

/** A person who enters an expense until the device dies under the hands. */
async function enterUntilKilled(entry: Entry, at: Aim): Promise<void> {
  const context = await device.open({ offline: true });
  context.setDefaultTimeout(MINUTES);
  const page = context.pages()[0] ?? (await context.newPage());
  const { reached, arm } = await aim(page, at);
  const form = new ExpenseForm(await openTab(context));
  const working = (async () => {
    await form.openNew();
    await arm();
    await form.fill(entry);
    await form.save();
    await form.expectSaved();
  })().catch(() => undefined);
  const isReached = await Promise.race([reached.then(() => true), working.then(() => false)]);
  expect(isReached, `${at.table} ${at.when} was reached`).toBe(true);
  await device.kill();
  await working;
}

/** The same person afterwards: what the form still has is completed, what it lost is done again, what is there is left alone. */
async function goOn(entry: Entry): Promise<void> {
  const context = await device.open({ offline: true });
  context.setDefaultTimeout(MINUTES);
  const page = await openTab(context);
  const isThere = (await page.getByRole('row').filter({ hasText: entry.description }).count()) > 0;
  const form = new ExpenseForm(page);
  await form.openNew();
  await page.waitForTimeout(500); // a draft fills the form after it opened
  const isDraft = (await form.description.inputValue()) === entry.description;
  if (isThere && !isDraft) return device.quit();
  if (!isDraft) await form.fill({ ...entry, receipts: [] });
  const [receipt] = entry.receipts;
  if (receipt && (await form.receipt(receipt).count()) === 0) await form.attach([receipt]);
  await form.save();
  await form.expectSaved();
  return device.quit();
}

test('[SYNC-60] [SYNC-67] a browser killed twenty times while a receipt is saved, between bytes and record, ends with twenty files', async () => {
  let context = await device.open();
  context.setDefaultTimeout(MINUTES);
  const first = context.pages()[0] ?? (await context.newPage());
  await signIn(first, server().url);
  await new Shell(first).expectReadyForOffline();
  await device.quit();

  const entries = KILLS.map((_, index) => entryOf(index));
  for (const [index, at] of KILLS.entries()) {
    await enterUntilKilled(entries[index]!, at);
    await goOn(entries[index]!);
    console.log(`${index + 1} of ${KILLS.length}: killed at ${at.table}, ${at.when}`);
  }

  context = await device.open();
  const page = await openTab(context);
  await expect(new Shell(page).chip).toHaveAccessibleName(/All synced/, { timeout: 2 * MINUTES });
  await expect.poll(() => deviceRows(page, 'receipts'), { timeout: 2 * MINUTES }).toEqual([]);
  const { data: stored } = await server()
    .admin.from('expenses')
    .select('id, description')
    .like('description', 'Taxi number %')
    .throwOnError();
  expect(stored.map(({ description }) => String(description)).toSorted()).toEqual(entries.map(({ description }) => description).toSorted());
  const ids = stored.map(({ id }) => id as string);
  const { data: files } = await server().admin.from('files').select('expense_id, path, sha256').in('expense_id', ids).throwOnError();
  expect(files).toHaveLength(20);
  for (const { expense_id, path, sha256: announced } of files) {
    const { data } = await server().admin.storage.from('uploads').download(path);
    const bytes = new Uint8Array((await data?.arrayBuffer()) ?? new ArrayBuffer());
    const entry = entries.find(({ description }) => description === stored.find(({ id }) => id === expense_id)?.description);
    expect([sha256(bytes), announced]).toEqual([sha256(entry!.receipts[0]!.buffer), sha256(entry!.receipts[0]!.buffer)]);
  }
});
