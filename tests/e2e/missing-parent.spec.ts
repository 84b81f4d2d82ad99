import { expect } from '@playwright/test';
import { LIVE_MS } from '#tests/support/patience.ts';
import { Invoices } from './pages/invoices.ts';
import { Shell } from './pages/shell.ts';
import { ownCustomer } from './support/own-records.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';
import { visit } from './support/visit.ts';

const server = sharedServer();
const [GONE, OTHER] = ['Reederei Fernweh', 'Yachtwerft Seeadler'] as const;

test('a draft whose customer somebody deleted before it arrived says who is gone and by whom, and goes to another one', async ({
  browser,
}) => {
  const id = await ownCustomer(server(), GONE);
  const page = await signedIn(browser, server(), { width: 390 });
  await visit(page, `/finance/customers/${id}`);
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: GONE })).toBeVisible({ timeout: LIVE_MS });
  await page.context().setOffline(true);
  const invoices = new Invoices(page);
  await visit(page, '/finance/invoices/create');
  await invoices.customer.click();
  await invoices.typeCustomer(GONE);
  await page.keyboard.type('Seekarten');
  await invoices.cell('unit_price', 1).fill('321.00');
  await invoices.saveWithKeys();
  const draft = page.url().split('/').at(-1) ?? '';

  const colleague = await server().as('demo@example.com');
  await colleague.from('customers').delete().eq('id', id).throwOnError();
  await page.context().setOffline(false);
  const shell = new Shell(page);
  await expect(shell.chip).toHaveAccessibleName(/1 needs you/, { timeout: LIVE_MS });
  await visit(page, '/sync');
  const asked = page.getByRole('article').filter({ hasText: `Customer: ${GONE} was deleted by ` });
  await expect(asked).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await asked.getByRole('button', { name: 'Choose another' }).click();
  const dialog = page.getByRole('dialog');
  const customer = dialog.getByRole('textbox', { name: 'Customer', exact: true });
  await customer.fill(OTHER);
  await page.getByRole('option', { name: OTHER }).click();
  await expect(customer).toHaveValue(OTHER);
  await dialog.getByRole('button', { name: 'Send this version' }).click();
  await expect(asked).toHaveCount(0);
  await shell.expectAllSynced();
  const { data } = await server()
    .admin.from('invoices')
    .select('status, customers(name), invoice_items(description)')
    .eq('id', draft)
    .throwOnError();
  expect(data).toEqual([{ status: 'draft', customers: { name: OTHER }, invoice_items: [{ description: 'Seekarten' }] }]);
});
