import type { CachedFile, DeviceDatabase, WaitingReceipt } from '#data/device/device-database.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { onDevice } from '#data/device/storage-health.ts';
import type { StoredFile } from '#domain/files/file.ts';
import { originalId } from '#data/device/waiting-receipt.ts';
import { keptUploadKey } from './kept-upload.ts';

/** Bytes of receipts kept for offline viewing; the longest unseen go first. */
export const CACHED_FILES_LIMIT = 200 * 1024 * 1024;

export const thumbnailId = (fileId: string) => `thumb:${fileId}`;
export const uploadIssueId = (fileId: string) => `files:${fileId}:upload`;

export function asBlob({ bytes, mime_type }: Pick<CachedFile, 'bytes' | 'mime_type'>): Blob {
  return bytes instanceof Blob ? bytes : new Blob([bytes], { type: mime_type });
}

/** The bytes on this device, waiting or cached; marks a cached one as just used. */
export async function localBytes(device: DeviceDatabase, fileId: string, now: Date): Promise<Blob | null> {
  const waiting = await device.receipts.get(fileId);
  if (waiting) return asBlob(waiting);
  const cached = await device.cached_files.get(fileId);
  if (!cached) return null;
  await device.cached_files.update(fileId, { used_at: now.toISOString() }).catch(() => undefined); // a full disk can still be read
  return asBlob(cached);
}

/** Adds to the cache and makes room: oldest use first, never the one just added. */
export async function cacheFile(device: DeviceDatabase, file: CachedFile, limit: number = CACHED_FILES_LIMIT): Promise<void> {
  await device.transaction('rw', device.cached_files, async () => {
    await device.cached_files.put(file);
    await trimCache(device, file.id, limit);
  });
}

async function trimCache(device: DeviceDatabase, keep: string, limit: number): Promise<void> {
  const newestFirst = await device.cached_files.orderBy('used_at').reverse().toArray();
  let total = newestFirst.find(({ id }) => id === keep)?.size ?? 0;
  const tooMuch = newestFirst.filter(({ id, size }) => id !== keep && (total += size) > limit);
  await device.cached_files.bulkDelete(tooMuch.map(({ id }) => id));
}

/** The server has read the original and keeps it: here its picture will do. */
export async function confirmOriginal(device: DeviceDatabase, rowId: string): Promise<void> {
  await device.transaction('rw', device.receipts, device.meta, async () => {
    await device.receipts.delete(rowId);
    await device.meta.delete(keptUploadKey(rowId));
  });
}

/** The server has it: from now on the copy here is only a cache. One transaction, so a crash leaves the receipt in exactly one place. */
export async function confirmUploaded(device: DeviceDatabase, receipt: WaitingReceipt, now: Date): Promise<void> {
  const { id, company_id, sha256, mime_type, size, bytes } = receipt;
  const moved = device.transaction('rw', device.receipts, device.cached_files, device.meta, async () => {
    await device.receipts.delete(id);
    await device.meta.delete(keptUploadKey(id));
    await device.cached_files.put({ id, company_id, sha256, mime_type, size, bytes, used_at: now.toISOString() });
    await trimCache(device, id, CACHED_FILES_LIMIT);
  });
  // No room for a copy: the server's will do, and the receipts behind this one get their turn.
  await Promise.resolve(moved).catch(async () => {
    await device.receipts.delete(id);
    await device.meta.delete(keptUploadKey(id));
  });
}

/** The server may have lost the bytes, or keeps others: a copy that this device kept waits for upload again (SYNC-62 says what if it has them). */
export async function uploadAgain({ device, clock }: CompanyDatabase, file: StoredFile): Promise<void> {
  const cached = await device.cached_files.get(file.id);
  if (cached?.sha256 !== file.sha256 || (await device.receipts.get(file.id))) return;
  const { id, company_id, expense_id, path, name, mime_type, size, sha256 } = file;
  const what = { id, company_id, expense_id, path, name, mime_type, size, sha256, bytes: cached.bytes };
  await device.receipts.put({
    ...what,
    queued_at: clock.now().toISOString(),
    attempts: 0,
    last_error: null,
    next_try_at: null,
    state: 'waiting',
  });
}

/** Nothing of the receipt stays on this device, nor a question about its upload. */
export async function dropBytes(device: DeviceDatabase, fileId: string): Promise<void> {
  const drop = async () => {
    const rows = [fileId, originalId(fileId)];
    await device.receipts.bulkDelete(rows);
    await device.meta.bulkDelete(rows.map(keptUploadKey));
    await device.cached_files.bulkDelete([fileId, thumbnailId(fileId)]);
    await device.issues.bulkDelete(rows.map(uploadIssueId));
  };
  await onDevice(device.transaction('rw', device.receipts, device.cached_files, device.issues, device.meta, drop));
}
