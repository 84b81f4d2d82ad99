import { expect, test } from 'vitest';
import type { Expense } from '#domain/expenses/expense.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import type { Payment } from '#domain/payments/payment.ts';
import { testId } from '#tests/support/builders.ts';
import { expenseOf, invoiceOf, paymentOf } from '#tests/support/finance-records.ts';
import { sumsWithLocalBalances } from './sums-with-local-balances.ts';
import { ageingOf, OVERDUE_AGES, totalClaims } from './ageing.ts';
import {
  bookedExpenses,
  type Books,
  cashByMonth,
  currenciesOf,
  expensesByCategory,
  expensesByPerson,
  expensesIn,
  invoicedIn,
} from './books.ts';
import { vatIn } from './vat.ts';
import { addCells, type Cell, CELLS_VERSION, countOf, type OpenSums } from './cell.ts';
import { expenseCells } from './expense-cells.ts';
import { invoiceCells, withPayments } from './invoice-cells.ts';
import { paymentCells } from './payment-cells.ts';

type Records = { invoices?: Invoice[]; payments?: Payment[]; expenses?: Expense[] };
function booksOf({ invoices = [], payments = [], expenses = [] }: Records): Books {
  const sums = (cells: Cell[]) => {
    const open: OpenSums = new Map();
    addCells(open, cells);
    return open;
  };
  return {
    invoices: sums(invoices.flatMap(invoiceCells)),
    payments: sums(payments.flatMap(paymentCells)),
    expenses: sums(expenses.flatMap(expenseCells)),
  };
}
const JANUARY = { currency: 'EUR', months: ['2026-01'] };
const cancelled = invoiceOf({ status: 'cancelled' });
const cancellation = invoiceOf({
  document_type: 'cancellation',
  net_total: -100,
  tax_total: -19,
  gross_total: -119,
  tax_breakdown: [{ tax_rate: 19, net: -100, tax: -19 }],
  payment_status: 'paid',
});

test('a cancelled invoice and its cancellation come to nothing, in sales as in VAT', () => {
  const books = booksOf({ invoices: [cancelled, cancellation] });
  expect(invoicedIn(books, JANUARY)).toMatchObject({ net: 0n, tax: 0n, gross: 0n });
  expect(vatIn(books, JANUARY, { basis: 'invoice_date', periods: [], country: 'DE' }).collected).toBe(0n);
  expect(totalClaims(ageingOf(books.invoices, { currency: 'EUR', today: '2026-03-01' }))).toEqual({ count: 0, owed: 0n });
});

test('drafts and invoices that wait to be issued are neither sales nor claims', () => {
  const books = booksOf({
    invoices: [invoiceOf({ status: 'draft', issue_date: null, number: null }), invoiceOf({ status: 'ready_to_issue', issue_date: null })],
  });
  expect(invoicedIn(books, JANUARY).count).toBe(0);
  expect(totalClaims(ageingOf(books.invoices, { currency: 'EUR', today: '2026-03-01' })).count).toBe(0);
  for (const status of ['draft', 'ready_to_issue']) expect(countOf(books.invoices, 'draft', ([its]) => its === status)).toBe(1);
});

test.each([
  ['2026-01-31', 'not_due'],
  ['2026-02-01', '1_30'],
  ['2026-03-02', '1_30'],
  ['2026-03-03', '31_60'],
  ['2026-04-01', '31_60'],
  ['2026-04-02', '61_90'],
  ['2026-05-01', '61_90'],
  ['2026-05-02', 'over_90'],
] as const)('what is due on 31 January is on %s in the bucket %s', (today, age) => {
  const { invoices } = booksOf({ invoices: [invoiceOf({ paid_total: 19, payment_status: 'partially_paid' })] });
  const ageing = ageingOf(invoices, { currency: 'EUR', today });
  expect(ageing[age]).toEqual({ count: 1, owed: 10_000n });
  expect(totalClaims(ageing, OVERDUE_AGES).count).toBe(age === 'not_due' ? 0 : 1);
});

test('a payment that only this device knows settles its invoice at once, and a deleted one opens it again', () => {
  const [unpaid, paid] = [invoiceOf(), invoiceOf({ paid_total: 119, payment_status: 'paid' })];
  const { invoices } = booksOf({ invoices: [unpaid, paid] });
  const after = sumsWithLocalBalances(invoices, [
    { stored: unpaid, local: withPayments(unpaid, 119) },
    { stored: paid, local: withPayments(paid, 69) },
  ]);
  expect(totalClaims(ageingOf(after, { currency: 'EUR', today: '2026-03-01' }))).toEqual({ count: 1, owed: 5000n });
  expect(totalClaims(ageingOf(invoices, { currency: 'EUR', today: '2026-03-01' })).owed).toBe(11_900n);
});

test('cash counts payments on the day they came in and expenses on the day they were paid', () => {
  const books = booksOf({
    payments: [paymentOf(), paymentOf({ amount: -19, payment_date: '2026-02-01' })],
    expenses: [
      expenseOf({ status: 'approved' }),
      expenseOf({ status: 'approved', paid_on: '2026-02-10' }),
      expenseOf({ status: 'approved', is_reimbursable: true }),
      expenseOf({ status: 'reimbursed', is_reimbursable: true, paid_on: '2026-02-20' }),
      expenseOf({ status: 'pending' }),
      expenseOf({ status: 'rejected' }),
    ],
  });
  expect(cashByMonth(books, { currency: 'EUR', months: ['2026-01', '2026-02', '2026-03'] })).toEqual([
    { month: '2026-01', received: 11_900n, paid: 11_900n },
    { month: '2026-02', received: -1900n, paid: 23_800n },
    { month: '2026-03', received: 0n, paid: 0n },
  ]);
});

test('only approved expenses are costs; what is pending is told apart, by author', () => {
  const [mine, theirs] = [testId(8), testId(9)];
  const books = booksOf({
    expenses: [
      expenseOf({ status: 'approved', category_id: testId(5), created_by: mine }),
      expenseOf({ status: 'reimbursed', amount: 1000, created_by: theirs }),
      expenseOf({ created_by: mine }),
      expenseOf({ created_by: theirs, amount: 7 }),
      expenseOf({ status: 'rejected' }),
    ],
  });
  expect(bookedExpenses(books, JANUARY)).toEqual({ count: 2, gross: 111_900n, tax: 3800n });
  expect(expensesByCategory(books, JANUARY).map(({ id, gross }) => [id, gross])).toEqual([
    ['', 100_000n],
    [testId(5), 11_900n],
  ]);
  expect(expensesByPerson(books, JANUARY).map(({ id }) => id)).toEqual([theirs, mine]);
  expect(expensesIn(books, { status: 'pending', currency: 'EUR' })).toEqual({ count: 2, amount: 12_600n });
  expect(countOf(books.expenses, 'expense', ([status, author]) => status === 'pending' && author !== mine)).toBe(1);
});

test('VAT is told apart by rate and by why there is none', () => {
  const free = { tax_total: 0, gross_total: 100, tax_breakdown: [{ tax_rate: 0, net: 100, tax: 0 }] };
  const books = booksOf({
    invoices: [invoiceOf(), invoiceOf({ ...free, tax_mode: 'reverse_charge' }), invoiceOf({ ...free, tax_mode: 'standard' })],
    expenses: [expenseOf({ status: 'approved' }), expenseOf({ status: 'approved', tax_rate: null, tax_amount: 0, amount: 10 })],
  });
  const vat = vatIn(books, JANUARY, { basis: 'invoice_date', periods: [], country: 'DE' });
  expect(vat.output.map(({ rate, category, net, tax }) => [rate, category, net, tax])).toEqual([
    [19, 'S', 10_000n, 1900n],
    [0, 'AE', 10_000n, 0n],
    [0, null, 10_000n, 0n],
  ]);
  expect(vat.input.map(({ rate, net, tax }) => [rate, net, tax])).toEqual([
    [19, 10_000n, 1900n],
    [null, 1000n, 0n],
  ]);
  expect([vat.collected, vat.deductible]).toEqual([1900n, 1900n]);
});

test('amounts of different currencies never meet, and each has its own decimals', () => {
  const books = booksOf({
    payments: [paymentOf(), paymentOf({ currency: 'JPY', amount: 500 }), paymentOf({ currency: 'KWD', amount: 1.234 })],
  });
  expect(currenciesOf(books)).toEqual(['EUR', 'JPY', 'KWD']);
  expect(['JPY', 'KWD'].map((currency) => cashByMonth(books, { ...JANUARY, currency })[0]?.received)).toEqual([500n, 1234n]);
});

test('sums stay exact where floating point does not', () => {
  const payments = [...Array.from({ length: 10 }, () => paymentOf({ amount: 0.1 })), paymentOf({ amount: 9_999_999_999.99 })];
  expect(cashByMonth(booksOf({ payments }), JANUARY)[0]?.received).toBe(1_000_000_000_099n);
});

test('what a record adds is what devices have stored: raise CELLS_VERSION with any change here', () => {
  const credit = invoiceOf({ net_total: -100, tax_total: -19, gross_total: -119, tax_breakdown: [] });
  const cells = [
    ...invoiceCells(invoiceOf()),
    ...invoiceCells(credit),
    ...paymentCells(paymentOf()),
    ...expenseCells(expenseOf({ status: 'reimbursed' })),
  ];
  expect([CELLS_VERSION, ...cells.map(({ month, key, values }) => `${month} ${key} ${values.join(' ')}`)]).toEqual([
    4,
    '2026-01 invoiced|EUR 1 10000 1900 11900',
    '2026-01 point|EUR 1 11900',
    '2026-01 output|EUR|19|S 1 10000 1900',
    '2026-01 supply|EUR|19|S 1 10000 1900',
    '2026-01 open|EUR|2026-01-31 1 11900',
    '2026-01 invoiced|EUR 1 -10000 -1900 -11900',
    '2026-01 point|EUR 1 -11900',
    '2026-01 refund|EUR 1 11900',
    '2026-01 received|EUR 1 11900',
    '2026-01 receipt|EUR|19|S|2026-01 1 10000 1900',
    `2026-01 expense|EUR|reimbursed|${testId(2)} 1 11900 1900`,
    '2026-01 category|EUR| 1 11900 1900',
    '2026-01 given|EUR|| 1 1900',
    '2026-01 input|EUR||domestic|19 1 10000 1900 1900',
    '2026-01 paid|EUR 1 11900',
    '2026-01 inputpaid|EUR||domestic|19|2026-01 1 10000 1900 1900',
  ]);
});
