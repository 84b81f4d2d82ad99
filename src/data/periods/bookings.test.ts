import { firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { newRecord } from '#data/core/command-context.ts';
import { changeRecord, insertRecord } from '#data/core/write.ts';
import { approveExpense, deleteExpense, notePaymentDate, reopenExpense, reverseExpense } from '#data/expenses/expenses.commands.ts';
import { watchReversalOf } from '#data/expenses/expenses.queries.ts';
import { deletePayment, editPayment, recordPayment, reversePayment } from '#data/payments/payments.commands.ts';
import { watchPaymentsOf } from '#data/payments/payments.queries.ts';
import { type CompanySettings, companySettingsSchema } from '#domain/companies/company-settings.ts';
import { draftInvoice, emptyInvoiceInput } from '#domain/invoices/invoice-draft.ts';
import { expenseCells } from '#domain/reports/expense-cells.ts';
import { paymentCells } from '#domain/reports/payment-cells.ts';
import { paidTotal } from '#domain/payments/payment-state.ts';
import { AUTHOR, COLLEAGUE, type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { expenseOf, paymentOf } from '#tests/support/finance-records.ts';
import { closePeriod, reopenPeriod } from './periods.commands.ts';
import { watchPeriods } from './periods.queries.ts';

// It is the first of February in the company.
let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
  for (const user_id of [AUTHOR, COLLEAGUE]) {
    const member = { user_id, is_owner: false, is_admin: false, display_name: '', email: '', keys: [] };
    await insertRecord(company.db, 'members', { ...newRecord(company.ctx), ...member });
  }
});
afterEach(() => company.stop());

const JANUARY = '2026-01-01';
const close = (month = JANUARY) => closePeriod(company.db, month, company.ctx);
async function expense(more: Parameters<typeof expenseOf>[0] = {}) {
  const record = expenseOf({ ...newRecord(company.ctx), created_by: COLLEAGUE, expense_date: '2026-01-30', ...more });
  return insertRecord(company.db, 'expenses', record);
}
const approved = () => expense({ status: 'approved', booked_at: '2026-01-30T10:00:00Z' });
const reversal = { day: '2026-02-01', reason: 'Wrong company' };

async function payment() {
  const { db, ctx } = company;
  const settings = z.parse(companySettingsSchema, {});
  const draft = draftInvoice(newRecord(ctx), emptyInvoiceInput({ settings }, null, '2026-01-10'), AUTHOR);
  const invoice = await insertRecord(db, 'invoices', { ...draft, status: 'issued', number: 'INV-1', gross_total: 119, currency: 'EUR' });
  return insertRecord(db, 'payments', paymentOf({ ...newRecord(ctx), invoice_id: invoice.id, amount: 119, payment_date: '2026-01-30' }));
}
async function withWindow(correction_window: string) {
  const { db, ctx } = company;
  const settings: CompanySettings = z.parse(companySettingsSchema, { bookkeeping: { correction_window } });
  const record = { ...newRecord(ctx), id: ctx.companyId, name: 'Ours', logo_path: null, settings, bank_accounts: [] };
  await insertRecord(db, 'companies', record);
}

test('a month that is over is closed once, by who may, and opened by an owner who says why', async () => {
  const { db, ctx } = company;
  await expect(closePeriod(db, JANUARY, company.as(AUTHOR, 'expenses.approve'))).rejects.toMatchObject({ code: 'not_allowed' });
  await expect(close('2026-02-01')).rejects.toMatchObject({ code: 'invalid_transition' });
  const { id } = await close();
  await expect(reopenPeriod(db, { id, reason: 'Typo' }, ctx)).rejects.toMatchObject({ code: 'not_allowed' });
  const owner = { ...ctx, access: { ...ctx.access, isOwner: true } };
  await expect(reopenPeriod(db, { id, reason: ' ' }, owner)).rejects.toMatchObject({ code: 'invalid_input' });
  expect(await reopenPeriod(db, { id, reason: ' Typo ' }, owner)).toMatchObject({ is_closed: false, reason: 'Typo' });
  expect((await close()).id).toBe(id);
  expect(await firstValueFrom(watchPeriods(db))).toMatchObject([{ month: JANUARY, is_closed: true, reason: '' }]);
});

test('in a closed month nothing is approved, reopened, paid or moved, and no payment comes, changes or goes', async () => {
  const { db, ctx } = company;
  const [pending, booked, money] = [await expense(), await approved(), await payment()];
  const paidIn = await expense({ status: 'approved', is_reimbursable: false, paid_on: '2026-01-31', expense_date: '2026-02-01' });
  const free = await expense({ status: 'approved', is_reimbursable: false });
  await close();
  const { invoice_id, currency, method, reference, notes } = money;
  const input = { invoice_id, currency, method, reference, notes, amount: 20, payment_date: '2026-02-01' };
  const refused = [
    () => approveExpense(db, { seen: pending }, ctx),
    () => reopenExpense(db, { seen: booked, reason: 'Typo' }, ctx),
    () => notePaymentDate(db, { seen: paidIn, day: '2026-02-02' }, ctx),
    () => notePaymentDate(db, { seen: free, day: '2026-01-31' }, ctx),
    () => reverseExpense(db, { seen: booked, ...reversal, day: '2026-01-31' }, ctx),
    () => recordPayment(db, { ...input, payment_date: '2026-01-31' }, ctx),
    () => editPayment(db, { id: money.id, input }, ctx),
    () => deletePayment(db, { seen: money, reason: 'Typo' }, ctx),
    () => reversePayment(db, { seen: money, day: '2026-01-31', reason: 'Bounced' }, ctx),
  ];
  for (const each of refused) await expect(each()).rejects.toMatchObject({ code: 'period_closed' });
  const later = await recordPayment(db, input, ctx);
  // Nor is one of an open month moved into it.
  await expect(editPayment(db, { id: later.id, input: { ...input, payment_date: '2026-01-31' } }, ctx)).rejects.toMatchObject({
    code: 'period_closed',
  });
});

test('a booked expense is deleted by nobody and reversed once; together they are nothing', async () => {
  const { db, ctx } = company;
  const booked = await approved();
  await expect(deleteExpense(db, booked.id, ctx)).rejects.toMatchObject({ code: 'booked' });
  expect(await firstValueFrom(watchReversalOf(db, booked.id))).toBeNull();
  const made = await reverseExpense(db, { seen: booked, ...reversal }, ctx);
  expect([made.amount + booked.amount, made.status, made.reverses_expense_id]).toEqual([0, 'approved', booked.id]);
  expect((await firstValueFrom(watchReversalOf(db, booked.id)))?.id).toBe(made.id);
  for (const seen of [booked, made])
    await expect(reverseExpense(db, { seen, ...reversal }, ctx)).rejects.toMatchObject({ code: 'reversed' });
  await expect(reopenExpense(db, { seen: booked, reason: 'Typo' }, ctx)).rejects.toMatchObject({ code: 'reversed' });
  await expect(deleteExpense(db, made.id, ctx)).rejects.toMatchObject({ code: 'booked' });
});

test('a reversal is of the expense as it was shown, says why, and has a day', async () => {
  const { db, ctx } = company;
  const booked = await approved();
  await expect(reverseExpense(db, { seen: booked, ...reversal, reason: ' ' }, ctx)).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(reverseExpense(db, { seen: booked, ...reversal, day: '31.1.' }, ctx)).rejects.toMatchObject({ code: 'invalid_input' });
  await changeRecord(db, 'expenses', booked.id, (current) => ({ ...current, status: 'reimbursed', paid_on: '2026-02-01' }));
  await expect(reverseExpense(db, { seen: booked, ...reversal }, ctx)).rejects.toMatchObject({ code: 'conflict' });
  // When it was decided is the server's to say.
  const other = await approved();
  const at = '2026-01-30T10:00:01Z';
  await changeRecord(db, 'expenses', other.id, (current) => ({ ...current, decided_at: at, booked_at: at }));
  expect((await reverseExpense(db, { seen: other, ...reversal }, ctx)).reverses_expense_id).toBe(other.id);
});

test('a payment is reversed once, after which the invoice is open again, and neither half changes', async () => {
  const { db, ctx } = company;
  const money = await payment();
  await expect(reversePayment(db, { seen: money, day: '2026-02-01', reason: ' ' }, ctx)).rejects.toMatchObject({ code: 'invalid_input' });
  for (const key of ['payments.create', 'payments.update'] as const)
    await expect(reversePayment(db, { seen: money, day: '2026-02-01', reason: 'Bounced' }, company.as(AUTHOR, key))).rejects.toMatchObject({
      code: 'not_allowed',
    });
  const made = await reversePayment(db, { seen: money, day: '2026-02-01', reason: ' Bounced ' }, ctx);
  expect(made).toMatchObject({ amount: -119, payment_date: '2026-02-01', reversal_reason: 'Bounced', reverses_payment_id: money.id });
  expect(paidTotal(await firstValueFrom(watchPaymentsOf(db, money.invoice_id)), 'EUR')).toBe(0);
  for (const seen of [money, made]) {
    await expect(deletePayment(db, { seen, reason: 'Typo' }, ctx)).rejects.toMatchObject({ code: 'reversed' });
    await expect(reversePayment(db, { seen, day: '2026-02-01', reason: 'Bounced' }, ctx)).rejects.toMatchObject({ code: 'reversed' });
  }
});

test('where the company gives no days, a payment and an approval stay as they are from the start', async () => {
  const { db, ctx } = company;
  await withWindow('0');
  const [booked, money] = [await approved(), await payment()];
  await expect(reopenExpense(db, { seen: booked, reason: 'Typo' }, ctx)).rejects.toMatchObject({ code: 'booked' });
  await expect(deletePayment(db, { seen: money, reason: 'Typo' }, ctx)).rejects.toMatchObject({ code: 'booked' });
});

test('what comes late for a closed month is booked in an open one and keeps its own day', async () => {
  const { db, ctx } = company;
  const [pending, later] = [await expense(), await expense({ expense_date: '2026-02-01', paid_on: '2026-01-31', is_reimbursable: false })];
  const money = await payment();
  await close();
  await expect(approveExpense(db, { seen: pending, bookedOn: '2026-01-31' }, ctx)).rejects.toMatchObject({ code: 'period_closed' });
  await expect(approveExpense(db, { seen: pending, bookedOn: 'soon' }, ctx)).rejects.toMatchObject({ code: 'invalid_input' });
  // Its money went in the closed month: both count on the day that is chosen.
  await expect(approveExpense(db, { seen: later }, ctx)).rejects.toMatchObject({ code: 'period_closed' });
  const [made, paid] = [
    await approveExpense(db, { seen: pending, bookedOn: '2026-02-01' }, ctx),
    await approveExpense(db, { seen: later, bookedOn: '2026-02-01' }, ctx),
  ];
  expect([made.expense_date, made.booked_on]).toEqual(['2026-01-30', '2026-02-01']);
  expect(new Set(expenseCells(paid).map(({ month }) => month))).toEqual(new Set(['2026-02']));
  // It is in February now, which is open: an approval that is taken back takes the day with it.
  expect(await reopenExpense(db, { seen: made, reason: 'Typo' }, ctx)).toMatchObject({ booked_on: null });
  const { invoice_id, currency, method, reference, notes } = money;
  const input = { invoice_id, currency, method, reference, notes, amount: 20, payment_date: '2026-01-31' };
  const recorded = await recordPayment(db, { ...input, booked_on: '2026-02-01' }, ctx);
  expect(paymentCells(recorded).map(({ month }) => month)).toEqual(['2026-02']);
  expect(await editPayment(db, { id: recorded.id, input: { ...input, amount: 30, booked_on: '2026-02-01' } }, ctx)).toMatchObject({
    amount: 30,
  });
});
