import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { draftShelf } from './draft-shelf.ts';

const shelf = draftShelf<{ text: string }>('note');

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(() => company.stop());

const keep = async () => {
  const recordId = company.ctx.newId();
  await shelf.keep(company.db, { kind: 'new', recordId }, { text: 'Note' });
  return recordId;
};

test('a draft that one form has open is not opened by another tab', async () => {
  const recordId = await keep();
  const mine = await shelf.claimNew(company.db);
  expect(mine).toMatchObject({ recordId, draft: { text: 'Note' } });
  expect(await shelf.claimNew(company.db)).toBeNull();
  mine?.release();
  expect((await shelf.claimNew(company.db))?.recordId).toBe(recordId);
});

test('the second form gets the next draft that is free', async () => {
  const ids = [await keep(), await keep()];
  const claimed = [await shelf.claimNew(company.db), await shelf.claimNew(company.db)].map((claim) => claim?.recordId);
  expect(new Set(claimed)).toEqual(new Set(ids));
});

test('without drafts there is nothing to restore', async () => {
  expect(await shelf.claimNew(company.db)).toBeNull();
});
