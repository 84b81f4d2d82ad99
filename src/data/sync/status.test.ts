import 'fake-indexeddb/auto';
import { firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { atHand } from '#data/core/at-hand.ts';
import { addReceipt } from '#data/receipts/add-receipt.ts';
import type { ShrinkImage } from '#data/receipts/images.ts';
import { uploadIssueId } from '#data/receipts/receipt-store.ts';
import { NOTHING_UNSYNCED, unsyncedWorkOf } from '#data/session/unsynced-work.ts';
import { freshSyncState } from '#data/changes/sync-state.ts';
import type { StoredFile } from '#domain/files/file.ts';
import { type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { recordStatuses, syncSummary$ } from './status.ts';

let company: LocalCompany;
beforeEach(async () => void (company = await localCompany()));
afterEach(() => company.stop());

const shrink: ShrinkImage = () => Promise.resolve({ stored: null, thumbnail: new Blob(['tiny']) });
const jpeg = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])], 'photo.jpg');
const capture = async (): Promise<StoredFile> => (await addReceipt(company.db, company.ctx, { expenseId: null, file: jpeg }, shrink)).file;
const summary = () => firstValueFrom(syncSummary$(company.db));
const unsynced = () => unsyncedWorkOf(company.db.device.name.replace('kontor-device-', ''));

test('a change that waits because something is asked about it, and a receipt that was refused, are one thing each', async () => {
  const file = await capture();
  const key = `files:${file.id}`;
  await company.db.device.issues.put({ id: 'x', key, company_id: company.ctx.companyId } as never);
  await expect.poll(summary).toMatchObject({ waiting: 1, issues: 1, unsynced: 1 });
  await company.db.device.outbox.clear();
  await expect.poll(summary).toMatchObject({ waiting: 0, issues: 1, unsynced: 1 });
  await company.db.device.issues.clear();
  await expect.poll(summary).toMatchObject({ waiting: 1, issues: 0, unsynced: 1 });
});

test('a receipt whose record and bytes both wait counts once', async () => {
  await capture();
  expect((await summary()).waiting).toBe(1);
  expect(await unsynced()).toMatchObject({ changes: 0, receipts: 1, issues: 0, drafts: 0, numbers: 0 });
});

test('nothing is called synced while the bytes of a receipt are only on this device', async () => {
  await capture();
  await company.db.device.outbox.clear();
  expect((await summary()).waiting).toBe(1);
  await company.db.device.receipts.clear();
  expect(await unsynced()).toEqual(NOTHING_UNSYNCED);
});

test('a refused upload needs a person and no longer waits', async () => {
  const file = await capture();
  await company.db.device.outbox.clear();
  const key = `files:${file.id}`;
  const question = { company_id: company.ctx.companyId, collection: 'files', doc_id: file.id, kind: 'rejected', created_at: '2026-01-31' };
  const details = { mine: file, theirs: null, base: null, fields: [], code: null, message: null, details: null };
  await company.db.device.issues.put({ id: uploadIssueId(file.id), key, ...question, ...details } as never);
  expect(await summary()).toMatchObject({ waiting: 0, issues: 1 });
  expect(await unsynced()).toMatchObject({ changes: 0, receipts: 1, issues: 0, drafts: 0, numbers: 0 });
});

test('without a network nothing is called synced, though the engine has not noticed yet', async () => {
  await company.db.device.sync_state.put({ ...freshSyncState(company.ctx.companyId, null), activity: 'idle', loaded: true });
  expect((await summary()).state).toBe('idle');
  vi.stubGlobal('navigator', { onLine: false });
  const offline = { state: 'offline', reason: 'network' };
  expect([await summary(), atHand(syncSummary$(company.db))?.value]).toMatchObject([offline, offline]);
  vi.unstubAllGlobals();
});

test('what the badge of a record says is at hand for whoever comes later, and for nobody once nobody looks', async () => {
  const file = await capture();
  const { follow, now } = recordStatuses(company.db);
  expect(now('files', file.id)).toBeUndefined();
  const heard = Promise.withResolvers<void>();
  const leave = follow(() => heard.resolve());
  await heard.promise;
  expect([now('files', file.id), now('files', 'another')]).toEqual(['saved_on_device', 'synced']);
  const leaveToo = follow(() => undefined);
  leave();
  expect(now('files', file.id)).toBe('saved_on_device');
  leaveToo();
  await expect.poll(() => now('files', file.id)).toBeUndefined();
});
