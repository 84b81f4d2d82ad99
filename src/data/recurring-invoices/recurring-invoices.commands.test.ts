import { firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newRecord } from '#data/core/command-context.ts';
import { insertRecord } from '#data/core/write.ts';
import { emptyCustomerInput } from '#domain/customers/customer.ts';
import { blankLine } from '#domain/invoices/invoice-form.ts';
import { draftInvoice } from '#domain/invoices/invoice-draft.ts';
import {
  recurringFromInvoice,
  type RecurringInvoiceFormValues,
  recurringInvoiceFormValues,
  recurringInvoiceInputOf,
} from '#domain/recurring-invoices/recurring-invoice-form.ts';
import type { RecurringInvoice, RecurringInvoiceInput } from '#domain/recurring-invoices/recurring-invoice.ts';
import type { FunctionAnswer } from '#platform/supabase/call-function.ts';
import { AUTHOR, changedElsewhere, type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { generateInvoiceNow, type Processed } from './generate-now.ts';
import { saveRecurringInvoice } from './recurring-invoice-drafts.ts';
import {
  createRecurringInvoice,
  editRecurringInvoice,
  pauseRecurringInvoice,
  requestInvoiceGeneration,
  resumeRecurringInvoice,
  withdrawInvoiceGeneration,
} from './recurring-invoices.commands.ts';
import { watchDueRecurringInvoices, watchGeneratedInvoices, watchRecurringInvoice } from './recurring-invoices.queries.ts';

const TAXED = { tax_rate: 19, tax_category: 'S', exemption_reason: null } as const;

let company: LocalCompany;
let customerId: string;
beforeEach(async () => {
  company = await localCompany();
  const input = emptyCustomerInput({ settings: SETTINGS } as never, { language: 'de' });
  ({ id: customerId } = await insertRecord(company.db, 'customers', { ...newRecord(company.ctx), ...input, name: 'Hafenkontor' }));
});
afterEach(() => company.stop());
const SETTINGS = { company_details: { address: { country: 'DE' } }, invoice_defaults: { default_currency: 'EUR', default_due_days: 14 } };

const invoiceInput = () => ({
  customer_id: customerId,
  due_days: 14,
  service_from: null,
  service_to: null,
  currency: 'EUR',
  language: 'de' as const,
  reference: '',
  notes: '',
  internal_notes: '',
  payment_terms: '',
  tax_mode: 'standard' as const,
  items: [],
});
const formOf = (part: Partial<RecurringInvoiceInput> = {}) => {
  const line = { ...blankLine(company.ctx.newId(), TAXED), description: 'Hosting', unit_price: 49 };
  const schedule = { auto_generate: true, lead_days: 0, generate_as: 'draft' } as const;
  const values = recurringFromInvoice(invoiceInput(), { schedule, today: '2026-02-01', newId: company.ctx.newId });
  return { head: { ...values.head, ...part }, lines: [line] };
};
const add = (part: Partial<RecurringInvoiceInput> = {}) =>
  createRecurringInvoice(company.db, { id: company.ctx.newId(), input: recurringInvoiceInputOf(formOf(part)) }, company.ctx);
const save = (values: RecurringInvoiceFormValues, recordId = company.ctx.newId()) =>
  saveRecurringInvoice(company.db, { kind: 'new', recordId, before: values, values }, company.ctx);
const asSynced = (item: RecurringInvoice, change: Partial<RecurringInvoice> = {}) =>
  changedElsewhere(company, 'recurring_invoices', item, change);
const stored = async (id: string) => (await firstValueFrom(watchRecurringInvoice(company.db, id))) as RecurringInvoice;
const answer = (data: Processed): FunctionAnswer<Processed> => ({ data, error: null, status: 200 });

test('saving the same draft twice makes one', async () => {
  const recordId = company.ctx.newId();
  await save(formOf({ name: 'Wartung' }), recordId);
  await save(formOf({ name: 'Wartung' }), recordId);
  expect(await company.db.collections.recurring_invoices.count().exec()).toBe(1);
  expect(await stored(recordId)).toMatchObject({ name: 'Wartung', next_generation: '2026-02-01', created_by: AUTHOR });
});

test('[SYNC-26] a new one that is here already and was changed elsewhere is asked about, not overwritten', async () => {
  const before = formOf();
  const values = { ...before, head: { ...before.head, name: 'Wartung' } };
  const typed = { kind: 'new', recordId: company.ctx.newId(), before, values } as const;
  await asSynced(await saveRecurringInvoice(company.db, typed, company.ctx), { name: 'Betreuung' });
  expect(await saveRecurringInvoice(company.db, typed, company.ctx)).toMatchObject({ name: 'Betreuung' });
  expect(await company.db.device.issues.toArray()).toMatchObject([{ kind: 'conflict', fields: ['name'] }]);
});

test('a customer and complete lines are asked for, and an end after the start', async () => {
  const form = formOf();
  const issues = (fields: string[]) => ({
    code: 'invalid_input',
    data: { issues: fields.map((path) => expect.objectContaining({ path })) },
  });
  await expect(save({ ...form, head: { ...form.head, customer_id: null } })).rejects.toMatchObject(issues(['customer_id']));
  await expect(save(formOf({ end_date: '2026-01-01' }))).rejects.toMatchObject(issues(['end_date']));
  const [line] = form.lines;
  await expect(save({ ...form, lines: [{ ...line!, description: '' }] })).rejects.toMatchObject(issues([`lines.${line!.id}.description`]));
});

test('an edit shows its next date at once, while the stored one stays the server’s', async () => {
  const item = await add({ start_date: '2026-02-15' });
  await asSynced(item);
  const input = recurringInvoiceInputOf(formOf({ start_date: '2026-03-31' }));
  await editRecurringInvoice(company.db, { id: item.id, input, opened: item }, company.ctx);
  expect((await stored(item.id)).next_generation).toBe('2026-03-31');
  await resumeRecurringInvoice(company.db, { seen: await stored(item.id), isMadeUp: false }, company.ctx);
  const raw = await company.db.collections.recurring_invoices.findOne(item.id).exec();
  expect(raw?.next_generation).toBe('2026-02-15');
});

test('lines that say no category, as an older app wrote them, are edited like any others', async () => {
  const item = await add();
  await asSynced(item, { items: item.items.map((line) => ({ ...line, tax_category: null })) });
  const { head, lines } = recurringInvoiceFormValues(await stored(item.id));
  const opened = recurringInvoiceInputOf({ head, lines });
  const input = { ...opened, items: opened.items.map((line) => ({ ...line, quantity: 7 })) };
  await editRecurringInvoice(company.db, { id: item.id, input, opened }, company.ctx);
  expect((await stored(item.id)).items).toEqual(input.items);
  expect(await company.db.device.issues.count()).toBe(0);
});

test('what is due today or before and what comes within seven days is found, soonest first', async () => {
  const due = await add({ start_date: '2026-02-01' });
  const late = await add({ start_date: '2026-01-20' });
  const soon = await add({ start_date: '2026-02-08' });
  await add({ start_date: '2026-02-09' });
  await pauseRecurringInvoice(company.db, await add({ start_date: '2026-01-01' }), company.ctx);
  const found = await firstValueFrom(watchDueRecurringInvoices(company.db, '2026-02-01'));
  expect(found.due.map(({ id }) => id)).toEqual([late.id, due.id]);
  expect(found.upcoming.map(({ id }) => id)).toEqual([soon.id]);
});

test('resuming leaves out what the pause missed, or makes up for it', async () => {
  const item = await add({ start_date: '2025-12-10' });
  await asSynced(item, { last_generated: '2025-12-10', next_generation: '2026-01-10', is_active: false });
  await resumeRecurringInvoice(company.db, { seen: await stored(item.id), isMadeUp: false }, company.ctx);
  expect(await stored(item.id)).toMatchObject({ is_active: true, next_generation: '2026-02-10' });
  await resumeRecurringInvoice(company.db, { seen: await stored(item.id), isMadeUp: true }, company.ctx);
  expect(await stored(item.id)).toMatchObject({ is_active: true, next_generation: '2026-02-10', skip_before: '2026-02-10' });

  await asSynced(item, { last_generated: '2025-12-10', next_generation: '2026-01-10', is_active: false });
  await resumeRecurringInvoice(company.db, { seen: await stored(item.id), isMadeUp: true }, company.ctx);
  expect(await stored(item.id)).toMatchObject({ is_active: true, next_generation: '2026-01-10', skip_before: '2026-01-10' });
});

test('the server generates the next period at once when it knows the newest version', async () => {
  const item = await add({ start_date: '2026-02-01' });
  await asSynced(item);
  const asked: unknown[] = [];
  const call = async (request: unknown) => {
    asked.push(request);
    return answer({ invoice_id: 'i', number: 'RE-1', already_generated: false });
  };
  const generated = await generateInvoiceNow(company.db, { seen: await stored(item.id), call }, company.ctx);
  expect(generated).toEqual({ kind: 'generated', invoiceId: 'i', number: 'RE-1', isNew: true });
  expect(asked).toEqual([{ recurring_invoice_id: item.id, period: '2026-02-01', rev: expect.stringMatching(/^srv-/) }]);
  expect((await stored(item.id)).generate_requested).toBeNull();
});

test.each([
  ['there is no way to the server', null],
  ['no answer came', { data: null, error: 'Failed to fetch', status: 0 }],
] as const)('the wish is kept when %s, and can be taken back', async (_when, given) => {
  const item = await add({ start_date: '2026-02-01' });
  await asSynced(item);
  expect(await generateInvoiceNow(company.db, { seen: await stored(item.id), call: async () => given }, company.ctx)).toEqual({
    kind: 'requested',
  });
  expect((await stored(item.id)).generate_requested).toBe('2026-02-01');
  expect(await company.db.device.outbox.count()).toBe(1);
  await withdrawInvoiceGeneration(company.db, await stored(item.id), company.ctx);
  expect((await stored(item.id)).generate_requested).toBeNull();
  expect(await company.db.device.outbox.count()).toBe(0);
});

test('an answer that is lost while the news of the invoice arrives asks for no second one', async () => {
  const item = await add({ start_date: '2026-02-01' });
  await asSynced(item);
  const call = async () => {
    await asSynced(item, { last_generated: '2026-02-01', next_generation: '2026-03-01' });
    return { data: null, error: 'Failed to fetch', status: 0 };
  };
  expect(await generateInvoiceNow(company.db, { seen: await stored(item.id), call }, company.ctx)).toEqual({ kind: 'requested' });
  expect((await stored(item.id)).generate_requested).toBeNull();
  expect(await company.db.device.outbox.count()).toBe(0);
});

test('what the server has not seen yet is not asked for there: the wish goes with it', async () => {
  const item = await add();
  const call = async () => expect.fail('asked the server about a record that it does not know');
  expect(await generateInvoiceNow(company.db, { seen: await stored(item.id), call }, company.ctx)).toEqual({ kind: 'requested' });
});

test('a refusal of the server comes with its text and keeps no wish', async () => {
  const item = await add();
  await asSynced(item);
  const call = async () => ({ data: null, error: 'Recurring invoice not found', status: 404 });
  await expect(generateInvoiceNow(company.db, { seen: await stored(item.id), call }, company.ctx)).rejects.toMatchObject({
    code: 'server_failed',
    data: { text: 'Recurring invoice not found' },
  });
  expect((await stored(item.id)).generate_requested).toBeNull();
});

test('[SYNC-28] nobody generates, pauses or resumes a series that changed since it was shown, here or on the server', async () => {
  const { db, ctx } = company;
  const before = await add();
  await asSynced(before, { due_days: 30 });
  const never = async () => expect.fail('asked the server for what nobody saw');
  const changed = { code: 'conflict' };
  await expect(generateInvoiceNow(db, { seen: before, call: never }, ctx)).rejects.toMatchObject(changed);
  await expect(requestInvoiceGeneration(db, before, ctx)).rejects.toMatchObject(changed);
  await expect(pauseRecurringInvoice(db, before, ctx)).rejects.toMatchObject(changed);
  await expect(resumeRecurringInvoice(db, { seen: before, isMadeUp: false }, ctx)).rejects.toMatchObject(changed);
  await expect(withdrawInvoiceGeneration(db, before, ctx)).rejects.toMatchObject(changed);
  const call = async () => ({ data: null, error: 'series_changed', status: 422 });
  await expect(generateInvoiceNow(db, { seen: await stored(before.id), call }, ctx)).rejects.toMatchObject(changed);
  expect(await db.device.outbox.count()).toBe(0);
});

test('nothing is generated from what is paused, over, or not allowed', async () => {
  const paused = await add();
  await requestInvoiceGeneration(company.db, await stored(paused.id), company.ctx);
  await pauseRecurringInvoice(company.db, await stored(paused.id), company.ctx);
  expect((await stored(paused.id)).generate_requested).toBeNull();
  const over = await add({ start_date: '2026-01-01', end_date: '2026-01-31' });
  await asSynced(over, { last_generated: '2026-01-01', next_generation: '2026-02-01' });
  const request = async (id: string, ctx = company.ctx) => requestInvoiceGeneration(company.db, await stored(id), ctx);
  await expect(request(paused.id)).rejects.toMatchObject({ code: 'invalid_transition', data: { reason: 'inactive' } });
  await expect(request(over.id)).rejects.toMatchObject({ code: 'invalid_transition', data: { reason: 'nothing_left' } });
  await expect(request(paused.id, company.as(AUTHOR, 'recurring_invoices.update'))).rejects.toMatchObject({ code: 'not_allowed' });
});

test('the invoices of a series are found, newest first, and no others', async () => {
  const item = await add();
  const { ctx, db } = company;
  const made = (recurring_invoice_id: string | null) =>
    insertRecord(db, 'invoices', { ...draftInvoice(newRecord(ctx), invoiceInput(), AUTHOR), recurring_invoice_id });
  const first = await made(item.id);
  await made(null);
  const second = await made(item.id);
  const ids = async (limit: number) => {
    const { rows, hasMore } = await firstValueFrom(watchGeneratedInvoices(db, item.id, limit));
    return [rows.map(({ id }) => id), hasMore];
  };
  expect([await ids(2), await ids(1)]).toEqual([
    [[second.id, first.id], false],
    [[second.id], true],
  ]);
});
