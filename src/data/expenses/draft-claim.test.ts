import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { claimNewDraft } from './draft-claim.ts';
import { keepDraft } from './expense-drafts.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(() => company.stop());

const keep = async () => {
  const expenseId = company.ctx.newId();
  await keepDraft(company.db, 'new', { expenseId, values: {} as never, receipts: [] });
  return expenseId;
};

test('a draft that one form has open is not opened by another tab', async () => {
  const expenseId = await keep();
  const mine = await claimNewDraft(company.db);
  expect(mine?.draft.expenseId).toBe(expenseId);
  expect(await claimNewDraft(company.db)).toBeNull();
  mine?.release();
  expect((await claimNewDraft(company.db))?.draft.expenseId).toBe(expenseId);
});

test('the second form gets the next draft that is free', async () => {
  const ids = [await keep(), await keep()];
  const claimed = [await claimNewDraft(company.db), await claimNewDraft(company.db)].map((claim) => claim?.draft.expenseId);
  expect(new Set(claimed)).toEqual(new Set(ids));
});

test('without drafts there is nothing to restore', async () => {
  expect(await claimNewDraft(company.db)).toBeNull();
});
