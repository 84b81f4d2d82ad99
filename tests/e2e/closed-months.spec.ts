import { expect } from '@playwright/test';
import { NORDLICHT } from '#local/seed/demo-nordlicht.ts';
import { ExpenseForm } from './pages/expense-form.ts';
import { Shell } from './pages/shell.ts';
import { signedIn } from './support/signed-in.ts';
import { serverOfThisFile, test } from './support/story.ts';
import { visit } from './support/visit.ts';

const server = serverOfThisFile();

test('a report of a closed month shows what was kept, says where the records differ since, and does so without a network', async ({
  browser,
}) => {
  const page = await signedIn(browser, server());
  await visit(page, '/settings/periods');
  const last = page.getByRole('button', { name: /^Close month: / }).last();
  const month = ((await last.getAttribute('aria-label')) ?? '').replace('Close month: ', '');
  await last.click();
  await page
    .getByRole('dialog', { name: `Close ${month}?` })
    .getByRole('button', { name: 'Close month' })
    .click();
  const row = page.getByRole('listitem').filter({ hasText: month });
  await expect(row.getByText(/^Closed by .* · figures kept$/)).toBeVisible();

  const [first] = new Date(`1 ${month} UTC`).toISOString().split('T');
  const of = (first ?? '').slice(0, 7);
  await page.evaluate(
    ([key = '', value = '']) => localStorage.setItem(key, value),
    [`kontor-figures:${NORDLICHT.id}`, JSON.stringify({ choice: { preset: 'custom', from: of, to: of }, currency: 'EUR' })],
  );
  await page.goto(`${server().url}/reports?report=profit&basis=cash&compare=none`);
  const total = page.getByRole('row').filter({ hasText: 'Surplus or deficit' }).first();
  await expect(page.getByText(/^As kept when the month was closed on /)).toBeVisible();
  const kept = await total.innerText();
  const differences = page.getByRole('alert').filter({ hasText: 'The records now say something else' });
  await expect(differences).toHaveCount(0);

  // Somebody with the keys of the database adds to it what no client can.
  const { admin } = server();
  const { data: invoices } = await admin
    .from('invoices')
    .select('id')
    .eq('company_id', NORDLICHT.id)
    .eq('status', 'issued')
    .eq('currency', 'EUR')
    .limit(1);
  const { data: people } = await admin.from('company_users').select('user_id').eq('company_id', NORDLICHT.id).limit(1);
  const ids = { company_id: NORDLICHT.id, invoice_id: invoices?.[0]?.['id'], created_by: people?.[0]?.['user_id'] };
  const { error } = await admin.from('payments').insert({ ...ids, amount: 100, currency: 'EUR', payment_date: `${of}-15` });
  expect(error).toBeNull();
  await expect(differences).toBeVisible();
  await expect(differences.getByRole('row').filter({ hasText: 'Payments received' })).toContainText('+€100.00');
  expect(await total.innerText()).toBe(kept);

  await new Shell(page).expectAllSynced();
  await page.context().setOffline(true);
  await page.reload();
  await expect(differences.getByRole('row').filter({ hasText: 'Payments received' })).toContainText('+€100.00');
  expect(await total.innerText()).toBe(kept);
});

test('the month’s end names what is left to do, offline too, and the month is closed there', async ({ browser }) => {
  const page = await signedIn(browser, server());
  await visit(page, '/reports/month-end');
  const months = page.getByRole('combobox', { name: 'Month' });
  const month = await months.inputValue();
  const name = await months.locator('option:checked').innerText();
  await page.context().setOffline(true);
  const form = new ExpenseForm(page);
  await form.openNew();
  await form.fill({ amount: '9.00', description: 'Left without a receipt' });
  await page.getByRole('textbox', { name: 'Date', exact: true }).fill(`01/${month.slice(5, 7)}/${month.slice(0, 4)}`);
  await form.saveAndSee();
  await page.getByRole('navigation').getByRole('link', { name: 'Reports', exact: true }).click();
  await page.getByRole('link', { name: 'Month’s end' }).click();
  await expect(page.getByRole('link', { name: /not synced yet$/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Left without a receipt' })).toBeVisible();
  await page.context().setOffline(false);
  await new Shell(page).expectAllSynced();
  await expect(page.getByRole('link', { name: /not synced yet$/ })).toHaveCount(0);
  await page.getByRole('link', { name: '1 expense waits for approval' }).click();
  await page.getByRole('main').getByRole('row').filter({ hasText: 'Left without a receipt' }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByRole('main').getByText('Approved', { exact: true })).toBeVisible();
  await visit(page, '/reports/month-end');
  await expect(page.getByRole('link', { name: 'Left without a receipt' })).toBeVisible();
  await expect(page.getByRole('link', { name: /approval$/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Close month', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Close ${name}?` });
  await expect(dialog.getByText(/of the list (is|are) still open/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close month' }).click();
  await expect(page.getByRole('main').getByText('Closed', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Close month', exact: true })).toHaveCount(0);
});
