import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { documentFormat } from '#domain/documents/document-format.ts';
import { DOCUMENT_TEMPLATES, type PrintableDocument } from '#domain/documents/printable-document.ts';
import { sumOf } from '#domain/money/money.ts';
import { loadFontFiles } from '#tests/support/font-files.ts';
import { pdfTags, pdfTexts } from '#tests/support/pdf-text.ts';
import { printableDocument, printableTotals } from '#tests/support/printable-document.ts';
import { writeDocument } from './write-document.ts';

const written = (document: PrintableDocument) => writeDocument(document, loadFontFiles);
const textOf = async (document: PrintableDocument) => pdfTexts(await written(document)).flat();

describe('a written document', () => {
  test('the same document gives the same bytes, another day other ones', async () => {
    const [first, again] = [await written(printableDocument()), await written(printableDocument())];
    expect(Buffer.compare(first, again)).toBe(0);
    expect(Buffer.compare(first, await written(printableDocument({ made_at: '2026-03-13T09:30:00Z' })))).not.toBe(0);
  });

  test.each(DOCUMENT_TEMPLATES)('%s names both parties, the dates, the reference, every amount and how to pay', async (template) => {
    const texts = await textOf(printableDocument({ template }));
    const all = texts.join(' ').replaceAll('\u00a0', ' ');
    for (const part of [
      'Nordlicht Webdesign GmbH',
      'Große Elbstraße 12',
      'Zweigniederlassung Łódź',
      'Frau Żaneta Björklund',
      '10623 Berlin',
    ])
      expect(all).toContain(part);
    for (const part of [
      'INV-2026-0042',
      '12.03.2026',
      '26.03.2026',
      '01.–28.02.2026',
      'PO-4711',
      'DE987654321',
      'DE123456789',
      '41/123/45678',
    ])
      expect(all).toContain(part);
    for (const part of ['2.002,92 €', 'USt 19 % auf 821,74 €', '156,13 €', 'USt 7 % auf 1.181,18 €', '82,68 €', '2.241,73 €'])
      expect(all).toContain(part);
    for (const part of [
      'ohne Abzug. Als Verwendungszweck genügt die Rechnungsnummer. IBAN',
      'DE89 3704 0044 0532 0130 00',
      'COBADEFFXXX',
      'Seite 1 von 1',
      '„Über uns“',
    ])
      expect(all).toContain(part);
  });

  test.each(DOCUMENT_TEMPLATES)('%s prints instructions of any length: no line is lost, none below the page', async (template) => {
    const asked = Array.from({ length: 200 }, (_, line) => `Zeile ${line + 1}.`);
    const pages = pdfTexts(await written(printableDocument({ template, payment_instructions: asked.join('\n') })));
    expect(pages.flat().filter((text) => text.startsWith('Zeile '))).toEqual(asked);
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.at(-1)?.join(' ')).toMatch(/Zahlung.*DE89.*Vielen Dank/);
    for (const page of pages) expect(page.filter((text) => text.startsWith('Zeile ')).length).toBeLessThan(75);
  });

  test.each(DOCUMENT_TEMPLATES)('%s says nothing where there are no instructions', async (template) => {
    const [none, blank] = await Promise.all(
      ['', ' \n '].map((payment_instructions) => textOf(printableDocument({ template, payment_instructions }))),
    );
    expect(none).toEqual(blank);
    expect(none?.join(' ')).toMatch(/ohne Abzug. IBAN/);
  });

  test('no letter is replaced: umlauts, Polish, Czech, Greek and Cyrillic are in the fonts', async () => {
    const name = 'Łódź Żółć Příliš žluťoučký Şişli Αθήνα Москва ẞ';
    const texts = await textOf(printableDocument({ buyer: { ...printableDocument().buyer, name } }));
    expect(texts.join(' ')).toContain(name);
  });

  test('a company that wants a serif gets one, except for scripts that only the sans knows', async () => {
    const wish = (name: string) =>
      printableDocument({ branding: { ...printableDocument().branding, font: 'Georgia' }, buyer: { ...printableDocument().buyer, name } });
    const fontsOf = async (name: string) =>
      [
        ...Buffer.from(await written(wish(name)))
          .toString('latin1')
          .matchAll(/FontName\/\w+\+(\w+)/g),
      ].map(([, font]) => font);
    expect(await fontsOf('Łódź')).toEqual(['Literata', 'Literata']);
    expect(await fontsOf('Αθήνα')).toEqual(['Inter', 'Inter']);
  });

  test('a letter without a glyph becomes its base letter or a question mark, never a hole', async () => {
    const texts = await textOf(printableDocument({ notes: 'ệ 漢 \u200bA\u0301\tB' }));
    expect(texts).toContain('e ? Á B');
  });

  test('a long name of the sender does not cost the return address its town', async () => {
    const seller = { ...printableDocument().seller, name: 'Architektur- und Ingenieurbüro Schwarzenbach, Müller-Lüdenscheidt & Partner' };
    const texts = await textOf(printableDocument({ seller, branding: { ...printableDocument().branding, show_page_numbers: false } }));
    const before = texts.slice(0, texts.indexOf('Frau Żaneta Björklund'));
    expect(before.join(' ')).toMatch(/Partner · Große Elbstraße 12 · 22767 Hamburg Süßwaren/);
  });

  test('a draft says so and has no code to pay by', async () => {
    const texts = await textOf(printableDocument({ number: null, language: 'en' }));
    expect(texts).toContain('Draft');
    expect(texts).toContain('Invoice – Draft');
    expect(texts).not.toContain('Pay by GiroCode');
  });

  test('a cancellation names what it cancels and asks for no payment', async () => {
    const cancels = { number: 'INV-2026-0042', date: '2026-03-12' };
    const all = (await textOf(printableDocument({ kind: 'cancellation', number: 'INV-2026-0043', cancels, epc: null }))).join(' ');
    expect(all).toContain('Stornorechnung INV-2026-0043');
    expect(all).toContain('INV-2026-0042 vom\u00a012.03.2026');
    expect(all).not.toContain('Fällig');
    expect(all).not.toContain('Bitte überweisen');
  });

  test.each(DOCUMENT_TEMPLATES)('a negative invoice (%s) says that it is credited, and asks for nothing', async (template) => {
    const totals = { by_rate: [{ tax_rate: 19, untaxed: null, net: -200, tax: -38 }], net: -200, tax: -38, gross: -238 };
    const credit = { template, totals, epc: null, due_date: null, payment_terms: '', payment_instructions: '' } as const;
    const all = (await textOf(printableDocument(credit))).join(' ').replaceAll('\u00a0', ' ');
    expect(all).toContain('Gutgeschriebener Betrag −238,00 €');
    expect(all).not.toMatch(/Gesamtbetrag|Fällig|Bitte überweisen|Verwendungszweck/);
  });

  test.each(DOCUMENT_TEMPLATES)('a delivery note (%s) shows no price, no tax and no payment', async (template) => {
    const all = (await textOf(printableDocument({ template, kind: 'delivery_note', epc: null, lines: 40 }))).join(' ');
    expect(all).toContain('Ware vollständig erhalten');
    expect(all).not.toMatch(/€|%|Übertrag|Bitte überweisen|Gesamtbetrag/);
  });

  test.each(DOCUMENT_TEMPLATES)('a payment slip (%s) asks for what is open, and is no second invoice', async (template) => {
    const slip = printableDocument({
      template,
      kind: 'payment_slip',
      items: [],
      is_taxed: false,
      settled: { total: 1190, received: 190 },
      totals: { by_rate: [], net: 0, tax: 0, gross: 1000 },
      cancels: { number: 'INV-2026-0042', date: '2026-03-12' },
    });
    const all = (await textOf(slip)).join(' ').replaceAll('\u00a0', ' ');
    for (const said of [
      'Zahlschein',
      'INV-2026-0042 vom 12.03.2026',
      'Rechnungsbetrag 1.190,00 €',
      'Bereits gezahlt -190,00 €',
      'Offener Betrag 1.000,00 €',
      'GiroCode',
    ])
      expect(all.replaceAll('−', '-')).toContain(said);
    expect(all).not.toMatch(/USt \d|Nettobetrag|Übertrag|Haltepunkten/);
  });

  test.each([
    ['small_business', 'Gemäß § 19 UStG wird keine Umsatzsteuer berechnet.'],
    ['reverse_charge', 'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge).'],
  ] as const)('%s prints its reason and no rates', async (_, reason) => {
    const all = (await textOf(printableDocument({ is_taxed: false, tax_notes: [reason] }))).join(' ');
    expect(all).toContain(reason);
    expect(all).not.toContain('USt 19');
  });

  test('where only a part bears no tax, its lines and its sum carry the mark of the reason', async () => {
    const { items } = printableDocument();
    const all = await textOf(
      printableDocument({
        items: items.map((item, i) => (i === 1 ? { ...item, tax_rate: 0, tax_mark: '(1)' } : item)),
        totals: {
          by_rate: [
            { tax_rate: 19, untaxed: null, net: 100, tax: 19 },
            { tax_rate: 0, untaxed: 'Ausfuhr (1)', net: 50, tax: 0 },
          ],
          net: 150,
          tax: 19,
          gross: 169,
        },
        tax_notes: ['(1) Steuerfreie Ausfuhrlieferung.'],
      }),
    );
    const text = all.join(' ').replaceAll('\u00a0', ' ');
    expect(text).toContain('0 % (1)');
    expect(text).toContain('Ausfuhr (1): 50,00 €');
    expect(text).toContain('(1) Steuerfreie Ausfuhrlieferung.');
  });

  test('the company’s settings hide descriptions, rates and page numbers', async () => {
    const document = printableDocument({ show_description: false, show_tax: false });
    const all = (await textOf({ ...document, branding: { ...document.branding, show_page_numbers: false } })).join(' ');
    expect(all).not.toContain('Haltepunkten');
    expect(all).not.toMatch(/19\u00a0% 12,50|Seite 1/);
  });

  test('an amount in the billions with four decimals leaves room for the description', async () => {
    const item = {
      ...printableDocument().items[0],
      description: 'Beteiligung',
      unit: 'Großhandelspackung'.repeat(2),
      quantity: -9_999_999.1234,
    };
    const items = [
      { ...item, position: 1, tax_mark: '', unit_price: 999_999_999.1234, discount_percent: 12.345, tax_rate: 19, net: -9_999_999_999.99 },
    ];
    const texts = await textOf(printableDocument({ items, totals: printableTotals(items) }));
    expect(texts).toContain('Beteiligung');
    expect(texts).toContain('−9.999.999.999,99\u00a0€');
  });

  test('its structure is a titled document with tables, headings and described figures', async () => {
    const bytes = await written(printableDocument({ lines: 3 }));
    expect(pdfTags(bytes)).toMatchObject({ Document: 1, H1: 1, Table: 4, THead: 1, Figure: 1 });
    const file = Buffer.from(bytes).toString('latin1');
    for (const part of [
      '/Lang(de)',
      '/MarkInfo<</Marked true>>',
      '/DisplayDocTitle true',
      '/GTS_PDFA1',
      '<pdfaid:part>3<',
      '<pdfuaid:part>1<',
    ])
      expect(file).toContain(part);
  });

  test('markup in a name does not break the metadata', async () => {
    const seller = { ...printableDocument().seller, name: 'Müller & Söhne <GmbH>' };
    expect(Buffer.from(await written(printableDocument({ seller }))).toString('utf8')).toContain('Müller &#38; Söhne &#60;GmbH&#62;');
  });
});

describe('page breaks of a document', () => {
  const item = fc.record({
    net: fc.integer({ min: -999_999, max: 99_999_999 }).map((cents) => cents / 100),
    tax_rate: fc.constantFrom(0, 7, 19),
    more: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 400 }), fc.integer({ min: 800, max: 1900 })),
    breaks: fc.constantFrom(' ', ' ', '\n'),
  });
  const documents = fc
    .record({
      items: fc.array(item, { minLength: 1, maxLength: 90 }),
      template: fc.constantFrom(...DOCUMENT_TEMPLATES),
      notes: fc.nat(2000),
    })
    .map(({ items, template, notes }) =>
      printableDocument({
        template,
        notes: 'Danke. '.repeat(notes / 7),
        items: items.map(({ net, tax_rate, more, breaks }, index) => ({
          position: index + 1,
          description: `Artikel${index + 1}.${more === 0 ? '' : `\n${`und mehr${breaks}`.repeat(more / 9)}`}`,
          unit: 'h',
          quantity: 1,
          unit_price: net,
          discount_percent: 0,
          tax_rate,
          tax_mark: '',
          net,
        })),
      }),
    );

  const itemsOn = (page: readonly string[]) => page.flatMap((text) => /^Artikel(\d+)\.$/.exec(text)?.[1] ?? []).map(Number);
  const carriedOn = (page: readonly string[]) => page.flatMap((text, index) => (text === 'Übertrag' ? [page[index + 1]] : []));

  test('no line is lost or doubled, and every carried total is the sum so far', async () => {
    await fc.assert(
      fc.asyncProperty(documents, async (document) => {
        const pages = pdfTexts(await written(document));
        const { money } = documentFormat(document);
        expect(pages.flatMap(itemsOn)).toEqual(document.items.map((entry) => entry.position));
        const tables = pages.filter((page) => page.includes('Bezeichnung'));
        let before = 0;
        for (const [index, page] of tables.entries()) {
          const carriedIn = money(
            sumOf(
              document.items.slice(0, before).map((entry) => entry.net),
              'EUR',
            ),
          );
          before += itemsOn(page).length;
          const carriedOut = money(
            sumOf(
              document.items.slice(0, before).map((entry) => entry.net),
              'EUR',
            ),
          );
          const isLast = index === tables.length - 1;
          expect(carriedOn(page)).toEqual([...(index === 0 ? [] : [carriedIn]), ...(isLast ? [] : [carriedOut])]);
        }
        expect(pages.at(-1)).toContain(`Seite ${pages.length} von ${pages.length}`);
      }),
      { numRuns: 25 },
    );
  });

  test('the closing words stay with the totals and a row, wherever the page ends', async () => {
    for (const template of DOCUMENT_TEMPLATES)
      for (let lines = 1; lines <= 24; lines++) {
        const last = pdfTexts(await written(printableDocument({ template, lines }))).at(-1) ?? [];
        for (const part of ['Gesamtbetrag', 'IBAN', 'Vielen Dank für die gute Zusammenarbeit.', String(lines)])
          expect(last, `${template} ${lines}`).toContain(part);
      }
  });

  test('a line too many for the page is taken in by setting it tighter', async () => {
    const pagesOf = async (lines: number) =>
      pdfTexts(await written(printableDocument({ template: 'modern', language: 'en', lines }))).length;
    expect([await pagesOf(5), await pagesOf(6), await pagesOf(9)]).toEqual([1, 1, 2]);
  });

  test('sixty lines come in a fraction of a second', async () => {
    const document = printableDocument({ lines: 60 });
    await written(document);
    // Of the processor: others may be at work beside us.
    const start = process.cpuUsage();
    const pages = pdfTexts(await written(document));
    expect(pages.length).toBe(4);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(1500);
  });
});
