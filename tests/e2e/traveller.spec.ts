import { type BrowserContext, expect, type Page } from '@playwright/test';
import { type ExpenseEntry, ExpenseForm } from './pages/expense-form.ts';
import { Shell } from './pages/shell.ts';
import { NORDLICHT_ID, signIn } from './pages/sign-in.ts';
import { createDevice } from './support/device.ts';
import { deviceRows } from './support/device-storage.ts';
import { jpegReceipt, pdfReceipt, pngReceipt, type Receipt, sha256 } from './support/receipts.ts';
import type { TestServer } from './support/server.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';

const server = sharedServer();
const device = createDevice();
test.afterAll(() => device.remove());

async function nineReceipts(page: Page): Promise<Receipt[]> {
  return [
    await jpegReceipt(page, 'hotel.jpg', 1, 3264, 2448),
    await jpegReceipt(page, 'taxi.jpg', 2, 1200, 900),
    pngReceipt('train-out.png', 3, 2600, 1400),
    await jpegReceipt(page, 'dinner.jpg', 4, 2448, 3264),
    pdfReceipt('flight.pdf'),
    pngReceipt('parking.png', 5, 640, 480),
    await jpegReceipt(page, 'fuel.jpg', 6, 4000, 3000),
    await jpegReceipt(page, 'coffee.jpg', 7, 800, 1200),
    await jpegReceipt(page, 'train-back.jpg', 8, 2400, 1800),
  ];
}

function sevenExpenses(receipts: readonly Receipt[]): ExpenseEntry[] {
  const of = (...indexes: number[]): Receipt[] => receipts.filter((_, index) => indexes.includes(index));
  return [
    { amount: '348.20', description: 'Hotel in Bremen, two nights', vendor: 'Hotel Schwanenwiek', receipts: of(0) },
    { amount: '17.40', description: 'Taxi to the fair', vendor: 'Hansetaxi eG', receipts: of(1) },
    { amount: '129.90', description: 'Train there', vendor: 'Nordbahn Fernverkehr AG', receipts: of(2) },
    { amount: '86.50', description: 'Dinner with Reederei Kappeln', receipts: of(3, 4) },
    { amount: '6.00', description: 'Parking', receipts: of(5) },
    { amount: '71.33', description: 'Fuel for the rented car', vendor: 'Kraftstoff Nord 24', receipts: of(6, 7) },
    { amount: '129.90', description: 'Train back', vendor: 'Nordbahn Fernverkehr AG', receipts: of(8) },
  ];
}

async function capture(page: Page, entry: ExpenseEntry): Promise<void> {
  const form = new ExpenseForm(page);
  await form.openNew();
  await form.fill(entry);
  await form.save();
  if (entry.description === 'Train back') await form.saveAnyway();
  await form.expectSaved();
}

async function newTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${server().url}/finance/expenses`);
  await expect(page.getByRole('table', { name: 'Expenses' })).toBeVisible();
  return page;
}

async function storedExpenses({ admin }: TestServer, descriptions: readonly string[]) {
  const { data } = await admin.from('expenses').select('id, description, amount, number').in('description', descriptions).throwOnError();
  return data;
}

test('seven expenses with nine receipts, captured offline in two tabs and through a crash, reach the server once', async ({ browser }) => {
  const { url, admin } = server();
  let context = await device.open();
  let [first = await context.newPage()] = context.pages();
  await signIn(first, url);
  await new Shell(first).expectReadyForOffline();
  const receipts = await nineReceipts(first);
  const entries = sevenExpenses(receipts);
  // A crash within seconds of the sign-in could lose the browser's own cookies, which it writes lazily; that is not what is tried here.
  await device.quit();
  context = await device.open();
  first = context.pages()[0] ?? (await context.newPage());
  await first.goto(`${url}/finance/expenses`);
  await new Shell(first).expectReadyForOffline();
  const { count: filesBefore } = await admin.from('files').select('id', { count: 'exact', head: true }).throwOnError();

  await context.setOffline(true);
  let second = await newTab(context);
  const [hotel, taxi, train, dinner, ...rest] = entries;
  if (!hotel || !taxi || !train || !dinner) throw new Error('seven entries');
  await capture(first, hotel);
  await capture(second, taxi);
  await capture(first, train);
  await new Shell(first).expectWaiting(6);
  await new Shell(second).expectWaiting(6);
  await expect(new Shell(second).chip).toHaveAccessibleName(/Offline/);

  const half = new ExpenseForm(second);
  await half.openNew();
  await half.fill({ ...dinner, receipts: dinner.receipts?.slice(0, 1) ?? [] });
  const keptDescription = async (): Promise<string> => JSON.stringify(await deviceRows(second, 'drafts'));
  await expect.poll(keptDescription).toContain(dinner.description);
  await expect.poll(keptDescription).toContain('dinner.jpg');
  await device.kill();

  context = await device.open({ offline: true });
  first = await newTab(context);
  await new Shell(first).expectWaiting(6);
  for (const { description } of [hotel, taxi, train]) await expect(first.getByRole('row').filter({ hasText: description })).toHaveCount(1);
  const restored = new ExpenseForm(first);
  await restored.openNew();
  await expect(first.getByText(/This is your draft from/)).toBeVisible();
  await expect(restored.amount).toHaveValue('86.50');
  await expect(restored.description).toHaveValue(dinner.description);
  await restored.attach(dinner.receipts?.slice(1) ?? []);
  await expect(restored.receipt(dinner.receipts?.[0] ?? receipts[3]!)).toBeVisible();
  await restored.saveAndSee();

  second = await newTab(context);
  for (const [index, entry] of rest.entries()) await capture(index % 2 === 0 ? second : first, entry);
  await new Shell(first).expectWaiting(7 + 9);

  await context.setOffline(false);
  await new Shell(first).expectAllSynced();
  await new Shell(second).expectAllSynced();
  await expect.poll(() => deviceRows(first, 'outbox')).toEqual([]);

  const descriptions = entries.map(({ description }) => description);
  const stored = await storedExpenses(server(), descriptions);
  expect(stored.map(({ description, amount }) => `${description} ${Number(amount).toFixed(2)}`).toSorted()).toEqual(
    entries.map(({ description, amount }) => `${description} ${amount}`).toSorted(),
  );
  expect(new Set(stored.map(({ number }) => number)).size).toBe(7);

  const expenseIds = stored.map(({ id }) => id);
  const filesOf = async () => {
    const { data } = await admin
      .from('files')
      .select('path, name, sha256, size, original_path, original_sha256')
      .in('expense_id', expenseIds)
      .throwOnError();
    return data;
  };
  const files = await filesOf();
  expect(files).toHaveLength(9);
  const { count: filesAfter } = await admin.from('files').select('id', { count: 'exact', head: true }).throwOnError();
  expect((filesAfter ?? 0) - (filesBefore ?? 0)).toBe(9);
  for (const file of files) {
    const { data, error } = await admin.storage.from('uploads').download(file.path);
    expect(error, file.name).toBeNull();
    const bytes = new Uint8Array((await data?.arrayBuffer()) ?? new ArrayBuffer());
    expect(sha256(bytes), file.name).toBe(file.sha256);
    expect(bytes.length, file.name).toBe(file.size);
  }
  const { data: entriesOfFolder } = await admin.storage.from('uploads').list(NORDLICHT_ID, { limit: 1000 });
  const objects = entriesOfFolder?.filter(({ id }) => id !== null); // what has none is a folder, that of the originals
  const { count: filesOfCompany } = await admin.from('files').select('id', { count: 'exact', head: true }).eq('company_id', NORDLICHT_ID);
  expect(objects?.length).toBe(filesOfCompany);
  for (const { name, buffer, isLarge } of receipts) {
    const isStoredAsItWas = files.some((file) => file.sha256 === sha256(buffer));
    expect(isStoredAsItWas, `${name} is kept byte for byte`).toBe(!isLarge);
    const original = files.find((file) => file.original_sha256 === sha256(buffer));
    expect(original !== undefined, `of ${name} the original is kept`).toBe(isLarge);
    if (!original) continue;
    const { data } = await admin.storage.from('uploads').download(String(original.original_path));
    expect(sha256(new Uint8Array((await data?.arrayBuffer()) ?? new ArrayBuffer())), name).toBe(original.original_sha256);
  }

  const page = await signedIn(browser, server(), { device: 'train' });
  await page.getByRole('searchbox').fill('Dinner with Reederei');
  await page.getByRole('row').filter({ hasText: dinner.description }).getByRole('link').click();
  await expect(page.getByRole('button', { name: 'Open flight.pdf' })).toBeVisible();
  await page.getByRole('button', { name: 'Open dinner.jpg' }).click();
  const picture = page.getByRole('dialog').getByRole('img', { name: 'dinner.jpg' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => Math.max(image.naturalWidth, image.naturalHeight))).toBe(2400);
  await page.getByRole('dialog').getByRole('button', { name: 'Close dialog' }).click();
  await page.goto(`${url}/finance/expenses`);
  for (const { description } of entries) {
    await page.getByRole('searchbox').fill(description);
    await expect(page.getByRole('row').filter({ hasText: description })).toHaveCount(1);
  }
});
