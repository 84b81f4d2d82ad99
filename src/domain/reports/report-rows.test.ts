import { expect, test } from 'vitest';
import { expenseOf, invoiceOf } from '#tests/support/finance-records.ts';
import { addCells, type OpenSums } from './cell.ts';
import { expenseCells } from './expense-cells.ts';
import { compared, customerRows, profitRows, receivableRows, type ReportRow, vendorRows } from './report-rows.ts';

const row = (key: string, amount: bigint, kind: ReportRow['kind'] = 'item'): ReportRow => ({ key, values: [amount], kind });

test('a line that only the other period has stays visible, before the total', () => {
  const now = [row('vendor|a', 5n), row('total', 5n, 'total')];
  const then = [row('vendor|b', 7n), row('vendor|a', 3n), row('total', 10n, 'total')];
  expect(compared(now, then).map(({ key, values, before }) => [key, values[0], before])).toEqual([
    ['vendor|a', 5n, 3n],
    ['vendor|b', 0n, 7n],
    ['total', 5n, 10n],
  ]);
});

test('costs that only the other period had stand with the costs, not with the revenue', () => {
  const now = [row('income', 9n, 'subtotal'), row('costs', 0n, 'subtotal'), row('profit', 9n, 'total')];
  const then = [row('income', 8n, 'subtotal'), row('category|x', 2n), row('costs', 2n, 'subtotal'), row('profit', 6n, 'total')];
  expect(compared(now, then).map(({ key }) => key)).toEqual(['income', 'category|x', 'costs', 'profit']);
});

test('totals are those of the lines, drafts and other currencies left out', () => {
  const rows = customerRows(
    [invoiceOf({ customer_id: 'a' }), invoiceOf({ customer_id: 'b', currency: 'GBP' }), invoiceOf({ customer_id: 'a', status: 'draft' })],
    'EUR',
  );
  expect(rows.map(({ key, values }) => [key, ...values])).toEqual([
    ['customer|a', 10_000n, 1900n, 11_900n],
    ['total', 10_000n, 1900n, 11_900n],
  ]);
  expect(vendorRows([expenseOf()], 'EUR')).toEqual([{ key: 'total', values: [0n, 0n, 0n], kind: 'total' }]);
});

test('receivables stand in the column of their age', () => {
  const rows = receivableRows(
    [invoiceOf({ customer_id: 'a' }), invoiceOf({ customer_id: 'a', due_date: '2026-03-01' })],
    'EUR',
    '2026-03-01',
  );
  expect(rows[0]?.values).toEqual([11_900n, 11_900n, 0n, 0n, 0n, 23_800n]);
});

test('VAT that nobody gives back is a cost: another country’s, and the share that is not deductible', () => {
  const line = { rate: 19, net: 100, tax: 19, category: 'domestic', country: '', deductible_percent: 100 } as const;
  const cost = (change: object) => {
    const expenses: OpenSums = new Map();
    addCells(expenses, expenseCells(expenseOf({ status: 'approved', tax_lines: [{ ...line, ...change }] })));
    const books = { invoices: new Map(), payments: new Map(), expenses };
    const rows = profitRows(
      books,
      { currency: 'EUR', months: ['2026-01'] },
      { basis: 'accrual', isSmallBusiness: false, country: 'DE', standardRateOn: () => 19 },
    );
    return rows.find(({ key }) => key === 'costs')?.values[0];
  };
  expect([{}, { country: 'DE' }, { country: 'AT' }, { deductible_percent: 50 }, { category: 'import', country: 'CH' }].map(cost)).toEqual([
    10_000n,
    10_000n,
    11_900n,
    10_950n,
    10_000n,
  ]);
});
