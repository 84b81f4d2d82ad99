import { expect } from '@playwright/test';
import { pdfTexts } from '#tests/support/pdf-text.ts';
import { Invoices } from './pages/invoices.ts';
import { NORDLICHT_ID } from './pages/sign-in.ts';
import { ownCustomer, ownDrafts } from './support/own-records.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';
import { visit } from './support/visit.ts';

const server = sharedServer();
const invoicesWith = () => server().admin.from('invoices').select('id, number, gross_total').eq('company_id', NORDLICHT_ID);
const wordsOf = (file: Uint8Array) => pdfTexts(file).flat().join('\n').replaceAll('\u00a0', ' ');

test('a copy stays as it went out, what is open is asked for by a slip, and letters nobody could read wait', async ({ browser }) => {
  const page = await signedIn(browser, server());
  const invoices = new Invoices(page);
  const { data: open } = await invoicesWith()
    .eq('status', 'issued')
    .eq('payment_status', 'unpaid')
    .eq('document_type', 'invoice')
    .eq('currency', 'EUR')
    .eq('language', 'de')
    .limit(1)
    .single();
  const openPage = () => visit(page, `/finance/invoices/${open?.id}`);
  await openPage();
  const before = wordsOf(await invoices.pdf());

  // The company changes how its documents look, and a part of the invoice is paid.
  await invoices.recordPayment('1');
  await page.getByRole('navigation').getByRole('link', { name: 'Settings', exact: true }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Invoices/ })
    .first()
    .click();
  // Its invoices are in German, and so is the footer they get.
  await page.getByRole('radiogroup', { name: 'Language of the texts' }).getByText('German').click();
  await page.getByRole('textbox', { name: 'Footer', exact: true }).fill('Amtsgericht Kiel HRB 1234');
  await page.getByRole('main').getByRole('button', { name: 'Save settings' }).click();
  const footer = async () => {
    const { data } = await server().admin.from('companies').select('footer:settings->document_texts->footer_text->>de').throwOnError();
    return data.map((company) => company.footer);
  };
  await expect.poll(footer).toContain('Amtsgericht Kiel HRB 1234');
  await openPage();
  expect(wordsOf(await invoices.pdf())).toBe(before);

  const slip = wordsOf(await invoices.pdf('slip'));
  expect(slip).toContain(`Zahlschein ${open?.number}`);
  expect(slip).toMatch(/Bereits gezahlt\n−1,00 €/);

  // Of what is issued from now on the new footer is a part; a name that can't be printed waits.
  const [draft] = await ownDrafts(server(), await ownCustomer(server(), 'Tokio Handel GmbH'), 1);
  await visit(page, `/finance/invoices/${draft}/edit`);
  const notes = page.getByRole('textbox', { name: 'Text below the lines', exact: true });
  const save = () => page.getByRole('main').getByRole('button', { name: 'Save changes' }).click();
  await notes.fill('Danke, 東京支店');
  await save();
  await page.getByRole('main').getByRole('button', { name: 'Issue', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Characters that can’t be printed' });
  await expect(dialog.getByRole('listitem')).toHaveText('In the invoice: 東 京 支 店');
  await dialog.getByRole('link', { name: 'Edit invoice' }).click();
  await notes.fill('Danke, Tokyo');
  await save();
  await invoices.issue();
  expect(wordsOf(await invoices.pdf())).toContain('Amtsgericht Kiel HRB 1234');
});
