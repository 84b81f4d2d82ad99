import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FormSave } from '#data/drafts/form-drafts.ts';
import { AppError } from '#domain/errors.ts';
import type { ExpenseFormValues } from '#domain/expenses/expense-form.ts';
import { receiptsOf } from '#data/files/files.queries.ts';
import { adoptStrays, dropKept, prepareKept, receiptsKeptFor, takeInFile } from '#data/receipts/draft-receipts.ts';
import { changedElsewhere, type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { expenseDrafts } from './expense-drafts.ts';
import { saveExpense } from './save-expense.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(() => company.stop());

const pdf = (text: string) => new File([`%PDF-1.7 ${text}`], 'receipt.pdf', { type: 'application/pdf' });
const noShrink = () => Promise.reject(new Error('a PDF is not scaled'));

async function draftWith(...texts: string[]): Promise<FormSave<ExpenseFormValues>> {
  const place = { kind: 'new', recordId: company.ctx.newId() } as const;
  const receipts = [];
  for (const text of texts) {
    const id = company.ctx.newId();
    await takeInFile(company.db, place, { id, file: pdf(text) });
    receipts.push((await prepareKept(company.db, place, id, noShrink))!);
  }
  const values = {
    category_id: null,
    vendor_id: null,
    customer_id: null,
    description: 'Taxi',
    amount: 23.8,
    currency: 'EUR',
    tax_rate: 19,
    expense_date: '2026-01-30',
    is_billable: false,
    is_reimbursable: true,
    paid_on: null,
    payment_method: 'cash' as const,
  };
  return { ...place, before: values, values, receipts };
}
const save = (draft: FormSave<ExpenseFormValues>) => saveExpense(company.db, draft, company.ctx);
const keep = ({ kind, recordId, ...draft }: FormSave<ExpenseFormValues>) => expenseDrafts.keep(company.db, { kind, recordId }, draft);

test('a draft becomes an expense with its tax and its receipts', async () => {
  const draft = await draftWith('one', 'two');
  expect(await save(draft)).toMatchObject({ id: draft.recordId, amount: 23.8, tax_amount: 3.8 });
  expect(await receiptsOf(company.db, draft.recordId)).toHaveLength(2);
  expect(await company.db.device.receipts.count()).toBe(2);
  expect(await receiptsKeptFor(company.db, draft)).toEqual([]);
});

test('saving again after a crash makes neither a second expense nor a receipt twice', async () => {
  const draft = await draftWith('one', 'two');
  await save({ ...draft, receipts: draft.receipts?.slice(0, 1) ?? [] });
  await save(draft);
  expect(await company.db.collections.expenses.count().exec()).toBe(1);
  expect(await receiptsOf(company.db, draft.recordId)).toHaveLength(2);
});

test('[SYNC-67] a save that died after the expense is finished with the next form: no receipt is lost, and the draft is new no more', async () => {
  const { receipts, ...draft } = await draftWith('one', 'two');
  await keep(draft);
  await takeInFile(company.db, draft, { id: company.ctx.newId(), file: pdf('three') });
  await expenseDrafts.beginSaving(company.db, draft);
  await save({ ...draft, receipts: receipts!.slice(0, 1) });
  expect(await expenseDrafts.claimNew(company.db, company.ctx)).toBeNull();
  expect(await receiptsOf(company.db, draft.recordId)).toHaveLength(3);
  expect(await company.db.device.drafts.count()).toBe(0);
});

test('[SYNC-67] a photo that can’t be prepared keeps back no other receipt of a save that died, and comes into the form of its expense', async () => {
  const { receipts, ...draft } = await draftWith('one', 'two');
  await keep(draft);
  const id = '00000000-0000-7000-8000-000000000000'; // before the others
  await takeInFile(company.db, draft, { id, file: new File([new Uint8Array([0, 0, 0, 24]), 'ftypheic'], 'IMG_1.HEIC') });
  await save({ ...draft, receipts: receipts!.slice(0, 1) });
  expect(await expenseDrafts.claimNew(company.db, company.ctx)).toBeNull();
  expect(await receiptsOf(company.db, draft.recordId)).toHaveLength(2);
  await adoptStrays(company.db, { kind: 'new', recordId: company.ctx.newId() });
  expect(await receiptsKeptFor(company.db, { kind: 'edit', recordId: draft.recordId })).toMatchObject([{ id, name: 'IMG_1.HEIC' }]);
});

test('what a draft of an earlier version holds itself is attached too', async () => {
  const draft = await draftWith('one');
  await keep(draft);
  await save({ ...draft, receipts: [] });
  await dropKept(
    company.db,
    draft,
    draft.receipts!.map(({ id }) => id),
  );
  expect(await expenseDrafts.claimNew(company.db, company.ctx)).toBeNull();
  expect(await receiptsOf(company.db, draft.recordId)).toHaveLength(1);
});

test('[SYNC-26] a new expense that is here already and was changed elsewhere is asked about, not overwritten', async () => {
  const typed = await draftWith();
  const draft = { ...typed, before: { ...typed.values, amount: null, description: '' } };
  const saved = await save(draft);
  expect(await save({ ...draft, values: { ...draft.values, description: 'Bus' } })).toMatchObject({ description: 'Bus' });
  await changedElsewhere(company, 'expenses', saved, { description: 'Train' });
  expect(await save(draft)).toMatchObject({ description: 'Train' });
  expect(await company.db.device.issues.toArray()).toMatchObject([{ kind: 'conflict', fields: ['description'] }]);
});

test('the company is looked at once for what is saved', async () => {
  const asked = vi.spyOn(company.db.collections.companies, 'findOne');
  const draft = await draftWith();
  await save(draft);
  expect(asked).toHaveBeenCalledTimes(1);
  await save({ ...draft, kind: 'edit', values: { ...draft.values, description: 'Bus' } });
  expect(asked).toHaveBeenCalledTimes(2);
});

test('a draft that is refused stays where it is', async () => {
  const draft = await draftWith('one');
  const incomplete = { ...draft, values: { ...draft.values, amount: null } };
  await keep(incomplete);
  await expect(save(incomplete)).rejects.toThrow(AppError);
  const kept = await expenseDrafts.claimNew(company.db, company.ctx);
  expect(kept).toMatchObject({ recordId: draft.recordId, draft: { values: { amount: null } } });
  expect(await (await receiptsKeptFor(company.db, draft))[0]?.made?.bytes.text()).toBe('%PDF-1.7 one');
});

test('the draft of an edit is kept apart from drafts of new expenses', async () => {
  const draft = await draftWith();
  await keep({ ...draft, kind: 'edit' });
  expect(await expenseDrafts.claimNew(company.db, company.ctx)).toBeNull();
  expect((await expenseDrafts.ofEdit(company.db, draft.recordId))?.draft).toMatchObject({ values: { amount: 23.8 } });
});

test('the day of payment is written of what the company paid, and stays the server’s for what is reimbursed', async () => {
  const { values, ...draft } = await draftWith();
  const byCompany = { ...values, is_reimbursable: false, paid_on: '2026-02-02' };
  expect(await save({ ...draft, values: byCompany })).toMatchObject({ paid_on: '2026-02-02' });
  const edit = { ...draft, kind: 'edit', before: byCompany } as const;
  expect(await save({ ...edit, values: { ...byCompany, description: 'Bus' } })).toMatchObject({
    description: 'Bus',
    paid_on: '2026-02-02',
  });
  expect(await save({ ...edit, values: { ...byCompany, is_reimbursable: true } })).toMatchObject({ paid_on: null });
});
