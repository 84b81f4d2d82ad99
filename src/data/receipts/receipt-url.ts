import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { StoredFile } from '#domain/files/file.ts';
import { log } from '#platform/log/log.ts';
import { isOnlineHint } from '#platform/network/network.ts';
import { ownClient } from '#data/sync/own-client.ts';
import type { ShrinkImage } from './images.ts';
import { sha256Hex } from './prepare-receipt.ts';
import { asBlob, cacheFile, localBytes, thumbnailId } from './receipt-store.ts';
import { shrinkInWorker } from './shrink-in-worker.ts';
import { type UploadClient, UPLOADS_BUCKET } from './upload-outcome.ts';

/** Spec §9. */
export const SIGNED_URL_SECONDS = 600;
export const SIGNED_URL_MARGIN_SECONDS = 5;

/** An address the page can show; `release` it when it is off the screen. */
export type ReceiptUrl = { readonly url: string; release(): void };
type Parts = { readonly client?: () => Promise<UploadClient>; readonly isOnline?: () => boolean };

/** The bytes of a receipt: from this device, else from the server, and then kept for the next time offline. Null when neither has them now. */
export async function receiptBytes(
  db: CompanyDatabase,
  file: StoredFile,
  { client = ownClient(db.userId), isOnline = isOnlineHint }: Parts = {},
): Promise<Blob | null> {
  const local = await localBytes(db.device, file.id, db.clock.now());
  if (local || !isOnline()) return local;
  try {
    const { data, error } = await (await client()).storage.from(UPLOADS_BUCKET).download(file.path);
    if (error) throw error;
    const content = await data.arrayBuffer();
    if ((await sha256Hex(content)) !== file.sha256) throw new Error('receipt bytes do not match their hash');
    const { id, company_id, sha256, mime_type, size } = file;
    const bytes = new Blob([content], { type: mime_type });
    await cacheFile(db.device, { id, company_id, sha256, mime_type, size, bytes, used_at: db.clock.now().toISOString() }).catch(
      () => undefined,
    );
    return bytes;
  } catch (error) {
    log.warn('receipts.unreachable', { file: file.id, error });
    return null;
  }
}

/** For showing a receipt on the page: an object URL of the bytes on this device, else a signed URL; null when it can't be had now. */
export async function receiptUrl(db: CompanyDatabase, file: StoredFile, parts: Parts = {}): Promise<ReceiptUrl | null> {
  const local = await localBytes(db.device, file.id, db.clock.now());
  if (local) return objectUrl(local);
  const url = await signedUrl(db, file, parts);
  if (url === null) return null;
  void receiptBytes(db, file, parts); // the next time it shows offline too
  return { url, release: () => undefined };
}

const signed = new Map<string, { readonly url: string; readonly expiresAtMs: number }>();

/** A signed URL of 600 s; the last one is reused unless it expires within 5 s. Null when the server gives none. */
export async function signedUrl(
  db: CompanyDatabase,
  file: StoredFile,
  { client = ownClient(db.userId), isOnline = isOnlineHint }: Parts = {},
): Promise<string | null> {
  const key = `${db.userId}:${file.path}`;
  const known = signed.get(key);
  const leftMs = known ? known.expiresAtMs - db.clock.nowMs() : 0;
  // More is left than it was given: the clock was set back since.
  if (known && leftMs > SIGNED_URL_MARGIN_SECONDS * 1000 && leftMs <= SIGNED_URL_SECONDS * 1000) return known.url;
  if (!isOnline()) return null;
  try {
    const expiresAtMs = db.clock.nowMs() + SIGNED_URL_SECONDS * 1000;
    const { data, error } = await (await client()).storage.from(UPLOADS_BUCKET).createSignedUrl(file.path, SIGNED_URL_SECONDS);
    if (error) throw error;
    signed.set(key, { url: data.signedUrl, expiresAtMs });
    return data.signedUrl;
  } catch (error) {
    log.warn('receipts.no_signed_url', { file: file.id, error });
    return null;
  }
}

/** A small picture of a photo receipt, made once and kept; null for what is no picture, or when the bytes can't be had now. */
export async function receiptThumbnail(
  db: CompanyDatabase,
  file: StoredFile,
  parts: Parts & { readonly shrink?: ShrinkImage } = {},
): Promise<ReceiptUrl | null> {
  if (file.mime_type === 'application/pdf' || file.mime_type === 'application/xml') return null;
  const id = thumbnailId(file.id);
  const cached = await db.device.cached_files.get(id);
  if (cached) return objectUrl(asBlob(cached));
  const original = await receiptBytes(db, file, parts);
  if (!original) return null;
  try {
    const { thumbnail } = await (parts.shrink ?? shrinkInWorker)(original, { mustConvert: false });
    const { company_id, sha256 } = file;
    await cacheFile(db.device, {
      id,
      company_id,
      sha256,
      mime_type: 'image/jpeg',
      size: thumbnail.size,
      bytes: thumbnail,
      used_at: db.clock.now().toISOString(),
    }).catch(() => undefined);
    return objectUrl(thumbnail);
  } catch {
    return null;
  }
}

function objectUrl(blob: Blob): ReceiptUrl {
  const url = URL.createObjectURL(blob);
  return { url, release: () => URL.revokeObjectURL(url) };
}
