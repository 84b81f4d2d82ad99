import { expect, test } from 'vitest';
import { exchangeWith } from '#domain/exchange/document-exchange.ts';
import { expenseOf, invoiceOf, paymentOf } from '#tests/support/finance-records.ts';
import { addCells, type Cell, type OpenSums } from './cell.ts';
import { expenseCells } from './expense-cells.ts';
import { foreignDocuments, unratedOf } from './foreign-documents.ts';
import { invoiceCells } from './invoice-cells.ts';
import { paymentCells } from './payment-cells.ts';

const by = (rate: string, currency = 'EUR') => ({ currency, rate, day: '2026-01-15', source: 'ecb', version: '2026-02-01' }) as const;
const sums = (cells: readonly Cell[]): OpenSums => {
  const open: OpenSums = new Map();
  addCells(open, cells);
  return open;
};
const rated = invoiceOf({ currency: 'USD', exchange: exchangeWith(by('0.9'), 119, 'USD') });
const books = {
  invoices: sums(
    [
      rated,
      invoiceOf({ currency: 'USD' }),
      invoiceOf({ currency: 'USD', tax_point: '2026-02-01', issue_date: '2026-02-01', due_date: '2026-02-15' }),
      // The books were kept in another currency when it was issued.
      invoiceOf({ currency: 'USD', exchange: exchangeWith(by('0.8', 'CHF'), 119, 'USD') }),
      invoiceOf({ currency: 'JPY', net_total: 100, tax_total: 19, exchange: exchangeWith(by('0.006'), 119, 'JPY') }),
      invoiceOf(),
    ].flatMap(invoiceCells),
  ),
  payments: sums(paymentCells(paymentOf({ currency: 'USD' }))),
  expenses: sums(
    [
      expenseOf({ currency: 'GBP', status: 'approved', exchange: exchangeWith(by('1.1'), 119, 'GBP') }),
      expenseOf({ currency: 'GBP', status: 'pending' }),
    ].flatMap(expenseCells),
  ),
};
const scope = { currency: 'EUR', months: ['2026-01'] };
const told = (kinds: Parameters<typeof foreignDocuments>[2]) =>
  foreignDocuments(books, scope, kinds).map(
    ({ kind, currency, count, amount, inBooks, missing }) => `${kind} ${currency} ${count}: ${amount} = ${inBooks}, ${missing} missing`,
  );

test('documents in foreign currencies are told with their originals, and how many have no rate in the currency of the books', () => {
  expect(told(['issued', 'spent'])).toEqual([
    'issued JPY 1: 119 = 71, 0 missing',
    'issued USD 3: 35700 = 10710, 2 missing',
    'spent GBP 1: 11900 = 13090, 0 missing',
  ]);
  expect(told(['supplied', 'received', 'paid'])).toEqual([
    'supplied JPY 1: 119 = 71, 0 missing',
    'supplied USD 3: 35700 = 10710, 2 missing',
    'received USD 1: 11900 = 0, 1 missing',
    'paid GBP 1: 11900 = 13090, 0 missing',
  ]);
});

test('what is owed counts whatever the months', () => {
  expect(told(['owed'])).toEqual(['owed JPY 1: 119 = 71, 0 missing', 'owed USD 4: 47600 = 10710, 3 missing']);
});

test('what lacks its rate is named once, by the kind that has most of it', () => {
  expect(unratedOf(foreignDocuments(books, scope, ['issued', 'owed', 'received', 'spent']))).toEqual([
    { kind: 'owed', count: 3 },
    { kind: 'received', count: 1 },
  ]);
});
