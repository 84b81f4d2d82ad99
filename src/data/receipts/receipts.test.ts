import { afterEach, beforeEach, expect, test } from 'vitest';
import { outboxKey } from '#data/changes/outbox-row.ts';
import { writeStored } from '#data/core/stored.ts';
import { originalId } from '#data/device/waiting-receipt.ts';
import type { StoredFile } from '#domain/files/file.ts';
import { justBefore, type LocalCompany, localCompany, takesOff } from '#tests/support/local-company.ts';
import { isRemovalNoted } from './object-removals.ts';
import { addReceipt } from './add-receipt.ts';
import type { ShrinkImage } from './images.ts';
import { sha256Hex } from './prepare-receipt.ts';
import { discardUpload, removeReceipt } from './receipt-commands.ts';
import { asBlob, cacheFile, localBytes, thumbnailId } from './receipt-store.ts';
import { receiptUrl, signedUrl } from './receipt-url.ts';

const shrink: ShrinkImage = () => Promise.resolve({ stored: null, thumbnail: new Blob(['tiny'], { type: 'image/jpeg' }) });
const photo = () => new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])], 'taxi.jpg');
let company: LocalCompany;
beforeEach(async () => void (company = await localCompany()));
afterEach(() => company.stop());
const add = (ctx = company.ctx) => addReceipt(company.db, ctx, { expenseId: null, file: photo() }, shrink);

test('[SYNC-60] when a receipt is taken in, its bytes and their hash are in the device database and the record is in the outbox', async () => {
  const { file } = await add();
  const kept = await company.db.device.receipts.get(file.id);
  expect(kept).toMatchObject({ state: 'waiting', path: `${company.ctx.companyId}/${file.id}.jpg`, sha256: file.sha256 });
  expect(await sha256Hex(await asBlob(kept!).arrayBuffer())).toBe(file.sha256);
  expect(await company.db.device.outbox.get(outboxKey('files', file.id))).toMatchObject({
    op: 'upsert',
    mine: { name: 'taxi.jpg', size: 7 },
  });
  expect(await company.db.device.cached_files.get(thumbnailId(file.id))).toMatchObject({ mime_type: 'image/jpeg' });
});

test('without the key nothing is taken in', async () => {
  await expect(add(company.as(company.ctx.userId, 'files.view'))).rejects.toMatchObject({ code: 'not_allowed' });
  expect(await company.db.device.receipts.count()).toBe(0);
});

test('[SYNC-60] a record that cannot be written leaves no bytes behind', async () => {
  company.db.device.outbox.hook('creating', () => {
    throw new DOMException('no room left', 'QuotaExceededError');
  });
  await expect(add()).rejects.toMatchObject({ code: 'storage_full' });
  expect(await company.db.device.receipts.count()).toBe(0);
});

test('[SYNC-60] the receipt of a draft that is saved twice, also in two tabs at once, is one with its bytes', async () => {
  const id = company.ctx.newId();
  const save = () => addReceipt(company.db, company.ctx, { expenseId: null, file: photo(), id }, shrink);
  const [one, two] = await Promise.all([save(), save()]);
  expect([one.file.id, two.file.id, (await save()).file.id]).toEqual([id, id, id]);
  expect(await company.db.device.receipts.toCollection().primaryKeys()).toEqual([id]);
});

test('removing a receipt that was never sent, with its original, leaves nothing to do on the server', async () => {
  const scaled: ShrinkImage = () => Promise.resolve({ stored: new Blob(['abc']), thumbnail: new Blob(['tiny']) });
  const { file } = await addReceipt(company.db, company.ctx, { expenseId: null, file: photo() }, scaled);
  expect(await company.db.device.receipts.count()).toBe(2);
  await removeReceipt(company.db, company.ctx, file.id);
  expect([
    await company.db.device.receipts.count(),
    await company.db.device.outbox.count(),
    await company.db.device.meta.count(),
    await company.db.device.cached_files.count(),
  ]).toEqual([0, 0, 0, 0]);
});

test('[SYNC-65] bytes of a receipt that is being sent by the time it is removed stay until the server has taken the removal', async () => {
  const { db, ctx } = company;
  const { file } = await add();
  await removeReceipt(
    justBefore(db, () => takesOff(company, 'files', file.id)),
    ctx,
    file.id,
  );
  expect([await db.device.receipts.count(), await isRemovalNoted(db, file.path)]).toEqual([1, true]);
});

test('removing one that may have been sent notes the stored object for removal', async () => {
  const { file } = await add();
  await company.db.device.receipts.update(file.id, { state: 'uploading' });
  await removeReceipt(company.db, company.ctx, file.id);
  expect(await company.db.device.meta.toCollection().primaryKeys()).toEqual([`remove-object:${company.ctx.companyId}:${file.path}`]);
});

test('[SYNC-65] bytes that wait of a receipt the server knows stay until it has taken the removal', async () => {
  const { file } = await add();
  const { device } = company.db;
  const original = {
    original_path: `${company.ctx.companyId}/${file.id}.heic`,
    original_mime_type: 'image/heic',
    original_size: 7,
  } as const;
  await device.outbox.clear();
  await writeStored(company.db, 'files', new Map([[file.id, { ...file, ...original, original_sha256: 'a'.repeat(64) }]]));
  const [picture] = await device.receipts.toArray();
  await device.receipts.put({ ...picture!, id: originalId(file.id), path: original.original_path });
  await removeReceipt(company.db, company.ctx, file.id);
  expect(await device.receipts.toCollection().primaryKeys()).toEqual([file.id, originalId(file.id)].toSorted());
  const noted = (await device.meta.toCollection().primaryKeys()) as string[];
  expect(noted.toSorted()).toEqual(
    [original.original_path, file.path].map((path) => `remove-object:${company.ctx.companyId}:${path}`).toSorted(),
  );
});

test("somebody else's receipt is removed only by who may delete files", async () => {
  const { file } = await add();
  const colleague = company.as(company.ctx.newId(), 'files.upload', 'files.view');
  await expect(removeReceipt(company.db, colleague, file.id)).rejects.toMatchObject({ code: 'not_allowed' });
});

test('giving up a refused upload removes bytes, record and issue', async () => {
  const { file } = await add();
  await company.db.device.receipts.update(file.id, { state: 'refused' });
  await discardUpload(company.db, file.id);
  expect([
    await company.db.device.receipts.count(),
    await company.db.device.outbox.count(),
    await company.db.device.issues.count(),
  ]).toEqual([0, 0, 0]);
});

test('the cache keeps within its limit and lets go what was unused longest', async () => {
  const { device, companyId: company_id } = company.db;
  const cached = (id: string, used_at: string, size = 40) => ({
    id,
    company_id,
    sha256: 'x',
    mime_type: 'image/png',
    size,
    bytes: new Blob(['x']),
    used_at,
  });
  for (const [id, at] of [
    ['a', '2000'],
    ['b', '2001'],
    ['c', '2002'],
  ] as const)
    await cacheFile(device, cached(id, at), 100);
  expect(await device.cached_files.toCollection().primaryKeys()).toEqual(['b', 'c']);
  await localBytes(device, 'b', new Date()); // looked at again
  await cacheFile(device, cached('d', '2003'), 100);
  expect(await device.cached_files.toCollection().primaryKeys()).toEqual(['b', 'd']);
  await cacheFile(device, cached('huge', '2004', 1_000), 100);
  expect(await device.cached_files.toCollection().primaryKeys()).toEqual(['huge']);
});

test('a receipt on this device is shown from it; one that is not, offline, is not', async () => {
  const { file } = await add();
  const offline = { isOnline: () => false };
  expect((await receiptUrl(company.db, file, offline))?.url).toMatch(/^blob:/);
  expect(await receiptUrl(company.db, { ...file, id: company.ctx.newId(), path: 'x' }, offline)).toBeNull();
});

test('a signed URL lasts 600 s and is reused until 5 s before its end; none given means nothing', async () => {
  let nowMs = 1_000_000;
  const asked: number[] = [];
  const db = { ...company.db, clock: { ...company.db.clock, nowMs: () => nowMs } };
  const storage = {
    from: () => ({
      createSignedUrl: (_path: string, seconds: number) =>
        Promise.resolve({ data: { signedUrl: `https://signed.example/${asked.push(seconds)}` }, error: null }),
    }),
  };
  const parts = { isOnline: () => true, client: () => Promise.resolve({ storage } as never) };
  const file = { id: company.ctx.newId(), path: company.ctx.newId() } as StoredFile;
  const first = await signedUrl(db, file, parts);
  nowMs += 594_999;
  expect(await signedUrl(db, file, parts)).toBe(first);
  nowMs += 1;
  expect(await signedUrl(db, file, parts)).not.toBe(first);
  nowMs -= 3_600_000; // the clock was an hour ahead
  await signedUrl(db, file, parts);
  expect(asked).toEqual([600, 600, 600]);
  const refuses = { from: () => ({ createSignedUrl: () => Promise.resolve({ data: null, error: new Error('no') }) }) };
  expect(
    await signedUrl(db, { ...file, path: 'other' }, { isOnline: () => true, client: () => Promise.resolve({ storage: refuses } as never) }),
  ).toBeNull();
});
