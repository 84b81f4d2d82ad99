import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { pdfTexts } from '#tests/support/pdf-text.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';
import { visit } from './support/visit.ts';

const server = sharedServer();

async function exported(page: Page, as: string): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: as }).click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}
const totalOf = async (page: Page) => (await page.locator('tr[data-kind="total"] td').allInnerTexts()).map((text) => text.trim());

test('profit and loss with a comparison leaves as CSV and as PDF without a network, on either basis', async ({ browser }) => {
  const page = await signedIn(browser, server());
  await page.context().setOffline(true);
  await page.getByRole('navigation').getByRole('link', { name: 'Reports', exact: true }).click();
  await page.getByRole('combobox', { name: 'Period' }).selectOption('Last 12 months');
  await page.getByRole('combobox', { name: 'Comparison' }).selectOption('Compare with the year before');
  const accrual = await totalOf(page);
  expect(accrual).toHaveLength(3);
  expect(accrual[0]).toMatch(/^-?€[\d,]+\.\d\d$/);

  const csv = await exported(page, 'CSV');
  expect(csv.name).toMatch(/^Profit and loss Accrual basis .+ EUR\.csv$/);
  const lines = csv.bytes.toString('utf8').replace('\ufeff', '').trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^Item,Amount,.+,Change,Currency$/);
  const figures = accrual.map((text) => text.replaceAll(/[€,+]/g, ''));
  expect(lines.at(-1)).toBe(['Profit or loss', ...figures, 'EUR'].join(','));

  await page.getByRole('combobox', { name: 'Basis' }).selectOption('Cash basis');
  await expect(page.getByRole('rowheader', { name: 'Surplus or deficit' })).toBeVisible();
  const cash = await totalOf(page);
  expect(cash).not.toEqual(accrual);
  const pdf = await exported(page, 'PDF');
  expect(pdf.name).toMatch(/^Profit and loss Cash basis .+ EUR\.pdf$/);
  const [texts = []] = pdfTexts(pdf.bytes);
  for (const part of ['Nordlicht Webdesign GmbH', 'Profit and loss', 'All amounts in EUR', 'Payments received', 'Page 1 of 1'])
    expect(texts).toContain(part);
  for (const figure of cash) expect(texts).toContain(figure.replace('€', '').replace('-', '−'));
});

test('a period leaves for the adviser as one file, offline with what this device has, and the history notes it', async ({ browser }) => {
  const page = await signedIn(browser, server());
  await page.addInitScript(() => Object.assign(globalThis, { showSaveFilePicker: undefined }));
  await page.goto(`${server().url}/reports/month-end`);
  const part = page.getByRole('region', { name: /^Export for the adviser/ });
  const save = part.getByRole('button', { name: 'Save as ZIP' });
  await expect(save).toBeEnabled();
  const saved = async (): Promise<{ name: string; text: string }> => {
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    // The names of the entries stand in it as they are.
    return { name: download.suggestedFilename(), text: (await readFile(await download.path())).toString('utf8') };
  };
  const online = await saved();
  expect(online.name).toMatch(/^Nordlicht Webdesign GmbH adviser \w+ \d{4}\.zip$/);
  const paths = ['Income.csv', 'Expenses.csv', 'Money in and out.csv', 'VAT.csv', 'Missing numbers.csv', 'Summary.txt'];
  expect(paths.filter((path) => !online.text.includes(path))).toEqual([]);
  const hasFiles = ({ text }: { text: string }) =>
    [/Documents\/\d{4}-\d{2}-\d{2} INV-/, /Receipts\/\d{4}-\d{2}-\d{2} EXP-/].map((name) => name.test(text));
  expect(hasFiles(online)).toEqual([true, true]);
  await expect(part.getByRole('status')).toContainText('is saved');
  await expect(part.getByRole('alert')).toHaveCount(0);

  await page.context().setOffline(true);
  const offline = await saved();
  // What was fetched once is on this device now.
  expect(hasFiles(offline)).toEqual([true, true]);
  await page.context().setOffline(false);
  await visit(page, '/activity');
  await expect(page.getByText(/Exported for the adviser: /).first()).toBeVisible();
});
