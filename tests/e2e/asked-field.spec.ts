import { expect } from '@playwright/test';
import { NORDLICHT_ID } from './pages/sign-in.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';
import { visit } from './support/visit.ts';

const server = sharedServer();

async function idOf(table: 'customers' | 'invoices'): Promise<string> {
  const rows = server().admin.from(table).select('id').eq('company_id', NORDLICHT_ID);
  const { data } = await (table === 'invoices' ? rows.eq('status', 'draft').eq('document_type', 'invoice') : rows).limit(1).throwOnError();
  return (data as unknown as { id: string }[])[0]?.id ?? '';
}

test('who is sent to one field of a form finds the caret in it, whichever form that is', async ({ browser }) => {
  const page = await signedIn(browser, server());
  const forms = [
    ['/settings/company', ['name', 'address.country', 'address.city', 'tax.vat_id', 'tax.tax_number', 'e_invoice.contact_phone']],
    [
      `/finance/customers/${await idOf('customers')}/edit`,
      ['country', 'delivery_city', 'delivery_country', 'vat_id', 'buyer_reference', 'e_address'],
    ],
    [`/finance/invoices/${await idOf('invoices')}/edit`, ['customer_id', 'items', 'service_from', 'due_days', 'currency', 'payment_terms']],
  ] as const;
  for (const [path, fields] of forms)
    for (const field of fields) {
      await visit(page, '/sync');
      await visit(page, `${path}?field=${field}`);
      const caret = page.locator(':is(input, textarea, select):focus');
      await expect(
        page
          .locator(`[data-path="${field}"]`)
          .filter({ has: caret })
          .or(page.locator(`[data-path="${field}"]:focus`))
          .first(),
      ).toBeVisible();
    }
});
