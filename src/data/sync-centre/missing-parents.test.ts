import { firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { SyncIssue } from '#data/changes/issue.ts';
import { newRecord } from '#data/core/command-context.ts';
import { insertRecord } from '#data/core/write.ts';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import { type Customer, emptyCustomerInput } from '#domain/customers/customer.ts';
import { draftInvoice, emptyInvoiceInput } from '#domain/invoices/invoice-draft.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { AUTHOR, type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { expenseOf } from '#tests/sync/records.ts';
import { keepAsDraft, replaceParents } from './issues.ts';
import { missingParents, watchMissingParents } from './missing-parents.ts';

const settings = z.parse(companySettingsSchema, {});
let local: LocalCompany;
beforeEach(async () => {
  local = await localCompany();
});
afterEach(() => local.stop());

const id = () => local.ctx.newId();
const customer = (name = 'Teehaus'): Promise<Customer> =>
  insertRecord(local.db, 'customers', { ...newRecord(local.ctx), ...emptyCustomerInput({ settings }, { language: 'de' }), name });
const draft = (more: Partial<Invoice> = {}): Invoice => ({
  ...draftInvoice(newRecord(local.ctx), emptyInvoiceInput({ settings }, null, '2026-01-10'), AUTHOR),
  ...more,
});
const refused = (collection: SyncIssue['collection'], mine: object | null, more: Partial<SyncIssue> = {}): SyncIssue =>
  ({
    id: 'q',
    key: `${collection}:${(mine as { id?: string } | null)?.id ?? ''}`,
    company_id: local.db.companyId,
    collection,
    doc_id: (mine as { id?: string } | null)?.id ?? '',
    kind: 'rejected',
    mine,
    theirs: null,
    base: null,
    fields: [],
    code: '23503',
    message: 'missing_parent',
    details: null,
    created_at: '2026-01-10T08:00:00Z',
    ...more,
  }) as SyncIssue;
const fields = async (issue: SyncIssue) => {
  const found = await missingParents(local.db, issue);
  expect(await firstValueFrom(watchMissingParents(local.db, issue))).toEqual(found);
  return found.map(({ field, to, isOptional }) => `${field} ${to}${isOptional ? '?' : ''}`);
};

test('of a refused record what it names and is not there any more is found, whatever kind it is', async () => {
  const there = await customer();
  const expense = { ...expenseOf({ id: id(), company_id: local.db.companyId, at: '2026-01-10T08:00:00Z' }, 'Taxi', AUTHOR, id(), 10) };
  expect(await fields(refused('expenses', { ...expense, category_id: id(), customer_id: there.id }))).toEqual([
    'vendor_id vendors?',
    'category_id expense_categories?',
  ]);
  expect(await fields(refused('recurring_invoices', { id: id(), customer_id: id() }))).toEqual(['customer_id customers']);
  expect(await fields(refused('payments', { id: id(), invoice_id: id() }))).toEqual(['invoice_id invoices']);
  expect(await fields(refused('invoices', draft({ customer_id: there.id })))).toEqual([]);
  expect(await fields(refused('vendors', { id: id() }))).toEqual([]);
});

test('nothing is missing where the question is about something else', async () => {
  const mine = draft({ customer_id: id() });
  expect(await fields(refused('invoices', mine, { message: 'cannot_issue' }))).toEqual(['customer_id customers?']);
  expect(await fields(refused('invoices', mine, { message: 'number_used' }))).toEqual([]);
  expect(await fields(refused('invoices', mine, { kind: 'deleted_there' }))).toEqual([]);
  expect(await fields(refused('invoices', null))).toEqual([]);
});

test('one that comes back is missing no more', async () => {
  const gone = { ...newRecord(local.ctx), ...emptyCustomerInput({ settings }, { language: 'de' }), name: 'Back' };
  const issue = refused('invoices', draft({ customer_id: gone.id }));
  const seen: number[] = [];
  const watching = watchMissingParents(local.db, issue).subscribe((found) => void seen.push(found.length));
  await expect.poll(() => seen.at(-1)).toBe(1);
  await insertRecord(local.db, 'customers', gone as Customer);
  await expect.poll(() => seen.at(-1)).toBe(0);
  watching.unsubscribe();
});

const sentAgain = async () =>
  (await local.db.device.outbox.toArray()).filter(({ collection }) => collection === 'invoices').map(({ mine }) => mine);

test('another one takes its place, and the question is answered', async () => {
  const other = await customer();
  const issue = refused('invoices', draft({ customer_id: id(), reference: 'PO 1' }));
  await local.db.device.issues.put(issue);
  await replaceParents(local.db, issue, { customer_id: other.id });
  expect(await sentAgain()).toMatchObject([{ customer_id: other.id, reference: 'PO 1', status: 'draft' }]);
  expect(await local.db.device.issues.count()).toBe(0);
});

test('an invoice that was to be issued becomes a draft, with another customer or, on the way to its form, without one', async () => {
  const wish = { status: 'ready_to_issue', overruled_warnings: ['a'] } satisfies Partial<Invoice>;
  const [one, two] = [await customer('One'), draft({ customer_id: id(), ...wish })];
  await replaceParents(local.db, refused('invoices', draft({ customer_id: id(), ...wish }), { message: 'cannot_issue' }), {
    customer_id: one.id,
  });
  await keepAsDraft(local.db, refused('invoices', two, { message: 'cannot_issue' }));
  await keepAsDraft(local.db, refused('invoices', draft({ customer_id: one.id, ...wish }), { message: 'cannot_issue' }));
  const buyers = (await sentAgain()).map((mine) => (mine as Invoice).customer_id);
  expect([buyers.filter((id) => id === one.id).length, buyers.filter((id) => id === null).length]).toEqual([2, 1]);
  expect(await sentAgain()).toMatchObject(Array.from({ length: 3 }, () => ({ status: 'draft', overruled_warnings: [] })));
});

test('only a refused version has parents to be replaced', async () => {
  const issue = refused('invoices', draft({ customer_id: id() }));
  for (const other of [
    { ...issue, kind: 'conflict' as const },
    { ...issue, mine: null },
  ])
    await expect(replaceParents(local.db, other, {})).rejects.toMatchObject({ code: 'invalid_transition' });
});
