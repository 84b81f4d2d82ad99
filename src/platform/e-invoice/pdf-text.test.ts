import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import type { Company } from '#domain/companies/company.ts';
import { pdfDifferences } from '#domain/e-invoice/pdf-differences.ts';
import { readEInvoice } from '#domain/e-invoice/read-e-invoice.ts';
import { printableDocument } from '#domain/invoices/printable-invoice.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { eInvoiceOf } from '#domain/e-invoice/e-invoice-of.ts';
import { writeEInvoice } from '#platform/pdf/write-e-invoice.ts';
import { writeDocument } from '#platform/pdf/write-document.ts';
import { loadFontFiles } from '#tests/support/font-files.ts';
import { BUYER, issuedInvoice, item, SELLER } from '#tests/support/sample-e-invoice.ts';
import { attachedEInvoice } from './pdf-attachment.ts';
import { pdfText } from './pdf-text.ts';

const sources = { seller: SELLER, buyer: BUYER, cancelled: null };
/** Its look alone is asked for. */
const company = {
  name: SELLER.name,
  settings: z.parse(companySettingsSchema, {}),
  bank_accounts: [],
  former_letterhead: null,
  logo_path: null,
} as unknown as Company;
const drawn = (invoice: Invoice) => printableDocument(invoice, { company, customer: null, kind: 'document' });
/** Our PDF of one invoice with the data of another inside. */
const zugferd = (data: Invoice, pages: Invoice) =>
  writeEInvoice({ kind: 'e_invoice', format: 'zugferd', invoice: eInvoiceOf(data, sources), document: drawn(pages) }, loadFontFiles);

async function compared(file: Uint8Array) {
  const xml = await attachedEInvoice(file);
  const text = await pdfText(file);
  const invoice = xml === null ? null : readEInvoice(xml);
  return invoice && text !== null ? pdfDifferences(invoice, text) : null;
}

test('our own e-invoices say on their pages what their data say, in either language and in other currencies', async () => {
  for (const language of ['de', 'en'] as const)
    for (const currency of ['EUR', 'USD', 'JPY']) {
      const invoice = issuedInvoice({ language, currency, items: [item({ unit_price: 80_123 }), item({ position: 2, tax_rate: 7 })] });
      expect(await compared(await zugferd(invoice, invoice))).toEqual({ kind: 'compared', differences: [] });
    }
});

test('a page that shows another total, number, account or date is noticed', async () => {
  const invoice = issuedInvoice();
  const other = issuedInvoice({
    items: [item({ unit_price: 90 })],
    number: 'RE-2026-0099',
    issue_date: '2026-01-05',
    due_date: '2026-01-19',
    seller: { iban: 'DE02 1203 0000 0000 2020 51' },
  });
  const answer = await compared(await zugferd(invoice, other));
  expect(answer).toMatchObject({ kind: 'compared' });
  expect(answer?.kind === 'compared' ? answer.differences : []).toEqual([
    { what: 'amount', data: 238, pages: '267,75' },
    { what: 'number', data: 'RE-2026-0042', pages: 'RE-2026-0099' },
    { what: 'iban', data: 'DE89370400440532013000', pages: 'DE02120300000000202051' },
    { what: 'date', data: '2026-01-02', pages: expect.any(String) as string },
    { what: 'due', data: '2026-01-16', pages: expect.any(String) as string },
  ]);
});

test('pages without text are told from pages that agree', async () => {
  const empty = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>> endobj
trailer <</Root 1 0 R>>`;
  const text = await pdfText(new TextEncoder().encode(empty));
  expect(pdfDifferences(readEInvoice(await writtenXml()) ?? failed(), text ?? '')).toEqual({ kind: 'no_text' });
});

test('what is no PDF is refused, and one of too many pages is not read', async () => {
  await expect(pdfText(new TextEncoder().encode('no PDF at all'))).rejects.toThrow(/PDF/);
  const kids = Array.from({ length: 61 }, (_, n) => `${n + 3} 0 R`).join(' ');
  const pages = Array.from({ length: 61 }, (_, n) => `${n + 3} 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>> endobj`).join('\n');
  const long = `%PDF-1.4\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n2 0 obj <</Type/Pages/Kids[${kids}]/Count 61>> endobj\n${pages}\ntrailer <</Root 1 0 R>>`;
  expect(await pdfText(new TextEncoder().encode(long))).toBeNull();
});

test('the file that was handed over can be used again', async () => {
  const file = await writeDocument(drawn(issuedInvoice()), loadFontFiles);
  const length = file.length;
  await pdfText(file);
  expect(file.length).toBe(length);
});

const failed = (): never => {
  throw new Error('not read');
};
const writtenXml = async () => (await attachedEInvoice(await zugferd(issuedInvoice(), issuedInvoice()))) ?? '';
