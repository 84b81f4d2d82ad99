import { expect } from '@playwright/test';
import { Shell } from './pages/shell.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';
import { visit } from './support/visit.ts';

const server = sharedServer();

test('a company that is taxed by payment sees VAT with its payments, and can still see it by invoice date', async ({ browser }) => {
  const page = await signedIn(browser, server());
  await visit(page, '/settings/periods');
  const vat = page.getByRole('region', { name: 'VAT' });
  await expect(vat.getByText('By supply (accrual) · monthly')).toBeVisible();
  await vat.getByRole('button', { name: 'Change the method' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the method' });
  await dialog.getByRole('combobox', { name: 'VAT counts' }).selectOption('payment');
  await dialog.getByRole('combobox', { name: 'VAT returns' }).selectOption('quarter');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(vat.getByText('By payment (cash accounting) · quarterly')).toBeVisible();
  await expect(vat.getByText('Before', { exact: true })).toBeVisible();

  await visit(page, '/reports?report=vat');
  const basis = page.getByRole('combobox', { name: 'VAT counts' });
  await expect(basis.getByRole('option', { name: /^By (payment|supply and payment)$/ })).toBeAttached();
  await expect(page.getByText(/^By payment: each payment brings|^The method changes in this period/)).toBeVisible();
  await basis.selectOption('invoice_date');
  await expect(page.getByText('By the day of issue and the day of the expense', { exact: false })).toBeVisible();
  await new Shell(page).expectAllSynced();
});
