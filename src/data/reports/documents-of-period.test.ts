import { firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { newRecord } from '#data/core/command-context.ts';
import { writeStored } from '#data/core/stored.ts';
import { watchLocalBalances } from '#data/invoices/local-balances.ts';
import { letGo } from '#data/mail-queue/left-mails.ts';
import { recordPayment } from '#data/payments/payments.commands.ts';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import { draftInvoice, emptyInvoiceInput } from '#domain/invoices/invoice-draft.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import type { Payment } from '#domain/payments/payment.ts';
import { openCells } from '#domain/reports/invoice-cells.ts';
import { AUTHOR, type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { watchOpenInvoices, watchOutstandingOn } from './documents-of-period.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(() => company.stop());

const settings = z.parse(companySettingsSchema, {});
const ISSUED = { status: 'issued', issue_date: '2026-01-10', due_date: '2026-01-24', gross_total: 119, payment_status: 'unpaid' } as const;
const invoice = (number: string, values: Partial<Invoice> = {}): Invoice => {
  const draft = draftInvoice(newRecord(company.ctx), emptyInvoiceInput({ settings }, null, '2026-01-10'), AUTHOR);
  return { ...draft, ...ISSUED, number, ...values };
};
const store = (...invoices: Invoice[]) => writeStored(company.db, 'invoices', new Map(invoices.map((each) => [each.id, each])));
const open = async () => (await firstValueFrom(watchOpenInvoices(company.db))).map(({ number, paid_total }) => `${number} ${paid_total}`);

test('every invoice that expects money is found once, however many there are', async () => {
  await store(...Array.from({ length: 2100 }, (_, place) => invoice(`${place}`)));
  const found = await open();
  expect([found.length, new Set(found).size]).toEqual([2100, 2100]);
});

test('drafts, paid, cancelled ones and cancellations expect nothing', async () => {
  const part = invoice('PART', { payment_status: 'partially_paid', paid_total: 19 });
  const draft = invoice('DRAFT', { status: 'draft', issue_date: null });
  const cancellation = invoice('CANCELS', { document_type: 'cancellation', gross_total: -119 });
  const paid = invoice('PAID', { payment_status: 'paid', paid_total: 119 });
  await store(invoice('OPEN'), part, draft, cancellation, paid, invoice('CANCELLED', { status: 'cancelled' }));
  expect((await open()).toSorted()).toEqual(['OPEN 0', 'PART 19']);
});

test('a payment that only this device knows counts', async () => {
  const paidHere = invoice('HERE');
  await store(paidHere, invoice('OPEN'));
  const payment = { invoice_id: paidHere.id, amount: 100, currency: 'EUR', payment_date: '2026-01-30', method: 'cash' } as const;
  await recordPayment(company.db, { ...payment, reference: '', notes: '' }, company.ctx);
  await vi.waitFor(async () => expect((await open()).toSorted()).toEqual(['HERE 100', 'OPEN 0']));
});

test('what was paid on this device expects nothing, nor does what its mail alone has made news', async () => {
  const [settled, credited] = [invoice('SETTLED'), invoice('CREDITED', { document_type: 'cancellation', gross_total: -119 })];
  await store(settled, credited, invoice('OPEN'));
  const payment = { invoice_id: settled.id, amount: 119, currency: 'EUR', payment_date: '2026-01-30', method: 'cash' } as const;
  await recordPayment(company.db, { ...payment, reference: '', notes: '' }, company.ctx);
  const { mails } = company.db.device;
  await mails.add({ id: 'm', company_id: company.ctx.companyId, invoice_id: credited.id, kind: 'cancellation' } as never);
  await letGo(company.db, (await mails.get('m'))!);
  const known = async () =>
    [...(await firstValueFrom(watchLocalBalances(company.db))).values()].map(({ number }) => `${number}`).toSorted();
  await vi.waitFor(async () => expect(await known()).toEqual(['CREDITED', 'SETTLED']));
  expect(await open()).toEqual(['OPEN 0']);
});

const paid = (invoice: Invoice, amount: number, on: string): Payment => ({
  ...newRecord(company.ctx),
  invoice_id: invoice.id,
  amount,
  currency: 'EUR',
  payment_date: on,
  booked_on: null,
  exchange: null,
  tax_point: null,
  tax_shares: [],
  method: 'cash',
  reference: '',
  is_separate: false,
  reverses_payment_id: null,
  reversal_reason: '',
  notes: '',
  created_by: AUTHOR,
});
const owedOn = async (day: string) =>
  (await firstValueFrom(watchOutstandingOn(company.db, day)))
    .flatMap((each) => openCells(each).map(({ values: [, owed] }) => `${each.number} ${owed}`))
    .toSorted();

test('what was owed on an earlier day is found again: paid since, cancelled since, not yet issued', async () => {
  const [open, part, settled] = [
    invoice('OPEN'),
    invoice('PART', { payment_status: 'partially_paid', paid_total: 19 }),
    invoice('SETTLED', { payment_status: 'paid', paid_total: 119 }),
  ];
  const cancellation = invoice('CANCELS', { document_type: 'cancellation', gross_total: -119, issue_date: '2026-02-20' });
  const cancelled = invoice('CANCELLED', { status: 'cancelled', cancelled_by_id: cancellation.id });
  await store(open, part, settled, cancelled, cancellation, invoice('LATER', { issue_date: '2026-02-16' }));
  const payments = [paid(part, 19, '2026-02-10'), paid(settled, 100, '2026-02-10'), paid(settled, 19, '2026-02-20')];
  await writeStored(company.db, 'payments', new Map(payments.map((each) => [each.id, each])));
  expect(await owedOn('2026-02-09')).toEqual(['CANCELLED 11900', 'OPEN 11900', 'PART 11900', 'SETTLED 11900']);
  expect(await owedOn('2026-02-15')).toEqual(['CANCELLED 11900', 'OPEN 11900', 'PART 10000', 'SETTLED 1900']);
  expect(await owedOn('2026-02-20')).toEqual(['LATER 11900', 'OPEN 11900', 'PART 10000']);
});

test('what was corrected since was owed before, also where nothing is left to pay or something goes back', async () => {
  const credit = (of: Invoice, gross_total: number) =>
    invoice(`C-${of.number}`, {
      document_type: 'correction',
      corrects_id: of.id,
      gross_total,
      issue_date: '2026-02-20',
      payment_status: 'paid',
    });
  const entry = (id: string, gross_total: number) => ({
    id,
    number: 'C',
    issue_date: '2026-02-20',
    net_total: gross_total,
    tax_total: 0,
    gross_total,
    tax_breakdown: [],
  });
  const plain = [invoice('WHOLE'), invoice('PARTLY', { paid_total: 19 })];
  const corrections = [credit(plain[0] as Invoice, -119), credit(plain[1] as Invoice, -110)];
  const taken = plain.map((each, n) => ({
    ...each,
    payment_status: n === 0 ? ('paid' as const) : ('overpaid' as const),
    corrections: [entry(corrections[n]?.id ?? '', corrections[n]?.gross_total ?? 0)] as unknown as Invoice['corrections'],
  }));
  await store(...taken, ...corrections);
  expect(await owedOn('2026-02-19')).toEqual(['PARTLY 10000', 'WHOLE 11900']);
  expect(await owedOn('2026-02-20')).toEqual([]);
});

test('a payment that only this device knows counts on an earlier day as well', async () => {
  const here = invoice('HERE');
  await store(here);
  const payment = { invoice_id: here.id, amount: 100, currency: 'EUR', payment_date: '2026-01-30', method: 'cash' } as const;
  await recordPayment(company.db, { ...payment, reference: '', notes: '' }, company.ctx);
  await vi.waitFor(async () => expect(await owedOn('2026-01-30')).toEqual(['HERE 1900']));
  expect(await owedOn('2026-01-29')).toEqual(['HERE 11900']);
});
