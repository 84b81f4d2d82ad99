import { firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { insertRecord } from '#data/core/write.ts';
import { addReceipt } from '#data/receipts/add-receipt.ts';
import { sha256Hex } from '#data/receipts/prepare-receipt.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { expenseOf } from '#tests/support/finance-records.ts';
import { approveExpense, rejectExpense, reverseExpense } from './expenses.commands.ts';
import { watchKnownReceipts } from './known-receipts.ts';

let company: LocalCompany;
beforeEach(async () => void (company = await localCompany()));
afterEach(() => company.stop());

const pdf = (text: string) => new File([`%PDF-1.7 ${text}`], 'receipt.pdf', { type: 'application/pdf' });
const hash = async (text: string) => sha256Hex(await pdf(text).arrayBuffer());
const noShrink = () => Promise.reject(new Error('a PDF is not scaled'));

async function expenseWith(text: string): Promise<Expense> {
  const expense = expenseOf({ company_id: company.ctx.companyId });
  await insertRecord(company.db, 'expenses', expense);
  await addReceipt(company.db, company.ctx, { expenseId: expense.id, file: pdf(text) }, noShrink);
  return expense;
}
/** The ids of the expenses that have them already. */
async function known(texts: string[], except: string | null = null): Promise<(string | undefined)[]> {
  const sha256s = await Promise.all(texts.map(hash));
  const found = await firstValueFrom(watchKnownReceipts(company.db, { sha256s, except }));
  return sha256s.map((each) => found.get(each)?.id);
}

test('a file is known by its bytes, from whatever expense, but not from the one it is added to', async () => {
  const [taxi, hotel] = [await expenseWith('taxi'), await expenseWith('hotel')];
  expect(await known(['hotel', 'train', 'taxi'])).toEqual([hotel.id, undefined, taxi.id]);
  expect(await known(['hotel', 'taxi'], taxi.id)).toEqual([hotel.id, undefined]);
  expect(await known([])).toEqual([]);
});

test('a receipt without an expense is nobody’s', async () => {
  await addReceipt(company.db, company.ctx, { expenseId: null, file: pdf('taxi') }, noShrink);
  expect(await known(['taxi'])).toEqual([undefined]);
});

test('what was turned down or taken back may be captured again', async () => {
  const taxi = await expenseWith('taxi');
  await rejectExpense(company.db, { seen: taxi, reason: 'private' }, company.ctx);
  expect(await known(['taxi'])).toEqual([undefined]);
  const again = await expenseWith('taxi');
  expect(await known(['taxi'])).toEqual([again.id]);
  const approved = await approveExpense(company.db, { seen: again }, company.ctx);
  const reversal = await reverseExpense(company.db, { seen: approved, reason: 'wrong amount', day: '2026-02-01' }, company.ctx);
  await addReceipt(company.db, company.ctx, { expenseId: reversal.id, file: pdf('taxi') }, noShrink);
  expect(await known(['taxi'])).toEqual([undefined]);
});
