import { expect } from '@playwright/test';
import { writeUbl } from '#domain/e-invoice/write-ubl.ts';
import type { PrintableDocument } from '#domain/documents/printable-document.ts';
import { writeEInvoice } from '#platform/pdf/write-e-invoice.ts';
import { loadFontFiles } from '#tests/support/font-files.ts';
import { printableDocument } from '#tests/support/printable-document.ts';
import { item, sampleEInvoice, SELLER } from '#tests/support/sample-e-invoice.ts';
import { ExpenseForm } from './pages/expense-form.ts';
import { Shell } from './pages/shell.ts';
import { type Receipt, sha256 } from './support/receipts.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';
import { visit } from './support/visit.ts';

const server = sharedServer();
const LINES = [
  item({ description: 'Segelmacherarbeit' }),
  item({ position: 2, description: 'Fachbuch', tax_rate: 7, unit_price: 33.33, quantity: 3 }),
];
const fileOf = (number: string): Receipt => ({
  name: `${number}.xml`,
  mimeType: 'text/xml',
  buffer: Buffer.from(writeUbl(sampleEInvoice({ number, items: LINES }))),
  isLarge: false,
});

test('a supplier’s XRechnung that is XML alone becomes an expense without a network, is read like a page, and arrives as it came', async ({
  browser,
}) => {
  const received = fileOf('RE-2026-0042');
  const page = await signedIn(browser, server(), { width: 390 });
  const form = new ExpenseForm(page);
  await visit(page, '/finance/expenses/create');
  await expect(form.amount).toBeVisible();
  await page.context().setOffline(true);
  await page
    .getByLabel('Choose file', { exact: true })
    .setInputFiles({ name: 'order.xml', mimeType: 'text/xml', buffer: Buffer.from('<?xml version="1.0"?><Order/>') });
  await expect(page.getByText('order.xml is XML, but no e-invoice')).toBeVisible();
  await form.attach([received]);
  await page.getByRole('button', { name: 'Use its data' }).click();
  await expect(form.amount).toHaveValue('344.99');
  await form.saveAndSee();
  await page.getByRole('button', { name: 'Open RE-2026-0042.xml' }).click();
  const invoice = page.getByRole('region', { name: 'E-invoice' });
  await expect(invoice.getByRole('row')).toContainText([
    'Item',
    'Segelmacherarbeit',
    'Fachbuch',
    'Net',
    'VAT 19% on €200.00',
    'VAT 7% on €99.99',
    'Total',
  ]);
  await expect(invoice.getByRole('row', { name: /^Fachbuch/ })).toContainText('3 h');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.keyboard.press('Escape');

  await page.context().setOffline(false);
  await new Shell(page).expectAllSynced();
  const { admin } = server();
  const { data: expenses } = await admin
    .from('expenses')
    .select('id, amount, tax_lines')
    .like('description', 'RE-2026-0042%')
    .throwOnError();
  expect(expenses).toMatchObject([
    {
      amount: 344.99,
      tax_lines: [
        { rate: 19, net: 200, tax: 38 },
        { rate: 7, net: 99.99, tax: 7 },
      ],
    },
  ]);
  const stored = async () =>
    (await admin.from('files').select('path, mime_type, sha256, integrity').eq('expense_id', expenses[0]?.id).throwOnError()).data;
  await expect.poll(stored).toMatchObject([{ mime_type: 'application/xml', sha256: sha256(received.buffer), integrity: 'verified' }]);
  const { data } = await admin.storage.from('uploads').download((await stored())?.[0]?.path);
  expect(sha256(new Uint8Array((await data?.arrayBuffer()) ?? new ArrayBuffer()))).toBe(sha256(received.buffer));
});

test('another account than the vendor’s is remarked on before anybody pays, a press keeps the right one, and a file that is a receipt already is named', async ({
  browser,
}) => {
  const received = fileOf('RE-2026-0050');
  const page = await signedIn(browser, server());
  await visit(page, '/finance/vendors/create');
  await page.getByRole('textbox', { name: 'Name' }).fill(SELLER.name);
  const account = page.getByRole('textbox', { name: 'IBAN' });
  await account.fill('DE02 1203 0000 0000 2020 50');
  await page.getByRole('button', { name: 'Create vendor' }).click();
  await expect(page.getByText('This is not a valid IBAN.')).toBeVisible();
  await account.fill('de02 1203 0000 0000 2020 51');
  await page.getByRole('button', { name: 'Create vendor' }).click();
  await expect(page.getByRole('heading', { level: 1, name: SELLER.name })).toBeVisible();
  const form = new ExpenseForm(page);
  await visit(page, '/finance/expenses/create');
  await expect(form.amount).toBeVisible();
  await page.context().setOffline(true);
  await form.attach([received]);
  const remark = page.getByText('It names another account than before.');
  await expect(remark).toContainText(`So far: DE02 1203 0000 0000 2020 51. Now: ${SELLER.iban}.`);
  await page.getByRole('button', { name: 'It is right: note the new account' }).click();
  await expect(remark).toBeHidden();
  await page.getByRole('button', { name: 'Use its data' }).click();
  await form.saveAndSee();
  await visit(page, '/finance/expenses/create');
  await form.attach([received]);
  await expect(page.getByText('RE-2026-0050.xml is the receipt of another expense already')).toContainText('€344.99');
  await expect(page.getByText('RE-2026-0050 of Müller & Söhne GmbH is among your expenses already.')).toBeVisible();
  await page.context().setOffline(false);
  await new Shell(page).expectAllSynced();
  const { data } = await server().admin.from('vendors').select('iban').eq('name', SELLER.name).throwOnError();
  expect(data).toEqual([{ iban: SELLER.iban.replaceAll(' ', '') }]);
});

test('a ZUGFeRD whose pages show another total than its data is remarked on at the gate, without a network, both beside each other', async ({
  browser,
}) => {
  const pages = printableDocument();
  const zugferd = async (number: string, document: PrintableDocument): Promise<Receipt> => {
    const invoice = sampleEInvoice({ number, items: LINES });
    const order = { kind: 'e_invoice', format: 'zugferd', invoice, document: { ...document, number } } as const;
    return {
      name: `${number}.pdf`,
      mimeType: 'application/pdf',
      buffer: Buffer.from(await writeEInvoice(order, loadFontFiles)),
      isLarge: false,
    };
  };
  const page = await signedIn(browser, server(), { width: 390 });
  const form = new ExpenseForm(page);
  await visit(page, '/finance/expenses/create');
  await expect(form.amount).toBeVisible();
  // What reads the pages comes after the app itself.
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('kept-later')).keys()).some(({ url }) => url.includes('pdf-text'))))
    .toBe(true);
  await page.context().setOffline(true);
  await form.attach([await zugferd('RE-2026-0060', pages)]);
  const note = page.getByRole('note');
  await expect(note).toContainText('The PDF does not show the amount of the e-invoice.');
  await expect(note.getByRole('row', { name: /^Amount/ })).toContainText('€344.99');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const found = page.getByRole('region', { name: 'RE-2026-0060.pdf is an e-invoice' });
  await expect(found.getByRole('button', { name: 'Use its data' })).toBeVisible();
  // Of several, each is heard by its own name.
  await form.attach([await zugferd('RE-2026-0061', pages)]);
  await expect(page.getByRole('region', { name: 'RE-2026-0061.pdf is an e-invoice' })).toContainText('RE-2026-0061');
  await expect(found).toHaveCount(1);
});

test('a new supplier’s ZUGFeRD is dropped on the phone without a network: vendor, VAT by rate and lines are there, and the file arrives as it came', async ({
  browser,
}) => {
  const number = 'RE-2026-0070';
  const invoice = sampleEInvoice({
    number,
    items: LINES,
    seller: { name: 'Segelmacherei Brandt', vat_id: 'DE 811 907 980', iban: 'DE02 1203 0000 0000 2020 51' },
  });
  const pages = { ...printableDocument(), number };
  const received: Receipt = {
    name: `${number}.pdf`,
    mimeType: 'application/pdf',
    buffer: Buffer.from(await writeEInvoice({ kind: 'e_invoice', format: 'zugferd', invoice, document: pages }, loadFontFiles)),
    isLarge: false,
  };
  const page = await signedIn(browser, server(), { width: 390, device: 'train' });
  const form = new ExpenseForm(page);
  await visit(page, '/finance/expenses/create');
  await expect(form.amount).toBeVisible();
  await page.context().setOffline(true);
  const files = await page.evaluateHandle(
    ([name, type, text]) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], name, { type }));
      return transfer;
    },
    [received.name, received.mimeType, received.buffer.toString('base64')] as const,
  );
  await page.getByRole('button', { name: 'Choose file', exact: true }).dispatchEvent('drop', { dataTransfer: files });
  const found = page.getByRole('region', { name: `${received.name} is an e-invoice` });
  await expect(found.getByText('Segelmacherei Brandt is not among your vendors yet.')).toBeVisible();
  await found.getByRole('button', { name: 'Add as a vendor' }).click();
  await expect(found.getByText('is not among your vendors yet')).toBeHidden();
  await found.getByRole('button', { name: 'Use its data' }).click();
  await expect(form.amount).toHaveValue('344.99');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await form.saveAndSee();
  const main = page.getByRole('main');
  for (const shown of ['Segelmacherei Brandt', '€344.99', '19%', '7%']) await expect(main.getByText(shown).first()).toBeVisible();
  await page.getByRole('button', { name: `Open ${received.name}` }).click();
  const view = page.getByRole('region', { name: 'E-invoice' });
  await expect(view).toContainText('This is what the law counts.');
  await expect(view.getByRole('row')).toContainText([
    'Item',
    'Segelmacherarbeit',
    'Fachbuch',
    'Net',
    'VAT 19% on €200.00',
    'VAT 7% on €99.99',
    'Total',
  ]);
  await page.keyboard.press('Escape');

  await page.context().setOffline(false);
  await new Shell(page).expectAllSynced();
  const { admin } = server();
  const { data: expenses } = await admin
    .from('expenses')
    .select('id, amount, expense_date, tax_lines, vendors(name, vat_id)')
    .like('description', `${number}%`)
    .throwOnError();
  expect(expenses).toMatchObject([
    {
      amount: 344.99,
      expense_date: '2026-01-02',
      tax_lines: [
        { rate: 19, net: 200, tax: 38 },
        { rate: 7, net: 99.99, tax: 7 },
      ],
      vendors: { name: 'Segelmacherei Brandt', vat_id: 'DE811907980' },
    },
  ]);
  const stored = async () =>
    (await admin.from('files').select('path, mime_type, sha256, integrity').eq('expense_id', expenses[0]?.id).throwOnError()).data;
  await expect.poll(stored).toMatchObject([{ mime_type: 'application/pdf', sha256: sha256(received.buffer), integrity: 'verified' }]);
  const { data } = await admin.storage.from('uploads').download((await stored())?.[0]?.path);
  expect(sha256(new Uint8Array((await data?.arrayBuffer()) ?? new ArrayBuffer()))).toBe(sha256(received.buffer));
});
