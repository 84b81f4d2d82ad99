import { afterEach, beforeEach, expect, test } from 'vitest';
import { newRecord } from '#data/core/command-context.ts';
import { writeStored } from '#data/core/stored.ts';
import { insertRecord } from '#data/core/write.ts';
import { fillDisk } from '#tests/support/full-disk.ts';
import { changedElsewhere, type LocalCompany, localCompany, shown } from '#tests/support/local-company.ts';
import { vendorOf } from '#tests/sync/records.ts';
import { draftShelf } from './draft-shelf.ts';

const shelf = draftShelf<{ text: string }>('note', { collection: 'vendors' });

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
  const mine = await shelf.claimNew(company.db, company.ctx);
  expect(mine).toMatchObject({ recordId, draft: { text: 'Note' } });
  expect(await shelf.claimNew(company.db, company.ctx)).toBeNull();
  mine?.release();
  expect((await shelf.claimNew(company.db, company.ctx))?.recordId).toBe(recordId);
});

test('the second form gets the next draft that is free', async () => {
  const ids = [await keep(), await keep()];
  const claimed = [await shelf.claimNew(company.db, company.ctx), await shelf.claimNew(company.db, company.ctx)].map(
    (claim) => claim?.recordId,
  );
  expect(new Set(claimed)).toEqual(new Set(ids));
});

test('a draft that the browser was too busy to give in time is had all the same', async () => {
  const recordId = await keep();
  const busy = {
    request: (_name: string, options: LockOptions, held: (lock: Lock | null) => unknown) =>
      options.signal ? Promise.reject(new DOMException('waited too long', 'TimeoutError')) : Promise.resolve(held({} as Lock)),
  } as unknown as LockManager;
  expect((await shelf.claimNew(company.db, company.ctx, busy))?.recordId).toBe(recordId);
});

test('a page that was busy while the browser gave it the draft has it, though its patience is over', async () => {
  const recordId = await keep();
  const request = (_name: string, { signal }: LockOptions, held: (lock: Lock | null) => unknown) =>
    new Promise((resolve, reject) => {
      if (!signal) return resolve(held(null)); // the browser takes it for held
      const grant = setTimeout(() => resolve(held({} as Lock)), 201);
      signal.addEventListener('abort', () => {
        clearTimeout(grant);
        reject(signal.reason as Error);
      });
      // Afterwards two tasks wait: that the patience is over, and behind it the grant.
      for (const start = performance.now(); performance.now() < start + 230;);
      return undefined;
    });
  const claimed = await shelf.claimNew(company.db, company.ctx, { request } as unknown as LockManager);
  expect(claimed?.recordId).toBe(recordId);
});

test('what a full disk does not take comes back in this tab all the same, and is kept once there is room', async () => {
  const { db } = company;
  const [place, edit] = [{ kind: 'new', recordId: company.ctx.newId() } as const, { kind: 'edit', recordId: company.ctx.newId() } as const];
  await shelf.keep(db, place, { text: 'Note' });
  const makeRoom = await fillDisk(db.device);
  for (const each of [place, edit])
    await expect(shelf.keep(db, each, { text: 'Longer note' })).rejects.toMatchObject({ code: 'storage_full' });
  const claimed = await shelf.claimNew(db, company.ctx);
  claimed?.release();
  expect([claimed?.draft, (await shelf.ofEdit(db, edit.recordId))?.draft]).toEqual([{ text: 'Longer note' }, { text: 'Longer note' }]);
  expect(await draftShelf('letter', { collection: 'vendors' }).claimNew(db, company.ctx)).toBeNull();
  makeRoom();
  await shelf.keep(db, place, { text: 'Longest note' });
  expect((await db.device.drafts.toArray()).map(({ values }) => values)).toEqual([{ text: 'Longest note' }]);
  await db.device.drafts.clear(); // discarded in another tab
  expect(await shelf.claimNew(db, company.ctx)).toBeNull();
  for (const each of [place, edit]) await shelf.discard(db, each);
  expect([await shelf.claimNew(db, company.ctx), await shelf.ofEdit(db, edit.recordId)]).toEqual([null, null]);
});

test('without drafts there is nothing to restore', async () => {
  expect(await shelf.claimNew(company.db, company.ctx)).toBeNull();
});

/** As a form saves it. */
const save = async (id: string) => {
  const { created_at: at, company_id } = newRecord(company.ctx);
  await shelf.beginSaving(company.db, { kind: 'new', recordId: id });
  return insertRecord(company.db, 'vendors', vendorOf({ id, company_id, at }, 'Acme'));
};
/** The server has it, and dates it by its own clock. */
const dated = async (id: string, at: string) =>
  changedElsewhere(company, 'vendors', await shown(company, 'vendors', id), { updated_at: at });
const kept = async () => (await company.db.device.drafts.toCollection().primaryKeys()).map((key) => key.split(':').slice(2).join(':'));
const aMomentLater = () => new Promise((resolve) => setTimeout(resolve, 5));

test('a draft whose record is here is new no more: it goes, and the next one comes', async () => {
  const { db, ctx } = company;
  const next = await keep();
  await aMomentLater();
  const saved = await keep();
  await save(saved);
  expect((await shelf.claimNew(db, ctx))?.recordId).toBe(next);
  expect(await kept()).toEqual([`new:${next}`]);
});

test('a draft of which only the intent to save it is on the device is new no more, one whose record was deleted is', async () => {
  const { db, ctx } = company;
  const id = await keep();
  await save(id);
  await writeStored(db, 'vendors', new Map([[id, null]]));
  expect(await shelf.claimNew(db, ctx)).toBeNull();
  await shelf.keep(db, { kind: 'new', recordId: id }, { text: 'Note' });
  await db.device.outbox.toCollection().modify({ mine: null });
  expect((await shelf.claimNew(db, ctx))?.recordId).toBe(id);
});

test('what a save had left to do is done before its draft goes; where that fails it waits, and keeps nobody from the next', async () => {
  const { db, ctx } = company;
  let isFull = true;
  const done: string[] = [];
  const careful = draftShelf<{ text: string }>('note', {
    collection: 'vendors',
    complete: async (_db, _ctx, { recordId }) => {
      if (isFull) throw new Error('no room');
      done.push(recordId);
    },
  });
  const [next, saved] = [await keep(), await keep()];
  await save(saved);
  const claimed = await careful.claimNew(db, ctx);
  expect([claimed?.recordId, (await kept()).length, done]).toEqual([next, 2, []]);
  claimed?.release();
  isFull = false;
  expect((await careful.claimNew(db, ctx))?.recordId).toBe(next);
  expect([await kept(), done]).toEqual([[`new:${next}`], [saved]]);
});

test.each(['2000-01-01T00:00:00Z', '2100-01-01T00:00:00Z'])(
  'a draft whose save died before it was forgotten goes, whatever clock dated the record: %s',
  async (at) => {
    const id = await keep();
    await save(id);
    await dated(id, at);
    expect(await shelf.claimNew(company.db, company.ctx)).toBeNull();
    expect(await kept()).toEqual([]);
  },
);

test.each(['2000-01-01T00:00:00Z', '2100-01-01T00:00:00Z'])(
  'what was typed after its record was saved comes back as an edit of it, whatever clock dated the record: %s',
  async (at) => {
    const id = await keep();
    await save(id);
    await dated(id, at);
    await shelf.keep(company.db, { kind: 'new', recordId: id }, { text: 'Typed on' });
    expect(await shelf.claimNew(company.db, company.ctx)).toBeNull();
    expect((await shelf.ofEdit(company.db, id))?.draft).toEqual({ text: 'Typed on' });
  },
);

test('what a full disk did not take goes too, once it was saved', async () => {
  const { db, ctx } = company;
  const id = ctx.newId();
  const makeRoom = await fillDisk(db.device);
  await expect(shelf.keep(db, { kind: 'new', recordId: id }, { text: 'Note' })).rejects.toMatchObject({ code: 'storage_full' });
  makeRoom();
  await save(id);
  expect([await shelf.claimNew(db, ctx), await shelf.ofEdit(db, id)]).toEqual([null, null]);
});

test('what was typed after its record was saved comes back as an edit of it, unless another edit is begun', async () => {
  const { db, ctx } = company;
  const [id, other] = [ctx.newId(), ctx.newId()];
  for (const each of [id, other]) await save(each);
  await shelf.keep(db, { kind: 'edit', recordId: other }, { text: 'Begun' });
  for (const recordId of [id, other]) await shelf.keep(db, { kind: 'new', recordId }, { text: 'Typed on' });
  expect(await shelf.claimNew(db, ctx)).toBeNull();
  expect((await shelf.ofEdit(db, id))?.draft).toEqual({ text: 'Typed on' });
  expect((await shelf.ofEdit(db, other))?.draft).toEqual({ text: 'Begun' });
  expect((await kept()).toSorted()).toEqual([`edit:${id}`, `edit:${other}`, `new:${other}`].toSorted());
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
