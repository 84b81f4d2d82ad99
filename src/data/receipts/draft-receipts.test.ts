import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createExpense } from '#data/expenses/expenses.commands.ts';
import { hasUnsyncedWork, NOTHING_UNSYNCED, workOn } from '#data/session/unsynced-work.ts';
import { type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { addReceipt } from './add-receipt.ts';
import { adoptStrays, dropKept, isTakenIn, prepareKept, receiptsKeptFor, takeInFile, tryKeptAgain } from './draft-receipts.ts';
import type { ShrinkImage } from './images.ts';
import { sha256Hex } from './prepare-receipt.ts';

const taxi = {
  category_id: null,
  vendor_id: null,
  customer_id: null,
  description: 'Taxi',
  amount: 23.8,
  currency: 'EUR',
  tax_rate: 19,
  tax_amount: 3.8,
  expense_date: '2026-01-30',
  is_billable: false,
  is_reimbursable: true,
  paid_on: null,
  payment_method: 'cash',
} as const;
const PHOTO = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
const photo = () => new File([PHOTO], 'taxi.jpg', { type: 'image/jpeg' });
const keeps: ShrinkImage = () => Promise.resolve({ stored: null, thumbnail: new Blob(['tiny']) });
let company: LocalCompany;
let place: { kind: 'new' | 'edit'; recordId: string };
beforeEach(async () => {
  company = await localCompany();
  place = { kind: 'new', recordId: company.ctx.newId() };
});
afterEach(() => company.stop());

async function picked(at = place): Promise<string> {
  const id = company.ctx.newId();
  await takeInFile(company.db, at, { id, file: photo() });
  return id;
}

test('[SYNC-67] a picked file is on the device before it is decoded, and stays when the browser dies of it', async () => {
  const id = await picked();
  void prepareKept(company.db, place, id, () => new Promise(() => undefined)); // never comes back
  const [kept] = await receiptsKeptFor(company.db, place);
  expect([kept?.id, new Uint8Array(await kept!.raw!.arrayBuffer())]).toEqual([id, PHOTO]);
  expect(await prepareKept(company.db, place, id, keeps)).toMatchObject({ id, name: 'taxi.jpg', mimeType: 'image/jpeg' });
  expect((await receiptsKeptFor(company.db, place))[0]).toMatchObject({ raw: null, made: { id } });
});

test('[SYNC-67] a photo that twice took the browser with it is taken as it is', async () => {
  const id = await picked();
  for (let n = 0; n < 2; n += 1) {
    await company.db.device.drafts.toCollection().modify((row) => void ((row.values as { tries: number }).tries += 1));
  }
  const kills: ShrinkImage = () => Promise.reject(new Error('out of memory'));
  const made = await prepareKept(company.db, place, id, kills);
  expect(made?.sha256).toBe(await sha256Hex(PHOTO.buffer));
});

test('[SYNC-67] a photo that could not be decoded, perhaps for want of memory, stays, and is taken as it is the next time', async () => {
  const id = await picked();
  const noMemory: ShrinkImage = () => Promise.reject(new Error('out of memory'));
  const told = { code: 'file_type_refused', data: { reason: 'undecoded', isKept: true, name: 'taxi.jpg' } };
  await expect(prepareKept(company.db, place, id, noMemory)).rejects.toMatchObject(told);
  expect((await receiptsKeptFor(company.db, place))[0]?.raw?.size).toBe(PHOTO.length);
  expect((await prepareKept(company.db, place, id, noMemory))?.sha256).toBe(await sha256Hex(PHOTO.buffer));
});

test('[SYNC-67] a kept copy that could not be read just now stays, and is prepared as any other the next time', async () => {
  const id = await picked();
  const read = vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('busy', 'NotReadableError'));
  try {
    for (let n = 0; n < 3; n += 1)
      await expect(prepareKept(company.db, place, id, keeps)).rejects.toMatchObject({ data: { reason: 'unreadable', isKept: true } });
  } finally {
    read.mockRestore();
  }
  const thumbnail = new Blob(['drawn']);
  expect(await prepareKept(company.db, place, id, async () => ({ stored: null, thumbnail }))).toMatchObject({ id, thumbnail: { size: 5 } });
});

test('[SYNC-67] a HEIC photo that this browser could not decode twice is left alone, but stays until a person tries it again or removes it', async () => {
  const id = company.ctx.newId();
  await takeInFile(company.db, place, { id, file: new File([new Uint8Array([0, 0, 0, 24]), 'ftypheic'], 'IMG_1.HEIC') });
  let tries = 0;
  const cannot: ShrinkImage = () => Promise.reject(new Error(`no ${(tries += 1)}`));
  for (const tried of [1, 2, 2]) {
    const told = { data: { reason: 'heic_not_decodable', isKept: true } };
    await expect(prepareKept(company.db, place, id, cannot)).rejects.toMatchObject(told);
    expect([tries, (await receiptsKeptFor(company.db, place)).length]).toEqual([tried, 1]);
  }
  const draws: ShrinkImage = async () => ({ stored: new Blob(['jpeg']), thumbnail: new Blob(['tiny']) });
  expect(await tryKeptAgain(company.db, place, id, draws)).toMatchObject({ id, name: 'IMG_1.jpg', mimeType: 'image/jpeg' });
});

test('a file that is no receipt is refused with the reason, and not kept', async () => {
  const id = company.ctx.newId();
  await takeInFile(company.db, place, { id, file: new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'logo.svg') });
  await expect(prepareKept(company.db, place, id, keeps)).rejects.toMatchObject({ code: 'file_type_refused', data: { reason: 'svg' } });
  expect(await receiptsKeptFor(company.db, place)).toEqual([]);
  const empty = new File([], 'empty.pdf');
  await expect(takeInFile(company.db, place, { id, file: empty })).rejects.toMatchObject({ code: 'file_empty' });
});

test('a full disk refuses the file and says so; what was there stays', async () => {
  const id = await picked();
  const full = () => {
    throw new DOMException('no room left', 'QuotaExceededError');
  };
  company.db.device.drafts.hook('creating', full);
  await expect(picked()).rejects.toMatchObject({ code: 'storage_full' });
  company.db.device.drafts.hook('creating').unsubscribe(full);
  company.db.device.drafts.hook('updating', full);
  await expect(prepareKept(company.db, place, id, keeps)).rejects.toMatchObject({ code: 'storage_full' });
  const noMemory: ShrinkImage = () => Promise.reject(new Error('out of memory'));
  await expect(prepareKept(company.db, place, id, noMemory)).rejects.toMatchObject({ code: 'file_type_refused', data: { isKept: true } });
  expect((await receiptsKeptFor(company.db, place))[0]?.raw?.size).toBe(PHOTO.length);
});

test('[SYNC-67] two tabs with the same edit open do not write over each other’s files', async () => {
  const edit = { kind: 'edit', recordId: company.ctx.newId() } as const;
  const ids = [await picked(edit), await picked(edit)];
  await dropKept(company.db, edit, [ids[0]!]); // one tab saved
  expect((await receiptsKeptFor(company.db, edit)).map(({ id }) => id)).toEqual([ids[1]]);
});

test('[SYNC-67] what was picked in the moment before the draft was kept comes into the next form, unless its own draft is there', async () => {
  const [lost, kept] = [company.ctx.newId(), company.ctx.newId()];
  const id = await picked({ kind: 'new', recordId: lost });
  await picked({ kind: 'new', recordId: kept });
  const draft = { company_id: company.ctx.companyId, values: {}, changed_at: '' };
  await company.db.device.drafts.put({ ...draft, key: `expense:${company.ctx.companyId}:new:${kept}` });
  await adoptStrays(company.db, place);
  expect((await receiptsKeptFor(company.db, place)).map((receipt) => receipt.id)).toEqual([id]);
  expect(await receiptsKeptFor(company.db, { kind: 'new', recordId: kept })).toHaveLength(1);
});

test('[SYNC-67] what was picked for a record that is saved comes into no other form', async () => {
  const saved = company.ctx.newId();
  const id = await picked({ kind: 'new', recordId: saved });
  await createExpense(company.db, { id: saved, input: taxi }, company.ctx);
  await adoptStrays(company.db, place);
  expect(await receiptsKeptFor(company.db, place)).toEqual([]);
  expect((await receiptsKeptFor(company.db, { kind: 'edit', recordId: saved })).map((receipt) => receipt.id)).toEqual([id]);
});

test('a shared file is known again in its draft and as a receipt', async () => {
  const id = await picked();
  expect(await isTakenIn(company.db, id)).toBe(true);
  await addReceipt(company.db, company.ctx, { expenseId: null, file: photo(), id }, keeps);
  await dropKept(company.db, place, [id]);
  expect([await isTakenIn(company.db, id), await isTakenIn(company.db, company.ctx.newId())]).toEqual([true, false]);
});

test('[SYNC-71] a receipt in a draft is work that signing out would lose', async () => {
  const id = await picked();
  const { device, companyId } = company.db;
  expect(await workOn(device)).toMatchObject({ receipts: 1 });
  expect(await workOn(device, 'another')).toMatchObject({ receipts: 0 });
  await addReceipt(company.db, company.ctx, { expenseId: place.recordId, file: photo(), id }, keeps); // saved half: one thing to a person
  const work = await workOn(device, companyId);
  expect([work, hasUnsyncedWork(work)]).toEqual([{ ...NOTHING_UNSYNCED, receipts: 1, things: [id] }, true]);
});
