import { type BrowserContext, expect, type Page } from '@playwright/test';
import { ExpenseForm } from './pages/expense-form.ts';
import { Shell } from './pages/shell.ts';
import { signIn } from './pages/sign-in.ts';
import { aim } from './support/aimed-kill.ts';
import { createDevice } from './support/device.ts';
import { deviceRows } from './support/device-storage.ts';
import { expireSession } from './support/expired-session.ts';
import { jpegReceipt, pngReceipt, sha256 } from './support/receipts.ts';
import { sharedServer, test } from './support/story.ts';

const server = sharedServer();
const device = createDevice();
/** The client library tries for 25 s to renew a session without a network; the app must not wait for that. */
const SOONER_MS = 20_000;
test.afterAll(() => device.remove());

const firstPage = async (context: BrowserContext): Promise<Page> => context.pages()[0] ?? (await context.newPage());

async function storedCount(description: string): Promise<number | null> {
  const { count } = await server()
    .admin.from('expenses')
    .select('id', { count: 'exact', head: true })
    .eq('description', description)
    .throwOnError();
  return count;
}

test('with the server gone the app opens from local data, takes an expense in, and sends it when the server is back', async () => {
  const { url } = server();
  const online = await firstPage(await device.open());
  await signIn(online, url);
  await new Shell(online).expectReadyForOffline();
  await device.quit();
  await server().stop();

  const page = await firstPage(await device.open());
  await page.goto(`${url}/finance/expenses`);
  await expect(page.getByRole('table', { name: 'Expenses' }).getByRole('row').nth(5)).toBeVisible();
  await page.goto(`${url}/de/finance/expenses`);
  await expect(page.getByRole('heading', { level: 1, name: 'Ausgaben' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Ausgaben' }).getByRole('row').nth(5)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');

  await page.goto(`${url}/finance/vendors`);
  await expect(page.getByRole('heading', { level: 1, name: 'Vendors' })).toBeVisible();
  const form = new ExpenseForm(page);
  await form.record({ amount: '12.50', description: 'Written while the server was off', vendor: 'Café Grünspan' });
  await new Shell(page).expectWaiting(1);

  await server().start();
  await new Shell(page).expectAllSynced();
  expect(await storedCount('Written while the server was off')).toBe(1);
  await device.quit();
});

test('with an expired session and no network the app opens as ever and syncs after the refresh', async () => {
  const { url } = server();
  await server().stop();
  const context = await device.open({ offline: true });
  await expireSession(context);
  const page = await firstPage(context);
  await page.goto(`${url}/finance/expenses`);
  await expect(page.getByRole('table', { name: 'Expenses' }).getByRole('row').nth(5)).toBeVisible({ timeout: SOONER_MS });
  const form = new ExpenseForm(page);
  await form.record({ amount: '9.99', description: 'Written with an expired session' });
  await new Shell(page).expectWaiting(1);

  await server().start();
  await context.setOffline(false);
  await new Shell(page).expectAllSynced();
  expect(await storedCount('Written with an expired session')).toBe(1);
  await device.quit();
});

for (const [when, holding] of Object.entries({ record: '"collection":"expenses"', 'first photo': '"collection":"files"' }))
  test(`[SYNC-1] [SYNC-67] a browser that dies with the ${when} of a new expense on disk has it once with both photos, and the next form is new`, async () => {
    const { url, admin } = server();
    const description = `Died with its ${when}`;
    let page = await firstPage(await device.open({ offline: true }));
    const { reached, arm } = await aim(page, { table: 'outbox', holding, when: 'committed' });
    await page.goto(`${url}/finance/expenses`);
    const photos = [await jpegReceipt(page, 'front.jpg', when.length, 900, 600), pngReceipt('back.png', when.length, 700, 500)];
    const form = new ExpenseForm(page);
    await form.openNew();
    await form.fill({ amount: `${when.length}.10`, description, receipts: photos });
    await arm();
    const saving = form.save().catch(() => undefined);
    await reached;
    await device.kill();
    await saving;

    page = await firstPage(await device.open({ offline: true }));
    await page.goto(`${url}/finance/expenses`);
    const row = page.getByRole('row').filter({ hasText: description });
    await expect(row).toHaveCount(1);
    const next = new ExpenseForm(page);
    // On a busy device what is left may wait for one form more; each is a new one.
    await expect(async () => {
      await next.openNew();
      expect([await next.amount.inputValue(), await next.description.inputValue()]).toEqual(['', '']);
      for (const photo of photos) await expect(next.receipt(photo)).toHaveCount(0);
      expect(await deviceRows(page, 'drafts')).toEqual([]);
    }).toPass();
    await page.getByRole('navigation').getByRole('link', { name: 'Expenses', exact: true }).click();
    await row.getByRole('link').click();
    for (const photo of photos) await expect(next.receipt(photo)).toBeVisible();

    await page.context().setOffline(false);
    await new Shell(page).expectAllSynced();
    const { data } = await admin.from('expenses').select('files(sha256)').eq('description', description).throwOnError();
    const files = data.map((each) => (each.files as { sha256: string }[]).map((file) => file.sha256).toSorted());
    expect(files).toEqual([photos.map(({ buffer }) => sha256(buffer)).toSorted()]);
    await device.quit();
  });
