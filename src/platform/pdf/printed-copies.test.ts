import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { DOCUMENT_TEMPLATES, type DocumentKind, type PrintableDocument } from '#domain/documents/printable-document.ts';
import { loadFontFiles } from '#tests/support/font-files.ts';
import { printableDocument } from '#tests/support/printable-document.ts';
import { drawFirstPage } from './write-document.ts';

const KINDS: Readonly<Record<DocumentKind, Partial<PrintableDocument>>> = {
  invoice: {},
  cancellation: { cancels: { number: 'INV-2026-0042', date: '2026-03-12' }, epc: null },
  delivery_note: { epc: null },
  payment_slip: {
    items: [],
    is_taxed: false,
    settled: { total: 500, received: 120 },
    totals: { by_rate: [], net: 0, tax: 0, gross: 380 },
    cancels: { number: 'INV-2026-0042', date: '2026-03-12' },
  },
};

/** What stands where on the first page, to a hundredth of a point. */
async function printOf(document: PrintableDocument): Promise<string> {
  const { marks } = await drawFirstPage(document, loadFontFiles);
  const text = JSON.stringify(marks, (_, value: unknown) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value));
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

// Somebody has the first copy in a folder. Who changes this list decides that copies of what was issued long ago look otherwise than the
// ones that went out: then the old way has to stay for them, or a decision record says why not.
test('a document that is printed again is the one that went out, in every letter and place', async () => {
  const printed: string[] = [];
  for (const template of DOCUMENT_TEMPLATES)
    for (const kind of Object.keys(KINDS) as DocumentKind[])
      for (const language of ['de', 'en'] as const) {
        const document = printableDocument({ template, language, kind, lines: 8, ...KINDS[kind] });
        printed.push(`${template} ${kind} ${language} ${await printOf(document)}`);
      }
  expect(printed).toMatchInlineSnapshot(`
    [
      "classic invoice de 0b684d3a",
      "classic invoice en 18a98867",
      "classic cancellation de 6694f67e",
      "classic cancellation en 3d950b46",
      "classic delivery_note de e8cfd92c",
      "classic delivery_note en 5069d23c",
      "classic payment_slip de a7e2143b",
      "classic payment_slip en d6abc0b8",
      "modern invoice de 75daffd4",
      "modern invoice en 070d5871",
      "modern cancellation de fccec37a",
      "modern cancellation en c3f7cae3",
      "modern delivery_note de f973e05d",
      "modern delivery_note en fef72d32",
      "modern payment_slip de a1115d53",
      "modern payment_slip en 26257794",
      "compact invoice de 213f206a",
      "compact invoice en 64ca57b4",
      "compact cancellation de 853bc877",
      "compact cancellation en bd313fd7",
      "compact delivery_note de 4c9854ee",
      "compact delivery_note en 24c0bd88",
      "compact payment_slip de dc525990",
      "compact payment_slip en 9fd0b7e8",
    ]
  `);
});
