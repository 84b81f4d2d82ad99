import { expect } from '@playwright/test';
import { pdfTexts } from '#tests/support/pdf-text.ts';
import { Invoices } from './pages/invoices.ts';
import { Shell } from './pages/shell.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';

const server = sharedServer();
const CUSTOMER = 'Øresund Design ApS';

test('goods for another member state: the missing VAT ID is named, a doubted one is overruled, and the reason is printed', async ({
  browser,
}) => {
  const { admin } = server();
  await admin.from('customers').update({ vat_id: '' }).eq('name', CUSTOMER).throwOnError();
  const page = await signedIn(browser, server());
  const invoices = new Invoices(page);
  await invoices.openNew();
  await invoices.typeCustomer(CUSTOMER);
  await page.keyboard.type('Regal Eiche');
  await page.keyboard.press('Enter');
  await invoices.cell('unit_price', 1).fill('450');
  await invoices.cell('tax_rate', 1).selectOption({ label: '0% – Intra-EU supply of goods' });
  await expect(page.getByText('VAT-exempt intra-Community supply of goods')).toBeVisible();
  await invoices.expectTotal('total', '€450.00');
  await invoices.saveWithKeys();
  await invoices.expectTitle(`Draft for ${CUSTOMER}`);

  await page.getByRole('main').getByRole('button', { name: 'Issue', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Issue this invoice?' });
  await expect(dialog.getByRole('group', { name: `Customer: ${CUSTOMER}` }).getByRole('textbox', { name: 'VAT ID' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  // Impossible VAT IDs are refused where they are typed; this one came by another way.
  await admin.from('customers').update({ vat_id: 'DK1234567' }).eq('name', CUSTOMER).throwOnError();
  await new Shell(page).expectAllSynced();

  await invoices.openList();
  // Other stories may have written more of today than the list shows at once.
  await page.getByRole('main').getByRole('searchbox').fill(CUSTOMER);
  await page
    .getByRole('main')
    .getByRole('row')
    .filter({ hasText: CUSTOMER })
    .filter({ hasText: '€450.00' })
    .getByRole('link')
    .first()
    .click();
  const issue = page.getByRole('main').getByRole('button', { name: 'Issue', exact: true });
  await issue.click();
  const confirm = dialog.getByRole('button', { name: 'Issue invoice' });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('checkbox', { name: /DK1234567 cannot exist/ }).check();
  await confirm.click();
  await invoices.expectTitle(/^INV-/);
  await expect(page.getByText(/Overruled warnings/).first()).toBeVisible();

  const words = pdfTexts(await invoices.pdf())
    .flat()
    .join('\n');
  for (const part of ['VAT-exempt intra-Community supply of goods', 'DK1234567', 'DE123456788']) expect(words).toContain(part);
  expect(words).not.toContain('0%');
});
