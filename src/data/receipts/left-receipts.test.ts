import { afterEach, beforeEach, expect, test } from 'vitest';
import { newRecord } from '#data/core/command-context.ts';
import { readStored, writeStored } from '#data/core/stored.ts';
import { freshSyncState } from '#data/changes/sync-state.ts';
import type { StoredFile } from '#domain/files/file.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { createLog } from '#platform/log/log.ts';
import { fillDisk } from '#tests/support/full-disk.ts';
import { type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { type MemoryBucket, memoryBucket } from '#tests/support/memory-bucket.ts';
import { expenseOf } from '#tests/sync/records.ts';
import { addReceipt } from './add-receipt.ts';
import { attachToExpense, discardUpload } from './receipt-commands.ts';
import { RECORD_GONE } from './receipt-questions.ts';
import { uploadIssueId } from './receipt-store.ts';
import { uploadRound } from './upload-round.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
let company: LocalCompany;
let bucket: MemoryBucket;
let onServer: Set<string>;
let laterMs: number;
beforeEach(async () => {
  company = await localCompany();
  onServer = new Set();
  bucket = memoryBucket((id) => onServer.has(id));
  laterMs = 2 * DAY_MS;
  const { db, ctx } = company;
  await db.device.sync_state.put({ ...freshSyncState(ctx.companyId, await db.rx.storageToken), loaded: true });
});
afterEach(() => company.stop());

const round = ({ isOnline = true, hurry = true } = {}) =>
  uploadRound(
    {
      db: company.db,
      client: async () => bucket.client,
      request: bucket.request,
      clock: { ...systemClock, nowMs: () => company.ctx.now().getTime() + laterMs },
      random: () => 0,
      log: createLog(() => undefined),
      isOnline: () => isOnline,
      isMetered: () => false,
    },
    () => false,
    hurry,
  );

async function syncedExpense(): Promise<string> {
  const { db, ctx } = company;
  const { id, company_id } = newRecord(ctx);
  const expense = expenseOf({ id, company_id, at: '2026-01-30T00:00:00Z' }, 'Taxi', ctx.userId, null, 10);
  await writeStored(db, 'expenses', new Map([[id, expense]]));
  return id;
}
/** A receipt whose record the server has taken, and whose bytes still wait. */
async function waiting(expenseId: string): Promise<StoredFile> {
  const photo = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])], 'taxi.jpg');
  const shrink = () => Promise.resolve({ stored: null, thumbnail: new Blob(['tiny']) });
  const { file } = await addReceipt(company.db, company.ctx, { expenseId, file: photo }, shrink);
  await company.db.device.outbox.clear();
  onServer.add(file.id);
  return file;
}
/** The pull that brings a colleague's delete. */
async function deletedThere(expenseId: string | null, file: StoredFile): Promise<void> {
  if (expenseId) await writeStored(company.db, 'expenses', new Map([[expenseId, null]]));
  await writeStored(company.db, 'files', new Map([[file.id, null]]));
  onServer.delete(file.id);
}
const kept = (id: string) => company.db.device.receipts.get(id);
const question = (id: string) => company.db.device.issues.get(uploadIssueId(id));

test('[SYNC-66] bytes whose expense a colleague deleted before they were uploaded stay, and a person is asked', async () => {
  const expenseId = await syncedExpense();
  const file = await waiting(expenseId);
  await deletedThere(expenseId, file);
  await round({ isOnline: false }); // nobody has to be online to hear of it
  expect(await question(file.id)).toMatchObject({ kind: 'deleted_there', code: RECORD_GONE, details: 'expense_deleted' });
  for (let day = 0; day < 3; day += 1) await round();
  expect(await kept(file.id)).toMatchObject({ state: 'refused', sha256: file.sha256 });
  expect(bucket.objects.size).toBe(0);
});

test('[SYNC-66] the same when only the receipt was deleted there', async () => {
  const file = await waiting(await syncedExpense());
  await deletedThere(null, file);
  await round();
  expect(await question(file.id)).toMatchObject({ details: 'receipt_deleted' });
});

test('[SYNC-66] a record that was deleted there while its bytes were on their way is missed before the bytes leave the queue', async () => {
  const expenseId = await syncedExpense();
  const file = await waiting(expenseId);
  onServer.delete(file.id); // the pull is still to come
  await round();
  expect(await kept(file.id)).toMatchObject({ state: 'waiting', last_error: 'record_missing' });
  await deletedThere(expenseId, file);
  await round();
  expect(await question(file.id)).toMatchObject({ code: RECORD_GONE });
});

test('[SYNC-63] on a full disk the question about one receipt, or what came of it, holds up none of those behind it', async () => {
  const [orphan, refused, next] = [
    await waiting(await syncedExpense()),
    await waiting(await syncedExpense()),
    await waiting(await syncedExpense()),
  ];
  await deletedThere(null, orphan);
  onServer.delete(refused.id); // its record is missed: it has to wait, which can't be noted
  const makeRoom = await fillDisk(company.db.device);
  await expect(round()).rejects.toThrow('no room left');
  expect([...bucket.objects.keys()]).toEqual([refused.path, next.path]);
  makeRoom();
  await round();
  expect([await question(orphan.id), await kept(next.id)]).toMatchObject([{ code: RECORD_GONE }, undefined]);
});

test('[SYNC-66] a record that comes back takes its bytes along, and nothing is asked any more', async () => {
  const file = await waiting(await syncedExpense());
  await deletedThere(null, file);
  await round();
  await writeStored(company.db, 'files', new Map([[file.id, file]]));
  onServer.add(file.id);
  await round();
  expect([await question(file.id), await kept(file.id)]).toEqual([undefined, undefined]);
  expect([...bucket.objects.keys()]).toEqual([file.path]);
});

test('[SYNC-66] given to another expense it is a receipt of its own there, with the same bytes', async () => {
  const { db, ctx } = company;
  const expenseId = await syncedExpense();
  const file = await waiting(expenseId);
  await deletedThere(expenseId, file);
  await round();
  const other = await syncedExpense();
  const attached = await attachToExpense(db, ctx, { fileId: file.id, expenseId: other });
  expect(attached).toMatchObject({ expense_id: other, sha256: file.sha256, name: 'taxi.jpg' });
  expect((await readStored(db, 'files', [attached.id])).size).toBe(1);
  await db.device.outbox.clear();
  onServer.add(attached.id);
  await round();
  expect([...bucket.objects.keys()]).toEqual([attached.path]);
  expect([await db.device.receipts.count(), await db.device.issues.count(), await db.device.meta.count()]).toEqual([0, 0, 0]);
});

test('[SYNC-66] given up by a person nothing of it is left, here or there', async () => {
  const file = await waiting(await syncedExpense());
  onServer.delete(file.id);
  await round(); // the bytes have arrived, the record is gone
  expect([...bucket.objects.keys()]).toEqual([file.path]);
  await deletedThere(null, file);
  await round();
  await discardUpload(company.db, file.id);
  await round();
  const { device } = company.db;
  expect([await device.receipts.count(), await device.issues.count(), await device.meta.count(), bucket.objects.size]).toEqual([
    0, 0, 0, 0,
  ]);
});

test('[SYNC-66] nobody is asked about bytes whose record is about to be written, nor while the company is still loading', async () => {
  const file = await waiting(await syncedExpense());
  await deletedThere(null, file);
  laterMs = 5_000;
  expect(await round()).toBe(60_000);
  expect(await question(file.id)).toBeUndefined();
  laterMs = 2 * DAY_MS;
  await company.db.device.sync_state.update(company.ctx.companyId, { storage_token: 'of the emptied one' });
  await round();
  expect(await question(file.id)).toBeUndefined();
});

test('[SYNC-65] in a database that is still loading no object is removed for a record that is not here yet', async () => {
  const file = await waiting(await syncedExpense());
  await round();
  await company.db.device.meta.put({ path: file.path }, `remove-object:${company.ctx.companyId}:${file.path}`); // noted, then taken back
  await deletedThere(null, file); // what an emptied database looks like
  await company.db.device.sync_state.update(company.ctx.companyId, { loaded: false });
  await round();
  expect(bucket.objects.size).toBe(1);
});

test('[SYNC-64] bytes that this device no longer gives back as they were taken in are not sent, and a person is asked', async () => {
  const file = await waiting(await syncedExpense());
  await company.db.device.receipts.update(file.id, { bytes: new Blob(['something else']) });
  await round();
  expect(await question(file.id)).toMatchObject({ kind: 'rejected', details: 'storage_failed' });
  expect(bucket.objects.size).toBe(0);
});

test('[SYNC-66] a clock that was far ahead and is right again neither holds bytes back nor the question about them', async () => {
  const [sent, left] = [await waiting(await syncedExpense()), await waiting(await syncedExpense())];
  const { receipts } = company.db.device;
  laterMs = 3650 * DAY_MS;
  bucket.way = () => Promise.reject(new TypeError('no network'));
  await round();
  await receipts.update(left.id, { queued_at: (await kept(sent.id))?.next_try_at ?? '' }); // taken in at that time, too
  await deletedThere(null, left);
  bucket.way = async () => undefined;
  laterMs = 2 * DAY_MS;
  expect(await round({ hurry: false })).toBeNull();
  expect([...bucket.objects.keys()]).toEqual([sent.path]);
  expect(await question(left.id)).toMatchObject({ code: RECORD_GONE });
});
