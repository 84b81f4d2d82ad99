import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import { parseCsv } from '#domain/csv/csv-text.ts';
import { expenseOf, invoiceOf, paymentOf } from '#tests/support/finance-records.ts';
import type { Books } from './books.ts';
import { addCells, type Cell, type OpenSums } from './cell.ts';
import { expenseCells } from './expense-cells.ts';
import { invoiceCells } from './invoice-cells.ts';
import { paymentCells } from './payment-cells.ts';
import {
  compared,
  customerRows,
  expenseRows,
  productRows,
  profitRows,
  receivableRows,
  type ReportRow,
  vatRows,
  vendorRows,
} from './report-rows.ts';
import { printableReport, reportCsv, reportFileName, type ReportSheet } from './report-sheet.ts';

const sums = (cells: Cell[]): OpenSums => {
  const open: OpenSums = new Map();
  addCells(open, cells);
  return open;
};
const line = { id: 'l', position: 1, description: 'Work', unit: '', quantity: 1, unit_price: 1234.5, discount_percent: 0, tax_rate: 19 };
const invoices = [
  invoiceOf({
    customer_id: 'k',
    net_total: 1234.5,
    tax_total: 234.56,
    gross_total: 1469.06,
    tax_breakdown: [{ tax_rate: 19, net: 1234.5, tax: 234.56 }],
    items: [{ ...line, product_id: null, tax_category: null, exemption_reason: null }],
  }),
];
const expenses = [expenseOf({ status: 'approved', category_id: 'c', vendor_id: 'v', created_by: 'p', paid_on: '2026-01-20' })];
const payments = [paymentOf({ amount: 1000, payment_date: '2026-01-20' })];
const books: Books = {
  invoices: sums(invoices.flatMap(invoiceCells)),
  expenses: sums(expenses.flatMap(expenseCells)),
  payments: sums(payments.flatMap(paymentCells)),
};
const JANUARY = { currency: 'EUR', months: ['2026-01'] };
const big = { isSmallBusiness: false };

/** A name that a spreadsheet would run. */
const NAMES: Record<string, string> = {
  'customer|k': '=HYPERLINK("http://x")',
  'vendor|v': '+49 Taxi',
  'category|c': '@Reisen; Bahn',
  'person|p': '-Ines',
};
const sheet = (rows: readonly ReportRow[], measures: readonly string[], part: Partial<ReportSheet> = {}): ReportSheet => ({
  title: 'Report',
  variant: '',
  when: 'Jan 2026',
  other: null,
  rows: compared(rows, null),
  label: (key) => NAMES[key] ?? key,
  measures,
  currency: 'EUR',
  words: { what: 'Posten', change: 'Veränderung', currency: 'Währung' },
  ...part,
});
const linesOf = (each: ReportSheet, language: 'de' | 'en' = 'de') =>
  reportCsv(each, language).replace('\ufeff', '').trimEnd().split('\r\n');

test.each([
  [
    'profit, accrual',
    sheet(profitRows(books, JANUARY, { ...big, basis: 'accrual', country: 'DE', standardRateOn: () => 19 }), ['Betrag']),
    ['Posten;Betrag;Währung', 'income;1234,50;EUR', '"\'@Reisen; Bahn";100,00;EUR', 'costs;100,00;EUR', 'profit;1134,50;EUR'],
  ],
  [
    'profit, cash',
    sheet(profitRows(books, JANUARY, { ...big, basis: 'cash', country: 'DE', standardRateOn: () => 19 }), ['Betrag']),
    ['Posten;Betrag;Währung', 'received;1000,00;EUR', 'paid;-119,00;EUR', 'surplus;881,00;EUR'],
  ],
  [
    'VAT',
    sheet(vatRows(books, JANUARY, { ...big, basis: 'invoice_date', periods: [], country: 'DE', standardRateOn: () => 19 }), [
      'Netto',
      'USt.',
    ]),
    [
      'Posten;Netto;USt.;Währung',
      'output|19|S;1234,50;234,56;EUR',
      'collected;1234,50;234,56;EUR',
      'input|19;100,00;19,00;EUR',
      'deductible;100,00;19,00;EUR',
      'payable;;215,56;EUR',
    ],
  ],
  [
    'receivables',
    sheet(receivableRows(invoices, 'EUR', '2026-03-01'), ['nicht fällig', '1–30', '31–60', '61–90', '> 90', 'Summe']),
    [
      'Posten;nicht fällig;1–30;31–60;61–90;> 90;Summe;Währung',
      '"\'=HYPERLINK(""http://x"")";0,00;1469,06;0,00;0,00;0,00;1469,06;EUR',
      'total;0,00;1469,06;0,00;0,00;0,00;1469,06;EUR',
    ],
  ],
  [
    'expenses by category',
    sheet(expenseRows(books, JANUARY, 'category'), ['Netto', 'USt.', 'Brutto']),
    ['Posten;Netto;USt.;Brutto;Währung', '"\'@Reisen; Bahn";100,00;19,00;119,00;EUR', 'total;100,00;19,00;119,00;EUR'],
  ],
  [
    'expenses by person',
    sheet(expenseRows(books, JANUARY, 'person'), ['Netto', 'USt.', 'Brutto']),
    ['Posten;Netto;USt.;Brutto;Währung', "'-Ines;100,00;19,00;119,00;EUR", 'total;100,00;19,00;119,00;EUR'],
  ],
  [
    'expenses by vendor',
    sheet(vendorRows(expenses, 'EUR'), ['Netto', 'USt.', 'Brutto']),
    ['Posten;Netto;USt.;Brutto;Währung', "'+49 Taxi;100,00;19,00;119,00;EUR", 'total;100,00;19,00;119,00;EUR'],
  ],
  [
    'sales by customer',
    sheet(customerRows(invoices, 'EUR'), ['Netto', 'USt.', 'Brutto']),
    ['Posten;Netto;USt.;Brutto;Währung', '"\'=HYPERLINK(""http://x"")";1234,50;234,56;1469,06;EUR', 'total;1234,50;234,56;1469,06;EUR'],
  ],
  [
    'sales by product',
    sheet(productRows(invoices, 'EUR'), ['Netto']),
    ['Posten;Netto;Währung', 'product|;1234,50;EUR', 'total;1234,50;EUR'],
  ],
] as const)('%s as a German file: its columns, decimal commas, no formula that runs', (_, each, lines) => {
  expect(linesOf(each)).toEqual(lines);
});

test('an English file has commas between and points in its numbers, and is read back with the names as they are', () => {
  const text = reportCsv(sheet(vendorRows(expenses, 'EUR'), ['Net', 'VAT', 'Gross']), 'en');
  expect(parseCsv(text).map(({ cells }) => cells.join('|'))).toEqual([
    'Posten|Net|VAT|Gross|Währung',
    '+49 Taxi|100.00|19.00|119.00|EUR',
    'total|100.00|19.00|119.00|EUR',
  ]);
});

const older = sheet(
  [
    { key: 'vendor|v', values: [5000n], kind: 'item' },
    { key: 'vendor|w', values: [700n], kind: 'item' },
    { key: 'total', values: [5700n], kind: 'total' },
  ],
  ['Brutto'],
  {
    other: 'Jan. 2025',
    rows: compared(
      [
        { key: 'vendor|v', values: [5000n], kind: 'item' },
        { key: 'vendor|w', values: [700n], kind: 'item' },
        { key: 'total', values: [5700n], kind: 'total' },
      ],
      [
        { key: 'vendor|v', values: [123_456_789n], kind: 'item' },
        { key: 'total', values: [123_456_789n], kind: 'total' },
      ],
    ),
  },
);

test('a comparison adds the other period and the change; what the other does not have is nothing, and a rise has its sign on paper', () => {
  expect(linesOf(older)).toEqual([
    'Posten;Brutto;Jan. 2025;Veränderung;Währung',
    "'+49 Taxi;50,00;1234567,89;-1234517,89;EUR",
    'vendor|w;7,00;0,00;7,00;EUR',
    'total;57,00;1234567,89;-1234510,89;EUR',
  ]);
  expect(printed('de').rows.map(({ cells }) => cells)).toEqual([
    ['50,00', '1.234.567,89', '−1.234.517,89'],
    ['7,00', '0,00', '+7,00'],
    ['57,00', '1.234.567,89', '−1.234.510,89'],
  ]);
  expect(printed('en').rows[0]?.cells).toEqual(['50.00', '1,234,567.89', '−1,234,517.89']);
});

function printed(language: 'de' | 'en') {
  const company = { name: 'Alster Ltd', settings: z.parse(companySettingsSchema, {}), bank_accounts: [] };
  const words = { lines: ['EUR'], notes: ['Note'], madeOn: 'Today' };
  return printableReport(
    { ...older, variant: 'By vendor' },
    { language, company: company as never, logo: null, madeAt: '2026-03-01T00:00:00Z', words },
  );
}

test('on paper the period stands out with what tells the report from others', () => {
  expect(printed('en').lines).toEqual(['Jan 2026 · By vendor', 'EUR']);
});

test('yen have no decimals, in a file as on paper', () => {
  const yen = sheet([{ key: 'total', values: [123_456n], kind: 'total' }], ['Betrag'], { currency: 'JPY' });
  expect(linesOf(yen)[1]).toBe('total;123456;JPY');
});

test('a file is named after its report, the breakdown, the period and the currency', () => {
  expect(reportFileName({ ...older, title: 'Umsatz/Kunden', variant: 'Nach Kunde', when: 'Stand 01.02.2026' })).toBe(
    'Umsatz-Kunden Nach Kunde Stand 01.02.2026 EUR',
  );
});
