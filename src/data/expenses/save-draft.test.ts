import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { receiptsOf } from '#data/files/files.queries.ts';
import { type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { type ExpenseDraft, expenseDrafts } from './expense-drafts.ts';
import { draftReceiptOf, saveDraft } from './save-draft.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(() => company.stop());

const pdf = (text: string) => new File([`%PDF-1.7 ${text}`], 'receipt.pdf', { type: 'application/pdf' });
const noShrink = () => Promise.reject(new Error('a PDF is not scaled'));

async function draftWith(...texts: string[]): Promise<ExpenseDraft> {
  const receipts = await Promise.all(texts.map((text) => draftReceiptOf(pdf(text), company.ctx, noShrink)));
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
    payment_method: 'cash' as const,
  };
  return { expenseId: company.ctx.newId(), values, receipts };
}
const save = (draft: ExpenseDraft) => saveDraft(company.db, { kind: 'new', draft }, company.ctx);

test('a draft becomes an expense with its tax and its receipts, and is gone afterwards', async () => {
  const draft = await draftWith('one', 'two');
  await expenseDrafts.keep(company.db, 'new', draft);
  expect(await save(draft)).toMatchObject({ id: draft.expenseId, amount: 23.8, tax_amount: 3.8 });
  expect(await receiptsOf(company.db, draft.expenseId)).toHaveLength(2);
  expect(await company.db.device.receipts.count()).toBe(2);
  expect(await expenseDrafts.claimNew(company.db)).toBeNull();
});

test('saving again after a crash makes neither a second expense nor a receipt twice', async () => {
  const draft = await draftWith('one', 'two');
  await save({ ...draft, receipts: draft.receipts.slice(0, 1) });
  await save(draft);
  expect(await company.db.collections.expenses.count().exec()).toBe(1);
  expect(await receiptsOf(company.db, draft.expenseId)).toHaveLength(2);
});

test('a draft that is refused stays where it is', async () => {
  const draft = await draftWith('one');
  const incomplete = { ...draft, values: { ...draft.values, amount: null } };
  await expenseDrafts.keep(company.db, 'new', incomplete);
  await expect(save(incomplete)).rejects.toThrow(AppError);
  const kept = (await expenseDrafts.claimNew(company.db))?.draft;
  expect(kept).toMatchObject({ expenseId: draft.expenseId, values: { amount: null } });
  expect(await kept?.receipts[0]?.bytes.text()).toBe('%PDF-1.7 one');
});

test('the draft of an edit is kept apart from drafts of new expenses', async () => {
  const draft = await draftWith();
  await expenseDrafts.keep(company.db, 'edit', draft);
  expect(await expenseDrafts.claimNew(company.db)).toBeNull();
  expect((await expenseDrafts.ofEdit(company.db, draft.expenseId))?.draft).toMatchObject({ values: { amount: 23.8 } });
});

test('a file that is no receipt is refused with the reason', async () => {
  const drawing = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'logo.svg');
  await expect(draftReceiptOf(drawing, company.ctx, noShrink)).rejects.toMatchObject({
    code: 'file_type_refused',
    data: { reason: 'svg' },
  });
});
