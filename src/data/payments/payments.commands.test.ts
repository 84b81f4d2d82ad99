import { createEntry, deleteEntry } from '#data/directory/directory.commands.ts';
import { firstValueFrom } from 'rxjs';
import { filter as filterStream } from 'rxjs/operators';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { newRecord } from '#data/core/command-context.ts';
import { insertRecord } from '#data/core/write.ts';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import { emptyCustomerInput } from '#domain/customers/customer.ts';
import { draftInvoice, emptyInvoiceInput } from '#domain/invoices/invoice-draft.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { EVERY_PAYMENT, type PaymentFilter } from '#domain/payments/payment-filter.ts';
import { openAmount, paidTotal } from '#domain/payments/payment-state.ts';
import type { PaymentInput } from '#domain/payments/payment.ts';
import { AUTHOR, justBefore, type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { deletePayment, editPayment, keepPaymentAsSeparate, recordPayment } from './payments.commands.ts';
import { watchAwaitingInvoices, watchOpenDoubles, watchPayments, watchPaymentsOf } from './payments.queries.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(() => company.stop());

const settings = z.parse(companySettingsSchema, {});

async function issuedInvoice(values: Partial<Invoice> = {}): Promise<Invoice> {
  const { db, ctx } = company;
  const draft = draftInvoice(newRecord(ctx), emptyInvoiceInput({ settings }, null, '2026-01-10'), AUTHOR);
  const issued = { status: 'issued', number: 'INV-2026-7', issue_date: '2026-01-10', due_date: '2026-01-24', gross_total: 119 } as const;
  return insertRecord(db, 'invoices', { ...draft, ...issued, payment_status: 'unpaid', ...values });
}
const moneyFor = (invoice: Invoice, values: Partial<PaymentInput> = {}): PaymentInput => ({
  invoice_id: invoice.id,
  amount: 119,
  currency: 'EUR',
  payment_date: '2026-01-30',
  method: 'bank_transfer',
  reference: '',
  notes: '',
  ...values,
});
const list = async (part: Partial<PaymentFilter> = {}) => {
  const found$ = watchPayments(company.db, { filter: { ...EVERY_PAYMENT, ...part }, limit: 10 });
  return (await firstValueFrom(found$.pipe(filterStream((found) => !found.isSearching)))).rows;
};

test('a part payment leaves the rest open, before any sync', async () => {
  const invoice = await issuedInvoice();
  await recordPayment(company.db, moneyFor(invoice, { amount: 19.9 }), company.ctx);
  await recordPayment(company.db, moneyFor(invoice, { amount: 50 }), company.ctx);
  const payments = await firstValueFrom(watchPaymentsOf(company.db, invoice.id));
  expect(openAmount(invoice.gross_total, paidTotal(payments, 'EUR'), 'EUR')).toBe(49.1);
});

test('a draft takes no payment, and nobody pays in another currency', async () => {
  const draft = await issuedInvoice({ status: 'draft', number: null });
  await expect(recordPayment(company.db, moneyFor(draft), company.ctx)).rejects.toMatchObject({ code: 'invalid_transition' });
  const invoice = await issuedInvoice();
  await expect(recordPayment(company.db, moneyFor(invoice, { currency: 'USD' }), company.ctx)).rejects.toMatchObject({
    code: 'invalid_input',
    data: { issues: [{ path: 'currency' }] },
  });
  await expect(recordPayment(company.db, moneyFor(invoice, { amount: 0 }), company.ctx)).rejects.toMatchObject({ code: 'invalid_input' });
});

test('without the right no payment is recorded, changed or deleted', async () => {
  const invoice = await issuedInvoice();
  const payment = await recordPayment(company.db, moneyFor(invoice), company.ctx);
  const viewer = company.as(AUTHOR, 'payments.view', 'invoices.update');
  await expect(recordPayment(company.db, moneyFor(invoice), viewer)).rejects.toMatchObject({ code: 'not_allowed' });
  await expect(editPayment(company.db, { id: payment.id, input: moneyFor(invoice) }, viewer)).rejects.toMatchObject({
    code: 'not_allowed',
  });
  await expect(deletePayment(company.db, { seen: payment, reason: 'x' }, viewer)).rejects.toMatchObject({ code: 'not_allowed' });
});

test('a payment is not deleted without a reason, and the reason stays in the history of the invoice', async () => {
  const invoice = await issuedInvoice();
  const payment = await recordPayment(company.db, moneyFor(invoice), company.ctx);
  await expect(deletePayment(company.db, { seen: payment, reason: '  ' }, company.ctx)).rejects.toMatchObject({ code: 'invalid_input' });
  await deletePayment(company.db, { seen: payment, reason: 'Booked twice' }, company.ctx);
  expect(await firstValueFrom(watchPaymentsOf(company.db, invoice.id))).toEqual([]);
  const [entry] = await company.db.collections.activity_log.find().exec();
  expect(entry?.toMutableJSON()).toMatchObject({
    type: 'payment_deleted',
    entity_type: 'invoices',
    entity_id: invoice.id,
    entity_label: 'INV-2026-7',
    changes: { reason: [null, 'Booked twice'], amount: [119, null] },
  });
  await expect(deletePayment(company.db, { seen: payment, reason: 'Booked twice' }, company.ctx)).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('[SYNC-1] a payment that could not be deleted is not told as deleted in the history', async () => {
  const { db, ctx } = company;
  const payment = await recordPayment(db, moneyFor(await issuedInvoice()), ctx);
  db.collections.payments.storageInstance.bulkWrite = () => Promise.reject(new Error('no room left'));
  await expect(deletePayment(db, { seen: payment, reason: 'Typo' }, ctx)).rejects.toMatchObject({ code: 'storage_failed' });
  expect([
    await db.collections.activity_log.find().exec(),
    (await db.device.outbox.toArray()).filter(({ collection }) => collection === 'activity_log').length,
  ]).toEqual([[], 0]);
});

test('[SYNC-28] a payment that changes while it is being deleted stays, with nothing in the history', async () => {
  const { db, ctx } = company;
  const invoice = await issuedInvoice();
  const payment = await recordPayment(db, moneyFor(invoice), ctx);
  const slow = justBefore(db, () => editPayment(db, { id: payment.id, input: moneyFor(invoice, { amount: 20 }) }, ctx));
  await expect(deletePayment(slow, { seen: payment, reason: 'Typo' }, ctx)).rejects.toMatchObject({ code: 'conflict' });
  expect(await db.collections.activity_log.find().exec()).toEqual([]);
});

test('the list joins number and customer of the invoice, and finds by them', async () => {
  const invoice = await issuedInvoice({ buyer: { name: 'Hafenkontor Müller' } as Invoice['buyer'] });
  await recordPayment(company.db, moneyFor(invoice), company.ctx);
  await recordPayment(company.db, moneyFor(await issuedInvoice({ number: 'INV-2026-8' }), { method: 'cash' }), company.ctx);
  expect(new Set((await list()).map(({ invoice: joined }) => joined?.number))).toEqual(new Set(['INV-2026-7', 'INV-2026-8']));
  expect((await list({ text: 'muller' })).map(({ invoice: joined }) => joined?.number)).toEqual(['INV-2026-7']);
  expect((await list({ method: 'cash' })).map(({ invoice: joined }) => joined?.number)).toEqual(['INV-2026-8']);
});

test('the list is in the order asked for, within its days', async () => {
  const invoice = await issuedInvoice();
  for (const [day, amount] of [
    ['2026-01-12', 5],
    ['2026-01-14', 3],
    ['2026-01-13', 9],
  ] as const)
    await recordPayment(company.db, moneyFor(invoice, { payment_date: day, amount }), company.ctx);
  const amounts = async (part: Partial<PaymentFilter>) => (await list(part)).map(({ payment }) => payment.amount);
  expect(await amounts({})).toEqual([3, 9, 5]);
  expect(await amounts({ sort: 'highest' })).toEqual([9, 5, 3]);
  expect(await amounts({ from: '2026-01-13', to: '2026-01-13' })).toEqual([9]);
});

test('only issued invoices that expect money are offered, the longest due first', async () => {
  await issuedInvoice({ number: 'B', due_date: '2026-02-02' });
  await issuedInvoice({ number: 'A', due_date: '2026-02-01', payment_status: 'partially_paid' });
  await issuedInvoice({ number: 'paid', payment_status: 'paid' });
  await issuedInvoice({ number: 'cancelled', status: 'cancelled' });
  await issuedInvoice({ number: 'cancellation', document_type: 'cancellation' });
  expect((await firstValueFrom(watchAwaitingInvoices(company.db, { today: company.ctx.today() }))).map(({ number }) => number)).toEqual([
    'A',
    'B',
  ]);
});

test('a customer with an invoice is not deleted', async () => {
  const customer = await createEntry(
    company.db,
    'customers',
    { ...emptyCustomerInput({ settings }, { language: 'de' }), name: 'Hafenkontor' },
    company.ctx,
  );
  await issuedInvoice({ customer_id: customer.id });
  await expect(deleteEntry(company.db, 'customers', customer.id, company.ctx)).rejects.toMatchObject({ code: 'in_use' });
});

test('[SYNC-46] a payment recorded on two devices is asked about, and the answer travels with it', async () => {
  const invoice = await issuedInvoice();
  await recordPayment(company.db, moneyFor(invoice), company.ctx);
  const twin = await recordPayment(company.db, moneyFor(invoice), company.ctx);
  const asked = async () => (await firstValueFrom(watchOpenDoubles(company.db))).map(({ payment }) => payment.id);
  expect(await asked()).toEqual([twin.id]);
  await expect(keepPaymentAsSeparate(company.db, twin, company.as(AUTHOR, 'payments.create'))).rejects.toMatchObject({
    code: 'not_allowed',
  });
  await keepPaymentAsSeparate(company.db, twin, company.ctx);
  expect(await asked()).toEqual([]);
  expect(await company.db.device.outbox.get(`payments:${twin.id}`)).toMatchObject({ mine: { is_separate: true } });
});

test('[SYNC-28] a payment that changed since it was shown is neither called separate nor deleted', async () => {
  const { db, ctx } = company;
  const invoice = await issuedInvoice();
  const before = await recordPayment(db, moneyFor(invoice), ctx);
  await editPayment(db, { id: before.id, input: moneyFor(invoice, { payment_date: '2026-01-12' }) }, ctx);
  await expect(keepPaymentAsSeparate(db, before, ctx)).rejects.toMatchObject({ code: 'conflict' });
  await expect(deletePayment(db, { seen: before, reason: 'Booked twice' }, ctx)).rejects.toMatchObject({ code: 'conflict' });
  expect(await db.collections.activity_log.count().exec()).toBe(0);
});

test('[SYNC-46] who was asked at the entry and recorded it anyway is not asked again', async () => {
  const invoice = await issuedInvoice();
  await recordPayment(company.db, moneyFor(invoice), company.ctx);
  await recordPayment(company.db, { ...moneyFor(invoice), is_separate: true }, company.ctx);
  expect(await firstValueFrom(watchOpenDoubles(company.db))).toEqual([]);
});
