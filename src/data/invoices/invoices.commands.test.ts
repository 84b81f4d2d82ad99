import { NO_DELIVERY_ADDRESS } from '#domain/customers/customer.ts';
import { filter, firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { newRecord } from '#data/core/command-context.ts';
import { readStored } from '#data/core/stored.ts';
import { changeRecord, insertRecord } from '#data/core/write.ts';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import { EVERY_INVOICE, type InvoiceFilter } from '#domain/invoices/invoice-filter.ts';
import { blankLine, invoiceFormValues, invoiceInputOf } from '#domain/invoices/invoice-form.ts';
import { replacedId, replacementId } from '#domain/invoices/replacement.ts';
import type { Invoice, InvoiceInput } from '#domain/invoices/invoice.ts';
import { AUTHOR, changedElsewhere, type LocalCompany, localCompany, shown } from '#tests/support/local-company.ts';
import { invoiceDrafts } from './invoice-drafts.ts';
import {
  cancelInvoice,
  createInvoiceDraft,
  deleteDraft,
  duplicateInvoice,
  editInternalNotes,
  editInvoiceDraft,
  holdReminders,
  markReadyToIssue,
  markSent,
  replaceInvoice,
  withdrawReady,
} from './invoices.commands.ts';
import { watchInvoices } from './invoices.queries.ts';
import { saveInvoice } from './save-invoice.ts';

const TAXED = { tax_rate: 19, tax_category: 'S', exemption_reason: null } as const;

let company: LocalCompany;
let customerId: string;
beforeEach(async () => {
  company = await localCompany();
  const address = { street: 'Hafenstraße', house_number: '12', postal_code: '20457', city: 'Hamburg', country: 'DE' };
  const settings = z.parse(companySettingsSchema, { company_details: { address }, tax: { vat_id: 'DE123456789' } });
  const record = newRecord(company.ctx);
  await insertRecord(company.db, 'companies', {
    ...record,
    id: company.ctx.companyId,
    name: 'Nordlicht',
    logo_path: null,
    settings,
    bank_accounts: [],
  });
  const customer = await insertRecord(company.db, 'customers', {
    ...newRecord(company.ctx),
    ...address,
    name: 'Łódź Möbel',
    contact_name: '',
    email: '',
    phone: '',
    vat_id: '',
    buyer_reference: '',
    e_address: null,
    e_address_scheme: null,
    e_invoice_format: null,
    customer_number: null,
    salutation: null,
    ...NO_DELIVERY_ADDRESS,
    reminder_hold: null,
    notes: '',
    language: 'de',
    currency: 'EUR',
    payment_terms_days: 14,
    is_active: true,
  });
  customerId = customer.id;
});
afterEach(() => company.stop());

const input = (change: Partial<InvoiceInput> = {}): InvoiceInput => ({
  customer_id: customerId,
  due_days: 14,
  service_from: '2026-01-31',
  service_to: null,
  currency: 'EUR',
  language: 'de',
  reference: '',
  notes: '',
  internal_notes: '',
  payment_terms: '',
  tax_mode: 'standard',
  items: [
    {
      id: '00000000-0000-7000-8000-0000000000a1',
      position: 1,
      product_id: null,
      description: 'Konzept',
      unit: 'h',
      quantity: 3,
      unit_price: 33.33,
      discount_percent: 0,
      tax_rate: 19,
      tax_category: 'S',
      exemption_reason: null,
    },
  ],
  ...change,
});
const draft = (change: Partial<InvoiceInput> = {}, ctx = company.ctx) =>
  createInvoiceDraft(company.db, { id: ctx.newId(), input: input(change) }, ctx);
const seen = (id: string) => shown(company, 'invoices', id);
/** As the server would answer. */
const issued = async (id: string, change: Partial<Invoice> = {}) =>
  changeRecord(company.db, 'invoices', id, (current) => ({
    ...current,
    status: 'issued',
    number: 'INV-2026-0001',
    issue_date: '2026-01-01',
    due_date: '2026-01-15',
    ...change,
  }));

describe('drafts', () => {
  test('a new draft has its sums, no number, and names who made it', async () => {
    expect(await draft()).toMatchObject({
      status: 'draft',
      number: null,
      created_by: AUTHOR,
      net_total: 99.99,
      tax_total: 19,
      gross_total: 118.99,
      tax_breakdown: [{ tax_rate: 19, net: 99.99, tax: 19 }],
    });
  });

  test('saving the same draft twice makes one invoice', async () => {
    const id = company.ctx.newId();
    await createInvoiceDraft(company.db, { id, input: input() }, company.ctx);
    expect(await createInvoiceDraft(company.db, { id, input: input({ reference: 'PO 7' }) }, company.ctx)).toMatchObject({
      id,
      reference: 'PO 7',
    });
    expect(await company.db.collections.invoices.count().exec()).toBe(1);
  });

  test('[SYNC-26] a new draft that is here already and was changed elsewhere is asked about, not overwritten', async () => {
    const [before, values] = [invoiceFormValues(input()), invoiceFormValues(input({ reference: 'PO 7' }))];
    const typed = { kind: 'new', recordId: company.ctx.newId(), before, values } as const;
    const saved = await saveInvoice(company.db, typed, company.ctx);
    await changedElsewhere(company, 'invoices', saved, { reference: 'PO 8' });
    expect(await saveInvoice(company.db, typed, company.ctx)).toMatchObject({ reference: 'PO 8' });
    expect(await company.db.device.issues.toArray()).toMatchObject([{ kind: 'conflict', fields: ['reference'] }]);
  });

  test('an edit saves what was changed and sums its own lines', async () => {
    const { id } = await draft();
    const opened = input();
    await editInternalNotes(company.db, { id, opened: '', notes: 'meanwhile' }, company.ctx);
    const items = opened.items.map((item) => ({ ...item, quantity: 1 }));
    const saved = await editInvoiceDraft(company.db, { id, input: { ...opened, items }, opened }, company.ctx);
    expect(saved).toMatchObject({ internal_notes: 'meanwhile', net_total: 33.33, gross_total: 39.66 });
  });

  test('lines that say no category, as an older app wrote them, are edited like any others', async () => {
    const { id } = await draft({ items: input().items.map((item) => ({ ...item, tax_category: null })) });
    const opened = invoiceInputOf(invoiceFormValues(await seen(id)));
    expect(opened.items[0]?.tax_category).toBe('S');
    const noted = await editInvoiceDraft(company.db, { id, input: { ...opened, notes: 'x' }, opened }, company.ctx);
    expect(noted.items[0]?.tax_category).toBeNull();
    const items = opened.items.map((item) => ({ ...item, quantity: 1 }));
    const saved = await editInvoiceDraft(company.db, { id, input: { ...opened, items }, opened }, company.ctx);
    expect(saved.items).toEqual(items);
    expect(await company.db.device.issues.count()).toBe(0);
  });

  test('lines that changed underneath keep their own sums, and mine become a question', async () => {
    const { id } = await draft();
    const opened = input();
    const theirs = opened.items.map((item) => ({ ...item, quantity: 2 }));
    await editInvoiceDraft(company.db, { id, input: { ...opened, items: theirs }, opened }, company.ctx);
    const mine = opened.items.map((item) => ({ ...item, quantity: 5 }));
    const saved = await editInvoiceDraft(company.db, { id, input: { ...opened, items: mine }, opened }, company.ctx);
    expect(saved).toMatchObject({ items: theirs, net_total: 66.66 });
    expect(await company.db.device.issues.toArray()).toMatchObject([{ doc_id: id, kind: 'conflict' }]);
  });

  test('without the right nothing is written', async () => {
    await expect(draft({}, company.as(AUTHOR, 'invoices.view'))).rejects.toMatchObject({ code: 'not_allowed' });
  });

  test('a duplicate has new lines, no number and is supplied today', async () => {
    const { id, items } = await draft();
    await issued(id);
    const copy = await duplicateInvoice(company.db, id, company.ctx);
    expect(copy).toMatchObject({ status: 'draft', number: null, service_from: company.ctx.today(), gross_total: 118.99 });
    expect(copy.items[0]?.id).not.toBe(items[0]?.id);
  });

  test('a draft is deleted, an issued invoice is not', async () => {
    const [kept, gone] = [await draft(), await draft()];
    await issued(kept.id);
    await deleteDraft(company.db, gone.id, company.ctx);
    await expect(deleteDraft(company.db, kept.id, company.ctx)).rejects.toMatchObject({ code: 'invalid_transition' });
    expect(await company.db.collections.invoices.count().exec()).toBe(1);
  });
});

describe('the form', () => {
  const values = (unit_price: number | null) => {
    const { head } = invoiceFormValues(input());
    return {
      head,
      lines: [{ ...blankLine('00000000-0000-7000-8000-0000000000b1', TAXED), description: 'Fahrt', unit_price }, blankLine('x', TAXED)],
    };
  };

  test('is kept on this device, and a blank line is left out when it is saved', async () => {
    const place = { kind: 'new', recordId: company.ctx.newId() } as const;
    const kept = { before: values(null), values: values(10) };
    await invoiceDrafts.keep(company.db, place, kept);
    const claimed = await invoiceDrafts.claimNew(company.db, company.ctx);
    expect(claimed?.draft).toEqual(kept);
    const saved = await saveInvoice(company.db, { ...place, ...kept }, company.ctx);
    expect(saved.items).toHaveLength(1);
  });

  test('restored later, it saves what was typed and leaves what a colleague changed meanwhile', async () => {
    const { id } = await draft({ reference: 'PO 1' });
    const before = invoiceFormValues(input({ reference: 'PO 1' }));
    const typed = { ...before, head: { ...before.head, notes: 'Danke', reference: 'PO 1' } };
    await editInvoiceDraft(company.db, { id, input: input({ reference: 'PO 2' }) }, company.ctx);
    const saved = await saveInvoice(company.db, { kind: 'edit', recordId: id, before, values: typed }, company.ctx);
    expect(saved).toMatchObject({ reference: 'PO 2', notes: 'Danke' });
  });

  test('names the line and the field that misses something', async () => {
    const typed = { kind: 'new', recordId: company.ctx.newId(), before: values(null), values: values(null) } as const;
    await expect(saveInvoice(company.db, typed, company.ctx)).rejects.toMatchObject({
      data: { issues: [{ path: 'lines.00000000-0000-7000-8000-0000000000b1.unit_price', message: 'invalidAmount' }] },
    });
  });
});

describe('the way of an invoice', () => {
  test('issuing is a wish until the server fulfils it, and can be taken back', async () => {
    const { id } = await draft();
    expect(await markReadyToIssue(company.db, { seen: await seen(id), overruled: [] }, company.ctx)).toMatchObject({
      status: 'ready_to_issue',
      number: null,
    });
    expect(await withdrawReady(company.db, await seen(id), company.ctx)).toMatchObject({ status: 'draft' });
  });

  test('what the law misses is named before anything is sent', async () => {
    const { id } = await draft({ customer_id: null, service_from: null, items: [] });
    await expect(markReadyToIssue(company.db, { seen: await seen(id), overruled: [] }, company.ctx)).rejects.toMatchObject({
      code: 'invalid_input',
      data: { issues: [{ path: 'customer_id' }, { path: 'service_from' }, { path: 'items' }] },
    });
  });

  test('an issued invoice is not edited, but notes and delivery still change', async () => {
    const { id } = await draft();
    await issued(id);
    await expect(editInvoiceDraft(company.db, { id, input: input(), opened: input() }, company.ctx)).rejects.toMatchObject({
      code: 'invalid_transition',
    });
    expect(await markSent(company.db, { id, isSent: true }, company.ctx)).toMatchObject({
      delivery: 'sent',
      sent_at: company.ctx.now().toISOString(),
    });
    expect(await markSent(company.db, { id, isSent: false }, company.ctx)).toMatchObject({ delivery: 'not_sent', sent_at: null });
    expect(await editInternalNotes(company.db, { id, opened: '', notes: 'ruft an' }, company.ctx)).toMatchObject({
      internal_notes: 'ruft an',
    });
  });

  test('[SYNC-26] notes that somebody else changed while one typed are not overwritten, and mine become a question', async () => {
    const { db, ctx } = company;
    const { id } = await draft();
    await editInternalNotes(db, { id, opened: '', notes: 'theirs' }, ctx);
    await expect(editInternalNotes(db, { id, opened: '', notes: 'mine' }, company.as(AUTHOR, 'invoices.view'))).rejects.toMatchObject({
      code: 'not_allowed',
    });
    expect(await editInternalNotes(db, { id, opened: '', notes: 'mine' }, ctx)).toMatchObject({ internal_notes: 'theirs' });
    expect(await db.device.issues.toArray()).toMatchObject([{ fields: ['internal_notes'], mine: { internal_notes: 'mine' } }]);
    await expect(editInternalNotes(db, { id, opened: 'theirs', notes: 'x'.repeat(4001) }, ctx)).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  test('[SYNC-28] nobody issues, takes back or cancels another document than the one they saw', async () => {
    const { db, ctx } = company;
    const before = await draft();
    const { id } = before;
    const changed = { code: 'conflict' };
    await editInvoiceDraft(db, { id, input: input({ reference: 'PO 8' }) }, ctx);
    await expect(markReadyToIssue(db, { seen: before, overruled: [] }, ctx)).rejects.toMatchObject(changed);
    const ready = await markReadyToIssue(db, { seen: await seen(id), overruled: [] }, ctx);
    const open = await issued(id);
    await expect(withdrawReady(db, ready, ctx)).rejects.toMatchObject(changed);
    await issued(id, { paid_total: 50, payment_status: 'partially_paid' });
    await expect(cancelInvoice(db, open, ctx)).rejects.toMatchObject(changed);
    expect(await cancelInvoice(db, await seen(id), ctx)).toMatchObject({ status: 'cancelled' });
  });

  test('cancelling needs its own right and an issued invoice', async () => {
    const { id } = await draft();
    await expect(cancelInvoice(company.db, await seen(id), company.ctx)).rejects.toMatchObject({ code: 'invalid_transition' });
    await issued(id);
    await expect(cancelInvoice(company.db, await seen(id), company.as(AUTHOR, 'invoices.issue'))).rejects.toMatchObject({
      code: 'not_allowed',
    });
    expect(await cancelInvoice(company.db, await seen(id), company.ctx)).toMatchObject({ status: 'cancelled' });
  });
});

describe('listing', () => {
  const list = async (change: Partial<InvoiceFilter>, limit = 10) => {
    const watched = watchInvoices(company.db, { filter: { ...EVERY_INVOICE, ...change }, limit, today: '2026-02-01' });
    const page = await firstValueFrom(watched.pipe(filter((rows) => !rows.isSearching)));
    return page.rows.map((invoice) => invoice.reference);
  };

  beforeEach(async () => {
    await issued((await draft({ reference: 'old' })).id, { issue_date: '2025-11-01', due_date: '2025-11-15', payment_status: 'paid' });
    await issued((await draft({ reference: 'late', customer_id: null })).id, { issue_date: '2026-01-10', due_date: '2026-01-24' });
    await issued((await draft({ reference: 'open' })).id, { issue_date: '2026-01-20', due_date: '2026-02-01', delivery: 'sent' });
    await issued((await draft({ reference: 'gone' })).id, { issue_date: '2026-01-05', status: 'cancelled' });
    const ready = await draft({ reference: 'ready' });
    await markReadyToIssue(company.db, { seen: await seen(ready.id), overruled: [] }, company.ctx);
    await draft({ reference: 'draft' });
  });

  test('newest first, drafts by the day they were made', async () => {
    expect((await list({})).slice(2)).toEqual(['open', 'late', 'gone', 'old']);
    expect((await list({})).slice(0, 2).toSorted()).toEqual(['draft', 'ready']);
    expect((await list({ sort: 'oldest' })).slice(0, 3)).toEqual(['old', 'gone', 'late']);
  });

  test.each([
    ['draft', ['draft', 'ready']],
    ['open', ['late', 'open']],
    ['overdue', ['late']],
    ['paid', ['old']],
    ['cancelled', ['gone']],
  ] as const)('%s ones', async (state, expected) => {
    expect((await list({ state })).toSorted()).toEqual([...expected]);
  });

  test('by customer, day, delivery, and any text of number, customer or line', async () => {
    expect((await list({ customerId })).length).toBe(5);
    expect(await list({ from: '2026-01-05', to: '2026-01-10' })).toEqual(['late', 'gone']);
    expect(await list({ delivery: 'sent' })).toEqual(['open']);
    expect(await list({ text: 'lodz', state: 'paid' })).toEqual(['old']);
    expect((await list({ text: 'konzept' })).length).toBe(6);
    expect((await list({ text: 'inv-2026' })).length).toBe(4);
  });
});

describe('replacing what was issued', () => {
  test('it is cancelled, and its draft has the same content and days, under an id that follows from it', async () => {
    const { id } = await draft({ notes: 'Danke', reference: 'PO 7', service_to: '2026-02-28', internal_notes: 'geheim' });
    await issued(id);
    const before = await seen(id);
    const made = await replaceInvoice(company.db, before, company.ctx);
    expect(await seen(id)).toMatchObject({ status: 'cancelled', number: 'INV-2026-0001' });
    expect(made.id).toBe(replacementId(id));
    expect(replacedId(made.id)).toBe(id);
    const { customer_id, notes, reference, service_from, service_to, payment_terms, language, gross_total } = before;
    const same = { customer_id, notes, reference, service_from, service_to, payment_terms, language, gross_total };
    expect(await seen(made.id)).toMatchObject({ ...same, status: 'draft', number: null, internal_notes: '', paid_total: 0 });
    expect((await seen(made.id)).items.map(({ description }) => description)).toEqual(['Konzept']);
    expect((await seen(made.id)).items[0]?.id).not.toBe(before.items[0]?.id);
  });

  test('a draft, a cancelled invoice and one that changed meanwhile are not replaced, and no draft is left', async () => {
    const { id } = await draft();
    await expect(replaceInvoice(company.db, await seen(id), company.ctx)).rejects.toMatchObject({ code: 'invalid_transition' });
    await issued(id);
    const before = await seen(id);
    await issued(id, { paid_total: 5 });
    await expect(replaceInvoice(company.db, before, company.ctx)).rejects.toMatchObject({ code: 'conflict' });
    expect((await readStored(company.db, 'invoices', [replacementId(id)])).size).toBe(0);
    await replaceInvoice(company.db, await seen(id), company.ctx);
    await expect(replaceInvoice(company.db, await seen(id), company.ctx)).rejects.toMatchObject({ code: 'invalid_transition' });
  });

  test('it wants the rights for both', async () => {
    const { id } = await draft();
    await issued(id);
    for (const keys of [['invoices.create'], ['invoices.cancel']]) {
      const ctx = { ...company.ctx, access: { userId: AUTHOR, isOwner: false, isAdmin: false, keys: new Set(keys) } };
      await expect(replaceInvoice(company.db, await seen(id), ctx)).rejects.toMatchObject({ code: 'not_allowed' });
    }
    expect((await seen(id)).status).toBe('issued');
  });

  test('the draft is not issued while the invoice stands, and keeps what was written when it is replaced again', async () => {
    const { id } = await draft();
    await issued(id);
    const made = await replaceInvoice(company.db, await seen(id), company.ctx);
    await editInvoiceDraft(company.db, { id: made.id, input: input({ notes: 'richtig' }) }, company.ctx);
    // As when the server refused to cancel.
    await changeRecord(company.db, 'invoices', id, (current) => ({ ...current, status: 'issued' }));
    const issue = async () => markReadyToIssue(company.db, { seen: await seen(made.id), overruled: [] }, company.ctx);
    await expect(issue()).rejects.toMatchObject({ code: 'invalid_transition', data: { reason: 'replaced_stands' } });
    expect(await replaceInvoice(company.db, await seen(id), company.ctx)).toMatchObject({ id: made.id, notes: 'richtig' });
    expect(await issue()).toMatchObject({ status: 'ready_to_issue' });
  });
});

test('an issued invoice is held back with a reason, and goes on without one; only by who may send or change it', async () => {
  const { id } = await draft();
  await expect(holdReminders(company.db, { id, reason: 'Too early' }, company.ctx)).rejects.toMatchObject({ code: 'invalid_transition' });
  await issued(id);
  const sender = company.as(AUTHOR, 'invoices.view', 'invoices.send');
  expect(await holdReminders(company.db, { id, reason: '  The customer disputes it ' }, sender)).toMatchObject({
    reminder_hold: 'The customer disputes it',
    status: 'issued',
    reminder_level: 0,
  });
  const viewer = company.as(AUTHOR, 'invoices.view');
  await expect(holdReminders(company.db, { id, reason: '' }, viewer)).rejects.toMatchObject({ code: 'not_allowed' });
  await expect(holdReminders(company.db, { id, reason: 'x'.repeat(501) }, sender)).rejects.toMatchObject({ code: 'invalid_input' });
  expect((await seen(id)).reminder_hold).toBe('The customer disputes it');
  expect((await holdReminders(company.db, { id, reason: '' }, sender)).reminder_hold).toBe('');
});
