import { afterEach, beforeEach, expect, test } from 'vitest';
import { fillDisk } from '#tests/support/full-disk.ts';
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

test('a tab that is too busy to hear in time that a draft is free gets it all the same', async () => {
  const recordId = await keep();
  // The browser gives the lock, and the page hears first that it has waited too long.
  const busy = {
    request: (_name: string, options: LockOptions, held: (lock: Lock | null) => unknown) =>
      options.signal ? Promise.reject(new DOMException('waited too long', 'TimeoutError')) : Promise.resolve(held({} as Lock)),
  } as unknown as LockManager;
  expect((await shelf.claimNew(company.db, busy))?.recordId).toBe(recordId);
});

test('what a full disk does not take comes back in this tab all the same, and is kept once there is room', async () => {
  const { db } = company;
  const [place, edit] = [{ kind: 'new', recordId: company.ctx.newId() } as const, { kind: 'edit', recordId: company.ctx.newId() } as const];
  await shelf.keep(db, place, { text: 'Note' });
  const makeRoom = await fillDisk(db.device);
  for (const each of [place, edit])
    await expect(shelf.keep(db, each, { text: 'Longer note' })).rejects.toMatchObject({ code: 'storage_full' });
  const claimed = await shelf.claimNew(db);
  claimed?.release();
  expect([claimed?.draft, (await shelf.ofEdit(db, edit.recordId))?.draft]).toEqual([{ text: 'Longer note' }, { text: 'Longer note' }]);
  expect(await draftShelf('letter').claimNew(db)).toBeNull();
  makeRoom();
  await shelf.keep(db, place, { text: 'Longest note' });
  expect((await db.device.drafts.toArray()).map(({ values }) => values)).toEqual([{ text: 'Longest note' }]);
  await db.device.drafts.clear(); // discarded in another tab
  expect(await shelf.claimNew(db)).toBeNull();
  for (const each of [place, edit]) await shelf.discard(db, each);
  expect([await shelf.claimNew(db), await shelf.ofEdit(db, edit.recordId)]).toEqual([null, null]);
});

test('without drafts there is nothing to restore', async () => {
  expect(await shelf.claimNew(company.db)).toBeNull();
});

test('a form hears when its draft is gone, not before there was one, nor of another record', async () => {
  const { db } = company;
  const [place, other] = [
    { kind: 'edit', recordId: company.ctx.newId() } as const,
    { kind: 'edit', recordId: company.ctx.newId() } as const,
  ];
  await shelf.keep(db, { kind: 'edit', recordId: company.ctx.newId() }, { text: 'Note' });
  let gone = 0;
  const stop = shelf.onGone(db, place, () => void (gone += 1));
  await shelf.keep(db, other, { text: 'Note' });
  await shelf.discard(db, other);
  await shelf.keep(db, place, { text: 'Note' });
  await shelf.keep(db, place, { text: 'Longer note' });
  await expect.poll(async () => (await shelf.ofEdit(db, place.recordId))?.draft).toEqual({ text: 'Longer note' });
  expect(gone).toBe(0);
  await expect
    .poll(async () => {
      await shelf.keep(db, place, { text: 'Longer note' }); // until the form has seen it
      await shelf.discard(db, place);
      return gone;
    })
    .toBeGreaterThan(0);
  stop();
  const heard = gone;
  await shelf.keep(db, place, { text: 'Note' });
  await shelf.discard(db, place);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(gone).toBe(heard);
});
