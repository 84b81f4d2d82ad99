import { expect, test } from 'vitest';
import { exchangeWith } from '#domain/exchange/document-exchange.ts';
import { expenseOf, invoiceOf, paymentOf } from '#tests/support/finance-records.ts';
import { needsOf } from './attention.ts';
import { type Books, currenciesOf, exchangeResultIn, invoicedIn } from './books.ts';
import { addCells, type Cell, type OpenSums } from './cell.ts';
import { expenseCells } from './expense-cells.ts';
import { invoiceCells } from './invoice-cells.ts';
import { paymentCells } from './payment-cells.ts';
import { customerRows, productRows, profitRows, receivableRows, vendorRows } from './report-rows.ts';

const by = (rate: string) => ({ currency: 'EUR', rate, day: '2026-01-15', source: 'ecb', version: '2026-02-01' }) as const;
const line = { quantity: 1, discount_percent: 0, tax_rate: 19, tax_category: 'S', exemption_reason: null } as const;
const items = [33.33, 33.33, 33.34].map((unit_price, n) => ({
  ...line,
  unit_price,
  id: `${n}`,
  position: n,
  product_id: `p${n}`,
  description: 'Work',
  unit: 'h',
}));
const foreign = invoiceOf({ currency: 'USD', exchange: exchangeWith(by('0.9137'), 119, 'USD'), items });
const own = invoiceOf();
const bill = expenseOf({ currency: 'GBP', status: 'approved', exchange: exchangeWith(by('1.1777'), 119, 'GBP') });
const money = paymentOf({ currency: 'USD', exchange: { ...exchangeWith(by('0.95'), 119, 'USD'), document_amount: 108.73 } });

const sums = (cells: readonly Cell[]): OpenSums => {
  const open: OpenSums = new Map();
  addCells(open, cells);
  return open;
};
const books: Books = {
  invoices: sums([...invoiceCells(foreign), ...invoiceCells(own)]),
  expenses: sums(expenseCells(bill)),
  payments: sums(paymentCells(money)),
};
const scope = (currency: string) => ({ currency, months: ['2026-01'] });

test('a report in the currency of the books has what documents in others are worth, one in theirs the originals', () => {
  expect(invoicedIn(books, scope('EUR'))).toEqual({ count: 2, net: 10_000n + 9137n, tax: 1900n + 1736n, gross: 11_900n + 10_873n });
  expect(invoicedIn(books, scope('USD'))).toEqual({ count: 1, net: 10_000n, tax: 1900n, gross: 11_900n });
  expect(currenciesOf(books)).toEqual(['EUR', 'GBP', 'USD']);
});

test('exchange gains are a row of profit and loss by invoice date, and part of the result', () => {
  const terms = { basis: 'accrual', isSmallBusiness: false, country: 'DE', standardRateOn: () => 19 } as const;
  expect(exchangeResultIn(books, scope('EUR'))).toBe(11_305n - 10_873n);
  const rows = profitRows(books, scope('EUR'), terms);
  expect(rows.map(({ key, values }) => [key, values[0]])).toEqual([
    ['income', 19_137n],
    ['category|', 11_777n],
    ['costs', 11_777n],
    ['exchange', 432n],
    ['profit', 19_137n - 11_777n + 432n],
  ]);
  expect(profitRows(books, scope('USD'), terms).some(({ key }) => key === 'exchange')).toBe(false);
  expect(profitRows(books, scope('EUR'), { ...terms, basis: 'cash' }).map(({ values }) => values[0])).toEqual([11_305n, -14_015n, -2710n]);
});

test('reports by customer, vendor, product and age read documents in both currencies, and the lines of one add up to its net', () => {
  const totalOf = (rows: readonly { readonly values: readonly bigint[] }[]) => rows.at(-1)?.values.at(-1);
  expect([customerRows([foreign, own], 'EUR'), customerRows([foreign, own], 'USD')].map(totalOf)).toEqual([22_773n, 11_900n]);
  expect([vendorRows([bill], 'EUR'), vendorRows([bill], 'GBP'), vendorRows([bill], 'USD')].map(totalOf)).toEqual([14_015n, 11_900n, 0n]);
  expect([productRows([foreign], 'EUR'), productRows([foreign], 'USD')].map(totalOf)).toEqual([9137n, 10_000n]);
  const owed = [receivableRows([foreign], 'EUR', '2026-02-20'), receivableRows([foreign], 'USD', '2026-02-20')];
  expect(owed.map(totalOf)).toEqual([10_873n, 11_900n]);
});

test('what waits for a person is counted once, not again in the currency of the books', () => {
  const access = { userId: 'me', isOwner: true, isAdmin: false, keys: new Set<never>() };
  const viewer = { currencies: currenciesOf(books), today: '2026-03-01', access, isSoleMember: true, syncIssues: 0 };
  expect(needsOf(books, { ...viewer, failed: { invoices: 0, expenses: 0 } })).toEqual([{ kind: 'overdue', count: 2 }]);
});
