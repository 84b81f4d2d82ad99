import { firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { newRecord } from '#data/core/command-context.ts';
import { changeRecord, insertRecord } from '#data/core/write.ts';
import { closePeriod } from '#data/periods/periods.commands.ts';
import { bookedDocuments } from '#data/reports/documents-of-period.ts';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { draftInvoice, emptyInvoiceInput } from '#domain/invoices/invoice-draft.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import type { Payment } from '#domain/payments/payment.ts';
import { expenseOf, paymentOf } from '#tests/support/finance-records.ts';
import { AUTHOR, type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { renewRates } from './kept-rates.ts';
import { supplyReferenceRates } from './supply-reference-rates.commands.ts';

// It is the first of February 2026 in the company; a dollar is 0.5 € in 2025 and 0.8 € in 2026.
let company: LocalCompany;
let asked: string[] = [];
const settings = z.parse(companySettingsSchema, {});
const DAYS = Array.from({ length: 24 }, (_, n) => `${String((n >> 1) + 1).padStart(2, '0')}-${n % 2 === 0 ? '01' : '28'}`);
const sent = (year: number) => ({
  year,
  source: 'ecb',
  version: `${year}-12-31`,
  days: DAYS,
  rates: { USD: { places: 2, steps: DAYS.map((_, n) => (n > 0 ? 0 : year === 2025 ? 200 : 125)) } },
});
beforeEach(async () => {
  company = await localCompany();
  asked = [];
  const { db, ctx } = company;
  await insertRecord(db, 'companies', { ...newRecord(ctx), id: ctx.companyId, name: 'Ours', logo_path: null, settings, bank_accounts: [] });
});
afterEach(() => company.stop());

const supply = (ctx = company.ctx) =>
  supplyReferenceRates(
    company.db,
    (db, day) => {
      asked.push(day);
      return renewRates(
        { device: db.device, read: async (year) => sent(year), now: () => new Date(), isOnline: () => true, locks: undefined },
        day,
      );
    },
    ctx,
  );

function invoice(more: Partial<Invoice> = {}) {
  const draft = draftInvoice(newRecord(company.ctx), emptyInvoiceInput({ settings }, null, '2026-01-10'), AUTHOR);
  const days = { issue_date: '2026-01-10', tax_point: '2026-01-10' };
  const issued = { status: 'issued', number: `INV-${company.ctx.newId()}`, currency: 'USD', gross_total: 100, ...days } as const;
  return insertRecord(company.db, 'invoices', { ...draft, ...issued, ...more });
}
const expense = (more: Partial<Expense> = {}) =>
  insertRecord(
    company.db,
    'expenses',
    expenseOf({
      ...newRecord(company.ctx),
      status: 'approved',
      currency: 'USD',
      amount: 10,
      tax_amount: 0,
      expense_date: '2025-06-03',
      ...more,
    }),
  );
const payment = (more: Partial<Payment> = {}) =>
  insertRecord(
    company.db,
    'payments',
    paymentOf({ ...newRecord(company.ctx), currency: 'USD', amount: 40, payment_date: '2026-01-20', ...more }),
  );

const worth = async () => {
  const { invoices, expenses, payments } = await bookedDocuments(company.db);
  return [...invoices, ...expenses, ...payments].map(({ id, exchange }) => [id, exchange?.amount ?? null]);
};

test('every booked document without a rate gets the one of its own day, once', async () => {
  const [sale, cost] = [await invoice(), await expense()];
  const money = await payment({ invoice_id: sale.id });
  expect(await supply()).toEqual({ supplied: 3, closed: 0, unknown: 0 });
  expect(new Map((await worth()) as [string, number][])).toEqual(
    new Map([
      [sale.id, 80],
      [cost.id, 5],
      [money.id, 32],
    ]),
  );
  expect(await supply()).toEqual({ supplied: 0, closed: 0, unknown: 0 });
});

test('what is in the currency of the books, has its rate, is not booked yet or was taken back stays as it is', async () => {
  await invoice({ currency: 'EUR' });
  await invoice({ status: 'draft', number: null });
  await invoice({ status: 'cancelled' });
  await invoice({ document_type: 'cancellation' });
  await expense({ status: 'pending' });
  const entered = { currency: 'EUR', rate: '2', day: '2025-06-03', source: 'manual', version: '', amount: 20 } as const;
  await expense({ exchange: entered });
  const taken = await expense();
  await expense({ amount: -10, reverses_expense_id: taken.id });
  const bounced = await payment();
  await payment({ amount: -40, reverses_payment_id: bounced.id });
  const before = await worth();
  expect(await supply()).toEqual({ supplied: 0, closed: 0, unknown: 0 });
  expect(await worth()).toEqual(before);
});

test('a document of which one month is closed is counted and left alone', async () => {
  const { db, ctx } = company;
  await invoice({ issue_date: '2026-02-01', tax_point: '2026-01-31' });
  await invoice({ issue_date: '2026-01-31', tax_point: '2026-02-01' });
  await expense({ expense_date: '2025-12-30', booked_on: '2026-01-02' });
  await expense({ expense_date: '2025-12-30', is_reimbursable: false, paid_on: '2026-01-02' });
  await payment();
  await payment({ payment_date: '2025-12-20', tax_point: '2026-01-31' });
  const open = await payment({ payment_date: '2026-02-01', tax_point: '2026-01-31' });
  await closePeriod(db, '2026-01-01', ctx);
  expect(await supply()).toEqual({ supplied: 1, closed: 6, unknown: 0 });
  expect((await worth()).filter(([, amount]) => amount !== null)).toEqual([[open.id, 32]]);
});

test('a currency that has no rate is counted; rates are asked for once a month of documents', async () => {
  await expense({ currency: 'XAF' });
  await expense({ expense_date: '2025-06-30' });
  await expense({ expense_date: '2025-07-01' });
  expect(await supply()).toEqual({ supplied: 2, closed: 0, unknown: 1 });
  expect(asked).toEqual(['2025-06-01', '2025-07-01']);
});

test('nobody supplies a rate to what they may not change, and what changes meanwhile is left to the next time', async () => {
  const { db } = company;
  const [cost, sale] = [await expense(), await invoice()];
  expect(await supply(company.as(AUTHOR, 'invoices.update', 'expenses.view'))).toEqual({ supplied: 1, closed: 0, unknown: 0 });
  expect(await worth()).toEqual([
    [sale.id, 80],
    [cost.id, null],
  ]);
  const changing = supplyReferenceRates(
    db,
    async () => void (await changeRecord(db, 'expenses', cost.id, (current) => ({ ...current, description: 'Changed' }))),
    company.ctx,
  );
  expect((await changing).supplied).toBe(0);
  expect(await firstValueFrom(db.collections.expenses.findOne(cost.id).$)).toMatchObject({ description: 'Changed', exchange: null });
});
