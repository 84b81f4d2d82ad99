import { expect, test } from 'vitest';
import { expenseOf, invoiceOf, paymentOf } from '#tests/support/finance-records.ts';
import type { Books } from './books.ts';
import { addCells, type Cell, type OpenSums } from './cell.ts';
import { expenseCells } from './expense-cells.ts';
import { invoiceCells } from './invoice-cells.ts';
import { booksWithKept, keptCells, keptTerms } from './kept-figures.ts';
import { paymentCells } from './payment-cells.ts';
import { reportDifferences } from './report-differences.ts';
import { reportOfTerms } from './report-of-terms.ts';
import { expenseRows, profitRows, vatRows } from './report-rows.ts';

const sums = (cells: readonly Cell[]): OpenSums => {
  const open: OpenSums = new Map();
  addCells(open, cells);
  return open;
};
const [ANN, BEN] = ['00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b'];
const SPENT = [
  expenseOf({ status: 'approved', created_by: ANN, is_reimbursable: true }),
  expenseOf({ status: 'reimbursed', created_by: ANN, paid_on: '2026-02-03', is_reimbursable: true }),
  expenseOf({ status: 'approved', created_by: BEN }),
  expenseOf({ status: 'pending', created_by: ANN }),
  expenseOf({ status: 'rejected', created_by: BEN }),
];
const books = (expenses = SPENT): Books => ({
  invoices: sums([invoiceOf(), invoiceOf({ status: 'draft', issue_date: null, number: null })].flatMap((each) => invoiceCells(each))),
  payments: sums([paymentOf({ tax_point: '2026-02-15' }), paymentOf({ payment_date: '2026-02-01' })].flatMap((each) => paymentCells(each))),
  expenses: sums(expenses.flatMap((each) => expenseCells(each))),
});

test('kept is what reports of the month are made of: nothing that is open, pending or still owed', () => {
  const { invoices = {}, payments = {}, expenses = {} } = keptCells(books(), '2026-01');
  expect(invoices).toEqual({
    'invoiced|EUR': '1 10000 1900 11900',
    'point|EUR': '1 11900',
    'output|EUR|19|S': '1 10000 1900',
    'supply|EUR|19|S': '1 10000 1900',
  });
  expect(payments).toMatchObject({ 'received|EUR': '1 11900', 'advance|EUR|19|S|2026-02': '1 10000 1900' });
  expect(Object.keys(expenses).filter((key) => key.startsWith('expense'))).toEqual([
    `expense|EUR|approved|${ANN}`,
    `expense|EUR|approved|${BEN}`,
  ]);
  expect(expenses[`expense|EUR|approved|${ANN}`]).toBe('2 23800 3800');
  expect(keptCells(books(), '2025-12')).toEqual({ invoices: {}, payments: {}, expenses: {} });
});

const scope = { currency: 'EUR', months: ['2026-01', '2026-02'] };
const vat = { basis: 'tax_point', periods: [], country: 'DE', isSmallBusiness: false, standardRateOn: () => 19 } as const;
const reports = (its: Books) => [
  profitRows(its, scope, { basis: 'accrual', isSmallBusiness: false, country: 'DE', standardRateOn: () => 19 }),
  profitRows(its, scope, { basis: 'cash', isSmallBusiness: false, country: 'DE', standardRateOn: () => 19 }),
  vatRows(its, scope, vat),
  vatRows(its, scope, { ...vat, basis: 'invoice_date' }),
  vatRows(its, scope, { ...vat, periods: [{ from: '1900-01', method: 'payment', filing: 'month' }] }),
  expenseRows(its, scope, 'category'),
  expenseRows(its, scope, 'person'),
];

test('every report of kept months says what it said; one that was not kept stays live', () => {
  const kept = new Map([['2026-01', keptCells(books(), '2026-01')]]);
  expect(reports(booksWithKept(books(), kept))).toEqual(reports(books()));
  // An expense of January that somebody took back since, and one of February.
  const since = books([...SPENT.slice(0, 2), expenseOf({ status: 'approved', created_by: BEN, expense_date: '2026-02-02' })]);
  const [profit] = reports(booksWithKept(since, kept));
  expect(profit?.find(({ key }) => key === 'costs')?.values).toEqual([40000n]);
});

test('where the records say something else it is told figure by figure, whichever side has the line', () => {
  const kept = new Map([['2026-01', keptCells(books(), '2026-01')]]);
  const since = books([
    ...SPENT.slice(0, 2),
    expenseOf({ status: 'approved', created_by: '00000000-0000-7000-8000-00000000000c', amount: 238, tax_amount: 38 }),
  ]);
  const [was, is] = [booksWithKept(since, kept), since].map((its) => expenseRows(its, { ...scope, months: ['2026-01'] }, 'person'));
  expect(reportDifferences(was ?? [], was ?? [])).toEqual([]);
  expect(
    reportDifferences(was ?? [], is ?? []).map(({ key, measure, kept: before, now }) => `${key.slice(-5)} ${measure} ${before} ${now}`),
  ).toEqual([
    '0000b 0 10000 0',
    '0000b 1 1900 0',
    '0000b 2 11900 0',
    'total 0 30000 40000',
    'total 1 5700 7600',
    'total 2 35700 47600',
    '0000c 0 0 20000',
    '0000c 1 0 3800',
    '0000c 2 0 23800',
  ]);
});

test('a closed month is read by what the company was then: a small business in it, no longer after it', () => {
  const spent = [...SPENT.slice(0, 1), expenseOf({ status: 'approved', created_by: BEN, expense_date: '2026-02-02' })];
  const its = booksWithKept(books(spent), new Map([['2026-01', keptCells(books(spent), '2026-01')]]));
  const [small, regular] = [true, false].map((isSmallBusiness) => ({ country: 'DE', isSmallBusiness }));
  expect(keptTerms({ company: { country: 'DE', small_business: 'true' } })).toEqual(small);
  expect(keptTerms({ company: { country: 'DE', small_business: 'false' } })).toEqual(regular);
  expect(keptTerms(keptCells(books(), '2026-01'))).toBeNull();
  const profitOf = (january = regular!) =>
    reportOfTerms(
      scope.months,
      (month) => (month === '2026-01' ? january : regular!),
      (months, terms) => profitRows(its, { ...scope, months }, { basis: 'accrual', standardRateOn: () => 19, ...terms }),
    );
  expect(profitOf()).toEqual(reports(its)[0]);
  const costs = (rows: ReturnType<typeof profitOf>) => rows.find(({ key }) => key === 'costs')?.values;
  expect([costs(profitOf()), costs(profitOf(small))]).toEqual([[20000n], [21900n]]);
  expect(profitOf(small).map(({ key, kind }) => [key, kind])).toEqual(profitOf().map(({ key, kind }) => [key, kind]));
  const vatOf = (january = regular!) =>
    reportOfTerms(
      scope.months,
      (month) => (month === '2026-01' ? january : regular!),
      (months, terms) => vatRows(its, { ...scope, months }, { ...vat, ...terms }),
    );
  expect(vatOf()).toEqual(reports(its)[2]);
  const given = (rows: ReturnType<typeof vatOf>) => rows.find(({ key }) => key === 'deductible')?.values;
  expect([given(vatOf()), given(vatOf(small))]).toEqual([
    [20000n, 3800n],
    [10000n, 1900n],
  ]);
  // What only a later month has keeps its place in the report.
  expect(new Set(vatOf(small).map(({ key }) => key))).toEqual(new Set(vatOf().map(({ key }) => key)));
  expect(vatOf(small).findIndex(({ key }) => key.startsWith('input'))).toBeLessThan(
    vatOf(small).findIndex(({ key }) => key === 'deductible'),
  );
});
