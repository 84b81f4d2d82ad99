import { expect, test } from 'vitest';
import { glanceAnswerSchema, glanceOfAnswer, waitingIn } from './glance.ts';

const answer = {
  company_id: 'c',
  currency: 'EUR',
  today: '2026-11-24',
  cells: {
    invoices: { 'invoiced|EUR': '2 30000 5700 35700', 'invoiced|EUR<USD': '1 1000 0 1000', 'invoiced|USD': '1 1100 0 1100' },
    payments: { 'received|EUR': '1 20000', 'received|USD': '1 500', 'received|EUR<USD': '1 450', 'fxresult|EUR<USD': '1 -50' },
    expenses: { 'category|EUR|': '1 11900 1900', 'given|EUR||': '1 1900', 'paid|EUR': '1 11900' },
    company: { country: 'DE', small_business: 'false' },
  },
  claims: { 'open|EUR|2026-11-24': '1 5000', 'open|EUR|2026-11-23': '2 7000', 'open|USD|2026-01-01': '1 1100' },
  to_approve: 4,
  refused: 1,
};
const [whole] = glanceAnswerSchema.parse([answer]);

test('a company at a glance: profit and cash in the currency of the books, claims each in its own', () => {
  expect(whole && glanceOfAnswer(whole)).toEqual({
    companyId: 'c',
    currency: 'EUR',
    month: '2026-11',
    // 300 + 10 net, less 119 - 19, less 0.50 lost by a rate.
    profit: 20_950n,
    // 200 + 4.50 in, 119 out.
    cash: 8550n,
    open: [
      { currency: 'EUR', count: 3, owed: 12_000n },
      { currency: 'USD', count: 1, owed: 1100n },
    ],
    overdue: [
      { currency: 'EUR', count: 2, owed: 7000n },
      { currency: 'USD', count: 1, owed: 1100n },
    ],
    toApprove: 4,
    refused: 1,
  });
  expect(whole && waitingIn(glanceOfAnswer(whole))).toBe(8);
});

test.each([
  ['invoices', { profit: null, cash: 8550n }],
  ['payments', { profit: null, cash: null }],
  ['expenses', { profit: null, cash: null }],
] as const)('without %s no figure is made of the rest that would look whole', (part, figures) => {
  const { [part]: _hidden, ...cells } = answer.cells;
  const [partly] = glanceAnswerSchema.parse([{ ...answer, cells, ...(part === 'invoices' ? { claims: null } : {}) }]);
  const { profit, cash, open } = glanceOfAnswer(partly ?? (answer as never));
  expect({ profit, cash }).toEqual(figures);
  expect(open === null).toBe(part === 'invoices');
});

test('a small business gets no VAT back, so its costs are gross', () => {
  const company = { country: 'DE', small_business: 'true' };
  const [small] = glanceAnswerSchema.parse([{ ...answer, cells: { ...answer.cells, company } }]);
  expect(small && glanceOfAnswer(small).profit).toBe(20_950n - 1900n);
});
