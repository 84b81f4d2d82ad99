import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { ExpenseForm } from './pages/expense-form.ts';
import { Shell } from './pages/shell.ts';
import { signIn } from './pages/sign-in.ts';
import { pdfReceipt } from './support/receipts.ts';
import { serverOfThisFile, test } from './support/story.ts';

const server = serverOfThisFile();
const folder = mkdtempSync(join(tmpdir(), 'kontor-e2e-backup-'));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function write(page: Page, description: string, amount: string): Promise<void> {
  const form = new ExpenseForm(page);
  await form.record({ amount, description, receipts: [pdfReceipt(`${description}.pdf`)] });
}

async function onServer(): Promise<string[]> {
  const { data } = await server()
    .admin.from('expenses')
    .select('description')
    .like('description', 'Restore: %')
    .order('description')
    .throwOnError();
  return data.map(({ description }) => String(description).slice('Restore: '.length));
}

/** The bytes of the stories' receipts, as far as the server has them. */
async function receiptsOnServer(): Promise<string[]> {
  const { admin } = server();
  const { data } = await admin.from('files').select('path').like('name', 'Restore: %').order('name').throwOnError();
  return Promise.all(
    data.map(async ({ path }) => (await (await admin.storage.from('uploads').download(String(path))).data?.text()) ?? 'missing'),
  );
}

test('after a restore a device loses nothing: what came before is there, what it had not sent arrives, what the backup lacks is offered', async ({
  page,
}) => {
  await signIn(page, server().url);
  await new Shell(page).expectReadyForOffline();
  await write(page, 'Restore: before', '11.10');
  await new Shell(page).expectAllSynced();
  const file = join(folder, 'backup.tar');
  await server().backUp(file);
  await write(page, 'Restore: after', '22.20');
  await new Shell(page).expectAllSynced();
  expect(await onServer()).toEqual(['after', 'before']);

  await server().stop();
  await write(page, 'Restore: offline', '33.30');
  await server().restore(file);
  await server().start();
  expect(await onServer()).toEqual(expect.arrayContaining(['before']));

  await expect.poll(onServer).toEqual(['before', 'offline']);
  await page.goto(`${server().url}/sync`);
  for (const name of ['Restore: after · €22.20', 'Restore: after.pdf'])
    await expect(page.getByRole('article', { name, exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Upload all 2 again' }).click();
  await expect.poll(onServer).toEqual(['after', 'before', 'offline']);
  await new Shell(page).expectAllSynced();
  const receipts = ['after', 'before', 'offline'].map((each) => pdfReceipt(`Restore: ${each}.pdf`).buffer.toString('latin1'));
  await expect.poll(receiptsOnServer).toEqual(receipts);
});
