import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { DOCUMENT_TEMPLATES, type DocumentKind, type PrintableDocument } from '#domain/documents/printable-document.ts';
import { loadFontFiles } from '#tests/support/font-files.ts';
import { personalDocument, printableDocument } from '#tests/support/printable-document.ts';
import { drawFirstPage } from './write-document.ts';

const KINDS: Readonly<Record<DocumentKind, Partial<PrintableDocument>>> = {
  invoice: {},
  cancellation: { cancels: { number: 'INV-2026-0042', date: '2026-03-12' }, epc: null },
  correction: { cancels: { number: 'INV-2026-0042', date: '2026-03-12' }, epc: null },
  delivery_note: { epc: null },
  payment_slip: {
    items: [],
    is_taxed: false,
    settled: { total: 500, received: 120 },
    totals: { by_rate: [], net: 0, tax: 0, gross: 380 },
    cancels: { number: 'INV-2026-0042', date: '2026-03-12' },
  },
  reminder: {
    items: [],
    is_taxed: false,
    letter: {
      title: 'Zahlungserinnerung',
      body: 'Sehr geehrte Damen und Herren,\n\nbitte überweisen Sie den offenen Betrag.',
      rows: [
        { label: 'Offener Rechnungsbetrag', amount: 375 },
        { label: 'Mahngebühr', amount: 5 },
      ],
    },
    notes: '',
    payment_terms: '',
    payment_instructions: '',
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
async function printedIn(made: typeof printableDocument, layout: number): Promise<string[]> {
  const printed: string[] = [];
  for (const template of DOCUMENT_TEMPLATES)
    for (const kind of Object.keys(KINDS) as DocumentKind[])
      for (const language of ['de', 'en'] as const) {
        const document = made({ template, language, kind, layout, lines: 8, ...KINDS[kind] });
        printed.push(`${template} ${kind} ${language} ${await printOf(document)}`);
      }
  return printed;
}

test('a document that is printed again is the one that went out, in every letter and place', async () => {
  expect(await printedIn(printableDocument, 1)).toMatchInlineSnapshot(`
    [
      "classic invoice de 0b684d3a",
      "classic invoice en 18a98867",
      "classic cancellation de 6694f67e",
      "classic cancellation en 3d950b46",
      "classic correction de 8885cf0e",
      "classic correction en f177f88e",
      "classic delivery_note de e8cfd92c",
      "classic delivery_note en 5069d23c",
      "classic payment_slip de a7e2143b",
      "classic payment_slip en d6abc0b8",
      "classic reminder de 4db1edaf",
      "classic reminder en 7b57c63d",
      "modern invoice de 75daffd4",
      "modern invoice en 070d5871",
      "modern cancellation de fccec37a",
      "modern cancellation en c3f7cae3",
      "modern correction de e534d449",
      "modern correction en 97d2d1f2",
      "modern delivery_note de f973e05d",
      "modern delivery_note en fef72d32",
      "modern payment_slip de a1115d53",
      "modern payment_slip en 26257794",
      "modern reminder de c0e20599",
      "modern reminder en 941f12c2",
      "compact invoice de 213f206a",
      "compact invoice en 64ca57b4",
      "compact cancellation de 853bc877",
      "compact cancellation en bd313fd7",
      "compact correction de cbc13616",
      "compact correction en c5e6aca6",
      "compact delivery_note de 4c9854ee",
      "compact delivery_note en 24c0bd88",
      "compact payment_slip de dc525990",
      "compact payment_slip en 9fd0b7e8",
      "compact reminder de 2ebfd90f",
      "compact reminder en ccedc0f3",
    ]
  `);
});

test('so is one in the layout that followed: whom it is for, how it begins, and why no tax is charged', async () => {
  expect(await printedIn(personalDocument, 2)).toMatchInlineSnapshot(`
    [
      "classic invoice de 89753d43",
      "classic invoice en b86ec10a",
      "classic cancellation de 2b8a7dfb",
      "classic cancellation en 0fafa4c8",
      "classic correction de 30bdacfd",
      "classic correction en 90480e08",
      "classic delivery_note de 2c390ed2",
      "classic delivery_note en a0e5d66d",
      "classic payment_slip de f33d15a1",
      "classic payment_slip en c94b1f8c",
      "classic reminder de 172a29f8",
      "classic reminder en f8bfa99a",
      "modern invoice de f4db43e2",
      "modern invoice en ba229d3d",
      "modern cancellation de fe00d963",
      "modern cancellation en 474a5698",
      "modern correction de a7f2c33b",
      "modern correction en de45d7a2",
      "modern delivery_note de e813a59a",
      "modern delivery_note en 1f37dcd2",
      "modern payment_slip de 6ee34907",
      "modern payment_slip en 3395fb8f",
      "modern reminder de a715a1ac",
      "modern reminder en 1efd2e1b",
      "compact invoice de fc9873fa",
      "compact invoice en 2e9ba2be",
      "compact cancellation de 7205b333",
      "compact cancellation en d356a4c7",
      "compact correction de 29f22bb6",
      "compact correction en 7d302e04",
      "compact delivery_note de c5cf80cd",
      "compact delivery_note en a7a49504",
      "compact payment_slip de 9811075b",
      "compact payment_slip en b3865c02",
      "compact reminder de e54523d7",
      "compact reminder en 5a6c207f",
    ]
  `);
});

test('what went out in the first layout says nothing of what came with the second', async () => {
  const former = ['K-10042', 'Jule Brandt', 'Sehr geehrte', 'Lager Süd', 'z. Hd.'];
  const saysIn = async (layout: number) => JSON.stringify((await drawFirstPage(personalDocument({ layout }), loadFontFiles)).marks);
  const [first, second] = [await saysIn(1), await saysIn(2)];
  expect(former.filter((word) => first.includes(word))).toEqual([]);
  expect(former.filter((word) => second.includes(word))).toEqual(former);
});
