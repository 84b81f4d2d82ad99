import { expect, test } from 'vitest';
import { vatMethodOver, type VatPeriod, withVatPeriod } from '#domain/tax/vat-method.ts';
import { expenseOf, invoiceOf, paymentOf } from '#tests/support/finance-records.ts';
import type { Books } from './books.ts';
import { addCells, type Cell, type OpenSums } from './cell.ts';
import { expenseCells } from './expense-cells.ts';
import { invoiceCells } from './invoice-cells.ts';
import { paymentCells } from './payment-cells.ts';
import { profitRows, vatRows } from './report-rows.ts';
import { owedLeft, owedVat, vatIn } from './vat.ts';

const sums = (cells: readonly Cell[]) => {
  const open: OpenSums = new Map();
  addCells(open, cells);
  return open;
};
const booksOf = (invoices: ReturnType<typeof invoiceOf>[], payments: ReturnType<typeof paymentOf>[]): Books => ({
  invoices: sums(invoices.flatMap(invoiceCells)),
  payments: sums(payments.flatMap(paymentCells)),
  expenses: new Map(),
});
const BY_PAYMENT: VatPeriod = { from: '2026-01', method: 'payment', filing: 'month' };
/** VAT on sales of January to March. */
const quarter = (books: Books, periods: readonly VatPeriod[] = []) =>
  ['2026-01', '2026-02', '2026-03'].map(
    (month) => vatIn(books, { currency: 'EUR', months: [month] }, { basis: 'tax_point', periods, country: 'DE' }).collected,
  );
const march = invoiceOf({ issue_date: '2026-01-17', tax_point: '2026-03-31' });

test('by supply VAT counts when the supply ended; what was paid before counts when it came', () => {
  const advance = paymentOf({
    amount: 59.5,
    payment_date: '2026-02-10',
    tax_point: '2026-03-31',
    tax_shares: [{ tax_rate: 19, tax_category: 'S', net: 50, tax: 9.5 }],
  });
  expect(quarter(booksOf([march], []))).toEqual([0n, 0n, 1900n]);
  expect(quarter(booksOf([march], [advance]))).toEqual([0n, 950n, 950n]);
  expect(quarter(booksOf([march], [{ ...advance, booked_on: '2026-03-01' }]))).toEqual([0n, 0n, 1900n]);
});

test('by payment VAT counts with the money, and what was supplied under the other method is not counted again', () => {
  const paid = paymentOf({ payment_date: '2026-02-10', tax_point: '2026-01-31' });
  const january = invoiceOf({ tax_point: '2026-01-31' });
  expect(quarter(booksOf([january, march], [paid]), [BY_PAYMENT])).toEqual([0n, 1900n, 0n]);
  expect(quarter(booksOf([january], [paid]), [{ ...BY_PAYMENT, from: '2026-02' }])).toEqual([1900n, 0n, 0n]);
  expect(quarter(booksOf([january], [paid]), [BY_PAYMENT, { ...BY_PAYMENT, from: '2026-02', method: 'supply' }])).toEqual([0n, 1900n, 0n]);
});

test('by invoice date the method is left aside', () => {
  const asked = { basis: 'invoice_date', periods: [BY_PAYMENT], country: 'DE' } as const;
  expect(vatIn(booksOf([march], []), { currency: 'EUR', months: ['2026-01'] }, asked).collected).toBe(1900n);
});

test('a month in which nothing is left has no row', () => {
  const whole = paymentOf({ payment_date: '2026-02-10', tax_point: '2026-03-31' });
  const { output } = vatIn(
    booksOf([march], [whole]),
    { currency: 'EUR', months: ['2026-03'] },
    { basis: 'tax_point', periods: [], country: 'DE' },
  );
  expect(output).toEqual([]);
});

test('a choice holds from its month on, replaces what was to come later, and is none where nothing changes', () => {
  const quarterly: VatPeriod = { from: '2026-07', method: 'payment', filing: 'quarter' };
  expect(withVatPeriod([], { from: '2026-01', method: 'supply', filing: 'month' })).toEqual([]);
  expect(withVatPeriod([BY_PAYMENT], quarterly)).toEqual([BY_PAYMENT, quarterly]);
  expect(withVatPeriod([BY_PAYMENT, quarterly], { ...quarterly, from: '2026-03' })).toEqual([
    BY_PAYMENT,
    { ...quarterly, from: '2026-03' },
  ]);
  expect(withVatPeriod([BY_PAYMENT, quarterly], { ...BY_PAYMENT, from: '2026-03' })).toEqual([BY_PAYMENT]);
  expect(
    [
      ['2025-11', '2025-12'],
      ['2025-12', '2026-01'],
      ['2026-07', '2026-08'],
    ].map((months) => vatMethodOver([BY_PAYMENT, quarterly], months)),
  ).toEqual(['supply', 'mixed', 'payment']);
});

test('where cash accounting moves input tax, it counts when the expense is paid, once', () => {
  const bill = expenseOf({ status: 'approved', is_reimbursable: false, expense_date: '2026-01-20', paid_on: '2026-02-10', tax_lines: [] });
  const books: Books = { invoices: new Map(), payments: new Map(), expenses: sums(expenseCells(bill)) };
  const input = (country: string, periods: readonly VatPeriod[]) =>
    ['2026-01', '2026-02'].map((month) =>
      vatIn(books, { currency: 'EUR', months: [month] }, { basis: 'tax_point', periods, country }).input.reduce(
        (sum, { tax }) => sum + tax,
        0n,
      ),
    );
  expect(input('DE', [BY_PAYMENT])).toEqual([1900n, 0n]);
  expect(input('GB', [BY_PAYMENT])).toEqual([0n, 1900n]);
  expect(input('GB', [{ ...BY_PAYMENT, from: '2026-02' }])).toEqual([1900n, 0n]);
  expect(input('GB', [BY_PAYMENT, { ...BY_PAYMENT, from: '2026-02', method: 'supply' }])).toEqual([0n, 1900n]);
});

const purchase = (category: 'reverse_charge' | 'eu_acquisition', net: number, deductible_percent: number, expense_date = '2026-01-15') =>
  expenseOf({
    status: 'approved',
    amount: net,
    tax_rate: null,
    tax_amount: 0,
    expense_date,
    tax_lines: [{ rate: null, net, tax: 0, category, country: 'FR', deductible_percent }],
  });

test('tax on purchases is owed at the rate of their month; what may not be deducted of it is to be paid', () => {
  const expenses = [
    purchase('reverse_charge', 100.03, 100),
    purchase('reverse_charge', 200, 50, '2026-02-10'),
    purchase('eu_acquisition', 100, 33.3),
    purchase('eu_acquisition', 50, 100, '2026-03-01'),
  ];
  const books = { ...booksOf([], []), expenses: sums(expenses.flatMap(expenseCells)) };
  const scope = { currency: 'EUR', months: ['2026-01', '2026-02'] };
  const standardRateOn = (month: string) => (month === '2026-01' ? 16 : 19);
  const owed = (isSmallBusiness: boolean) => owedVat(books, scope, { standardRateOn, isSmallBusiness });
  expect(owed(false)).toEqual([
    { category: 'reverse_charge', net: 30_003n, tax: 1600n + 3800n, deductible: 1600n + 1900n },
    { category: 'eu_acquisition', net: 10_000n, tax: 1600n, deductible: 533n },
  ]);
  expect([owedLeft(owed(false)), owedLeft(owed(true))]).toEqual([1900n + 1067n, 7000n]);
  const rows = (isSmallBusiness: boolean) =>
    vatRows(books, scope, { basis: 'tax_point', periods: [], country: 'DE', isSmallBusiness, standardRateOn })
      .map(({ key, values }) => `${key} ${values.join(' ')}`)
      .filter((row) => !row.endsWith(' 0 0'));
  expect(rows(false)).toEqual(['owedleft 0 2967', 'payable 0 2967', 'owed|reverse_charge 30003 5400', 'owed|eu_acquisition 10000 1600']);
  const costs = (isSmallBusiness: boolean) =>
    profitRows(books, scope, { basis: 'accrual', country: 'DE', isSmallBusiness, standardRateOn }).map(
      ({ key, values }) => `${key} ${values.join(' ')}`,
    );
  expect(costs(false)).toEqual(['income 0', 'category| 40003', 'owedleft 2967', 'costs 42970', 'profit -42970']);
  expect(costs(true)).toEqual(['income 0', 'category| 40003', 'owedleft 7000', 'costs 47003', 'profit -47003']);
  expect(rows(true)).toEqual(['owedleft 0 7000', 'payable 0 7000', 'owed|reverse_charge 30003 5400', 'owed|eu_acquisition 10000 1600']);
});

test('what may all be deducted comes to nothing, and stays out of the sum', () => {
  const books = { ...booksOf([], []), expenses: sums(expenseCells(purchase('reverse_charge', 100, 100))) };
  const asked = { basis: 'tax_point', periods: [], country: 'DE', isSmallBusiness: false, standardRateOn: () => 19 } as const;
  const rows = vatRows(books, { currency: 'EUR', months: ['2026-01'] }, asked);
  expect(rows.map(({ key, values }) => `${key} ${values.join(' ')}`)).toEqual([
    'collected 0 0',
    'deductible 0 0',
    'payable 0 0',
    'owed|reverse_charge 10000 1900',
  ]);
});
