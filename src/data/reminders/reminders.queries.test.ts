import { filter, firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { newRecord } from '#data/core/command-context.ts';
import { writeStored } from '#data/core/stored.ts';
import { insertRecord } from '#data/core/write.ts';
import { createEntry, editEntry } from '#data/directory/directory.commands.ts';
import { mailRound } from '#data/mail-queue/mail-round.ts';
import { queueMail, takeBackMail } from '#data/mail/waiting-mails.ts';
import { type CompanySettings, companySettingsSchema } from '#domain/companies/company-settings.ts';
import { type Customer, customerInputSchema, emptyCustomerInput } from '#domain/customers/customer.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import type { Payment } from '#domain/payments/payment.ts';
import { type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { registry } from '#domain/registry.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { type Reminders, watchReminders } from './reminders.queries.ts';

const TODAY = '2026-02-01';
let company: LocalCompany;
let customer: Customer;
beforeEach(async () => {
  company = await localCompany();
  const settings = z.parse(companySettingsSchema, {});
  customer = await createEntry(
    company.db,
    'customers',
    { ...emptyCustomerInput({ settings }, { language: 'de' }), name: 'Küste' },
    company.ctx,
  );
});
afterEach(() => company.stop());

let made = 0;
/** An issued invoice over 119, due on 10 January, as the server sent it. */
async function owed(change: Partial<Invoice> = {}): Promise<Invoice> {
  made += 1;
  const blank = Object.fromEntries(Object.keys(registry.invoices.schema.shape).map((field) => [field, null]));
  const record = {
    ...blank,
    ...newRecord(company.ctx),
    number: `INV-${made}`,
    document_type: 'invoice',
    status: 'issued',
    delivery: 'sent',
    customer_id: customer.id,
    issue_date: '2025-12-27',
    due_date: '2026-01-10',
    due_days: 14,
    currency: 'EUR',
    language: 'de',
    tax_mode: 'standard',
    gross_total: 119,
    net_total: 100,
    tax_total: 19,
    paid_total: 0,
    payment_status: 'unpaid',
    items: [],
    tax_breakdown: [],
    corrections: [],
    reminder_level: 0,
    reminder_hold: '',
    ...change,
  };
  return (await insertRecord(company.db, 'invoices', record as unknown as Invoice)) as Invoice;
}
const received = (invoice: Invoice, amount: number, payment_date: string) => {
  const blank = Object.fromEntries(Object.keys(registry.payments.schema.shape).map((field) => [field, null]));
  const record = {
    ...blank,
    ...newRecord(company.ctx),
    invoice_id: invoice.id,
    amount,
    currency: 'EUR',
    payment_date,
    method: 'cash',
    reference: '',
    notes: '',
  };
  return insertRecord(company.db, 'payments', record as unknown as Payment);
};
const RATES = { interest: true, base_rates: [{ from: '2025-07-01', rate: 1 }], consumer_points: 9 };
const settingsWith = (reminders: object = {}): CompanySettings => z.parse(companySettingsSchema, { reminders });

/** What is seen once it is as expected; each of these tests waits for what it names. */
const seen = (isIt: (reminders: Reminders) => boolean, reminders: object = {}) =>
  firstValueFrom(watchReminders(company.db, { settings: settingsWith(reminders), today: TODAY }).pipe(filter(isIt)));
const numbers = ({ due }: Reminders) => due.map(({ invoice }) => invoice.number);

test('what is overdue long enough is due, the oldest first; what is paid, not yet due or cancelled is not', async () => {
  const late = await owed({ due_date: '2026-01-20', issue_date: '2026-01-06' });
  const later = await owed({ due_date: '2026-01-05' });
  await owed({ due_date: '2026-01-31' });
  await owed({ paid_total: 119, payment_status: 'paid' });
  await owed({ status: 'cancelled' });
  const reminders = await seen(({ due }) => due.length === 2);
  expect(numbers(reminders)).toEqual([later.number, late.number]);
  expect(reminders.due[0]?.proposal).toMatchObject({ level: 1, open: 119, interest: 0 });
});

test('one that waits on this device is not proposed again, and comes back when it is taken back', async () => {
  const invoice = await owed();
  const mail = { channel: 'mail', to: ['a@b.example'], cc: [], subject: 'x', body: 'y', open: 119, attachments: [] } as const;
  const reminder = { open: 119, fee: 0, interest: 0, flat_fee: 0, due: '2026-02-08' };
  const common = { ...mail, to: [...mail.to], cc: [], attachments: [], invoice_id: invoice.id, number: invoice.number ?? '' };
  // Another mail of it doesn't stand in the way.
  await queueMail(company.db, { ...common, kind: 'overdue', level: null, reminder: null }, company.ctx);
  expect(numbers(await seen(({ due }) => due.length === 1))).toEqual([invoice.number]);
  const id = await queueMail(company.db, { ...common, kind: 'reminder', level: 1, reminder }, company.ctx);
  expect(await seen(({ queued }) => queued.length === 1)).toMatchObject({ due: [], queued: [{ id, level: 1 }] });
  await takeBackMail(company.db, id);
  expect(numbers(await seen(({ due }) => due.length === 1))).toEqual([invoice.number]);
});

test('one that has left is not proposed again before its invoice says so, at no moment in between; the next level is', async () => {
  const [invoice, other] = [await owed(), await owed({ due_date: '2026-01-11' })];
  const reminder = { open: 119, fee: 0, interest: 0, flat_fee: 0, due: '2026-02-08' };
  const shared = { channel: 'mail', kind: 'reminder', level: 1, cc: [], subject: 'x', body: 'y', open: 119, reminder } as const;
  const mail = { ...shared, cc: [], to: ['a@b.example'], attachments: [], invoice_id: invoice.id, number: invoice.number ?? '' };
  await company.db.device.outbox.clear(); // the server knows the invoices
  await queueMail(company.db, mail, company.ctx);
  const looked: (string | null)[][] = [];
  await seen(({ queued }) => queued.length === 1);
  const watching = watchReminders(company.db, { settings: settingsWith(), today: TODAY }).subscribe((found) => looked.push(numbers(found)));
  await vi.waitFor(() => expect(looked).not.toHaveLength(0)); // while it still waits
  const send = async () => ({ kind: 'sent' }) as const;
  const parts = { db: company.db, send, clock: systemClock, random: () => 0.5, isOnline: () => true, onLeft: () => undefined };
  const round = () => mailRound(parts, () => false, false);
  await round();
  expect(numbers(await seen(({ queued }) => queued.length === 0))).toEqual([other.number]);
  await round(); // the note is kept as long as the invoice does not say it
  await vi.waitFor(() => expect(looked.length).toBeGreaterThan(1));
  watching.unsubscribe();
  expect(looked.flat()).not.toContain(invoice.number);
  const told = { ...invoice, reminder_level: 1, reminded_on: '2026-01-20', rev: 'srv-1' };
  await writeStored(company.db, 'invoices', new Map([[invoice.id, told as Invoice]]));
  const { due } = await seen((found) => found.due.length === 2);
  expect(due.map((each) => [each.invoice.number, each.proposal.level])).toEqual([
    [invoice.number, 2],
    [other.number, 1],
  ]);
  await round();
  expect(await company.db.device.meta.where(':id').startsWith('left-reminder:').count()).toBe(0);
});

test('an invoice or a whole customer that is held back is listed with the reason instead', async () => {
  const disputed = await owed({ reminder_hold: 'Disputed' });
  const other = await owed();
  const before = await seen(({ due }) => due.length === 1);
  expect(before.held).toMatchObject([{ invoice: { id: disputed.id }, reason: 'Disputed', isCustomers: false }]);
  const opened = z.parse(customerInputSchema, customer);
  await editEntry(
    company.db,
    'customers',
    { id: customer.id, opened, input: { ...opened, reminder_hold: 'We settle in spring' } },
    company.ctx,
  );
  const after = await seen(({ held }) => held.length === 2);
  expect(after.due).toEqual([]);
  expect(new Map(after.held.map(({ invoice, reason, isCustomers }) => [invoice.number, [reason, isCustomers]]))).toEqual(
    new Map([
      [disputed.number, ['Disputed', false]],
      [other.number, ['We settle in spring', true]],
    ]),
  );
});

test('interest knows when payments came in, also one that only this device has', async () => {
  const invoice = await owed({ gross_total: 1000 });
  const whole = await seen(({ due }) => due.length === 1, RATES);
  // 22 days of 1000 at 10 %
  expect(whole.due[0]?.proposal).toMatchObject({ open: 1000, interest: 6.03 });
  await received(invoice, 600, '2026-01-21');
  const part = await seen(({ due }) => due[0]?.proposal.open === 400 && due[0].proposal.interest > 2.42, RATES);
  // 11 days of 1000 and 11 of 400: 3.0137 + 1.2055
  expect(part.due[0]?.proposal).toMatchObject({ open: 400, interest: 4.22 });
});

test('what came in and went back again was not open meanwhile, although nothing of it is left', async () => {
  const invoice = await owed({ gross_total: 1000 });
  await received(invoice, 1000, '2026-01-15');
  await received(invoice, -1000, '2026-01-25');
  // 5 days of 1000 at 10 %, none for 10 days, and 7 more: 12 days
  const { due } = await seen(({ due: found }) => found.length === 1 && found[0]?.proposal.interest !== 6.03, RATES);
  expect(due[0]?.proposal).toMatchObject({ open: 1000, interest: 3.29 });
});

test('fees are asked for in their currency alone', async () => {
  await owed();
  await owed({ currency: 'CHF', due_date: '2026-01-11' });
  const fees = { first: { after_days: 7, fee: 5 }, fee_currency: 'CHF' };
  const { due } = await seen((reminders) => reminders.due.length === 2, fees);
  expect(due.map(({ invoice, proposal }) => [invoice.currency, proposal.fee])).toEqual([
    ['EUR', 0],
    ['CHF', 5],
  ]);
});
