import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pdfDifferences } from './pdf-differences.ts';
import { amountsIn, datesIn } from './pdf-figures.ts';
import { readEInvoice } from './read-e-invoice.ts';
import type { ReceivedInvoice } from './received-invoice.ts';
import { sampleEInvoice } from '#tests/support/sample-e-invoice.ts';
import { writeUbl } from './write-ubl.ts';

const read = readEInvoice(writeUbl(sampleEInvoice()));
const invoice: ReceivedInvoice = { ...read!, gross: 1234.5, payable: 1234.5 };
const PAGE = [
  'Müller & Söhne GmbH · Große Elbstraße 27a · 22767 Hamburg',
  'Rechnung Nr. RE-2026-0042',
  'Rechnungsdatum 02.01.2026',
  '12 Std. Beratung 80,00 € 960,00 €',
  'Gesamtbetrag 1.234,50 €',
  'Zahlbar bis 16.01.2026 ohne Abzug',
  'IBAN DE89 3704 0044 0532 0130 00 BIC COBADEFFXXX',
].join('\n');
const differences = (text: string, its: Partial<ReceivedInvoice> = {}) => {
  const answer = pdfDifferences({ ...invoice, ...its }, text);
  return answer.kind === 'compared' ? answer.differences : answer.kind;
};
const whats = (text: string, its: Partial<ReceivedInvoice> = {}) => {
  const found = differences(text, its);
  return typeof found === 'string' ? found : found.map(({ what }) => what);
};

test('pages that say what the data say have no difference', () => {
  expect(whats(PAGE)).toEqual([]);
});

test('another total is told with both figures, the largest that is written as money being the pages’', () => {
  expect(differences(PAGE.replace('1.234,50', '1.334,50'))).toEqual([{ what: 'amount', data: 1234.5, pages: '1.334,50' }]);
  expect(differences(`${PAGE.replace('1.234,50', '1.334,50')}\nGewicht 308,500 KG, Kd.-Nr. 99.999.999`)).toMatchObject([
    { pages: '1.334,50' },
  ]);
  // A figure of which the total is only a part is another one.
  expect(whats(PAGE.replace('1.234,50', '41.234,50'))).toEqual(['amount']);
});

test('what is left to pay is the amount too, and a credit has no sign on paper', () => {
  expect(whats(PAGE, { gross: 2000, payable: 1234.5 })).toEqual([]);
  expect(whats(PAGE, { gross: -1234.5, payable: -1234.5 })).toEqual([]);
  expect(whats(PAGE, { gross: null, payable: null })).toEqual([]);
});

test('another number, account, date and due date are told, each with what the pages say', () => {
  expect(differences(PAGE.replace('RE-2026-0042', 'RE-2026-0043'))).toEqual([
    { what: 'number', data: 'RE-2026-0042', pages: 'RE-2026-0043' },
  ]);
  expect(differences(PAGE.replace('DE89 3704 0044 0532 0130 00', 'DE02 1203 0000 0000 2020 51'))).toEqual([
    { what: 'iban', data: 'DE89370400440532013000', pages: 'DE02120300000000202051' },
  ]);
  expect(differences(PAGE.replace('02.01.2026', '03.01.2026'))).toEqual([{ what: 'date', data: '2026-01-02', pages: '03.01.2026' }]);
  expect(differences(PAGE.replace('16.01.2026', '9.1.2026'))).toEqual([{ what: 'due', data: '2026-01-16', pages: '9.1.2026' }]);
});

test('what pages do not show at all is no difference', () => {
  const bare = PAGE.split('\n').filter((line) => !/Nr\.|datum|IBAN|bis/.test(line));
  expect(whats(bare.join('\n'))).toEqual([]);
  expect(whats('Wir danken für Ihren Auftrag und legen die Einzelheiten bei.')).toEqual([]);
});

test('pages without text can’t be compared', () => {
  expect([whats(''), whats(' \n 12 \n'), whats(PAGE.slice(0, 40))]).toEqual(['no_text', 'no_text', []]);
});

describe('figures are found as people write them', () => {
  test.each([
    '1.234,50',
    '1,234.50',
    '1 234,50',
    '1\u202f234,50',
    '1’234.50',
    "1'234.50",
    '1234,50',
    '1234.50',
    '€1,234.50',
    '1.234,50€',
    '1.234,5',
  ])('%s', (written) => expect(whats(PAGE.replace('1.234,50', written))).toEqual([]));
  test('in currencies without decimals and with three', () => {
    expect(whats(PAGE.replace('1.234,50 €', '¥148,500'), { currency: 'JPY', gross: 148_500, payable: 148_500 })).toEqual([]);
    expect(whats(PAGE.replace('1.234,50', '1,234.505'), { currency: 'KWD', gross: 1234.505, payable: 1234.505 })).toEqual([]);
    expect(amountsIn('12 Stück zu 5', 2)).toEqual([]);
  });
  test.each([
    '2026-01-02',
    '2.1.2026',
    '02/01/2026',
    '01/02/2026',
    '02.01.26',
    '2. Januar 2026',
    '2 January 2026',
    'January 2, 2026',
    'Jan 2nd, 2026',
    '2 janv. 2026',
    '02-Jan-2026',
  ])('%s', (written) => expect(whats(PAGE.replace('02.01.2026', written))).toEqual([]));
  test('no day is made of what is none', () => expect(datesIn('99.99.2026, 0/0/2026, 2026-13-01, 12 Foo 2026')).toEqual([]));
});

test('any amount is found in its local spellings, and no other one is', () => {
  const cents = fc.integer({ min: 1, max: 99_999_999 });
  fc.assert(
    fc.property(cents, cents, fc.constantFrom('de-DE', 'en-GB', 'fr-FR', 'de-CH', 'sv-SE'), (shown, wanted, locale) => {
      const text = PAGE.replaceAll(
        /\d+(\.\d+)?,\d\d €/g,
        new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(shown / 100),
      );
      const its = (value: number) => ({ gross: value / 100, payable: value / 100 });
      expect(whats(text, its(shown))).toEqual([]);
      fc.pre(shown !== wanted);
      expect(whats(text, its(wanted))).toEqual(['amount']);
    }),
    { seed: 15, numRuns: 300 },
  );
});

test('a page that is made to be slow is looked through in steps that grow with its length', () => {
  const steps = (text: string) => {
    const began = process.cpuUsage();
    pdfDifferences({ ...invoice, number: 'X-1', iban: 'DE02120300000000202051' }, text);
    const { user } = process.cpuUsage(began);
    return user / 1000;
  };
  for (const piece of ['rechnung', 'DE89 ', '1.', '1 234', 'A1', '12 ', 'invoice   ', '1.1.']) {
    const [short, long] = [20_000, 160_000].map((length) => steps(piece.repeat(length / piece.length)));
    // Eight times as long: a square would be sixty-four times the work.
    expect(long!).toBeLessThan(30 * Math.max(short!, 10));
  }
});
