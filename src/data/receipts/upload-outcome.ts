import type { SupabaseClient } from '#platform/supabase/client.ts';
import type { Integrity } from '#domain/files/file.ts';
import { fileIdOf, isOriginal } from '#data/device/waiting-receipt.ts';
import { asBlob } from './receipt-store.ts';
import { sha256Hex } from './prepare-receipt.ts';
import type { DeviceDatabase, WaitingReceipt } from '#data/device/device-database.ts';
import type { StorageRequest } from './storage-request.ts';

export const UPLOADS_BUCKET = 'uploads';

/** `stored` the server has exactly these bytes · `later` nobody's fault, try again · `refused` it said no and would again. */
export type UploadOutcome =
  | { readonly kind: 'stored' }
  | { readonly kind: 'later'; readonly reason: string }
  | { readonly kind: 'refused'; readonly code: string; readonly details: string };

export type UploadClient = Pick<SupabaseClient, 'storage' | 'auth' | 'from' | 'functions'>;
export type UploadWay = { readonly client: UploadClient; readonly device: DeviceDatabase; readonly request: StorageRequest };

/** Statuses after which the same upload would be refused again; 404 is a bucket that is not there yet, not a refusal. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 415, 422]);

/**
 * Uploads one receipt to its path. The same path is the same receipt: an object that is already there is compared and, if it holds
 * these bytes, counts as uploaded; an answer that got lost or a second leader therefore never makes a double.
 */
export async function uploadOnce({ client, ...way }: UploadWay, receipt: WaitingReceipt): Promise<UploadOutcome> {
  const bytes = await intactBytes(receipt);
  if (!bytes) return { kind: 'refused', code: 'unreadable', details: 'storage_failed' };
  const bucket = client.storage.from(UPLOADS_BUCKET);
  const send = async (upsert: boolean) => {
    if (!goesInParts(receipt)) return bucket.upload(receipt.path, bytes, { contentType: receipt.mime_type, upsert });
    const { uploadInParts } = await import('./upload-in-parts.ts'); // seldom needed, and no part of the start
    const isThere = (path: string, size: number) => hasObject(client, path, size);
    return uploadInParts({ ...way, bucket: UPLOADS_BUCKET, isThere }, receipt, bytes, upsert);
  };
  const { error } = await send(false);
  if (!error) return { kind: 'stored' };
  // What the server has verified it neither takes again nor replaces: to who sends it once more that looks like a refusal.
  if (statusOf(error) !== 409 && statusOf(error) !== 403) return failure(client, error);
  const { data: there } = await bucket.download(receipt.path);
  if (there && (await sha256Hex(await there.arrayBuffer())) === receipt.sha256) return { kind: 'stored' };
  if (statusOf(error) === 403) return failure(client, error);
  // The path carries the id this device made up, so whatever is there is our own, cut short.
  const { error: replaceError } = await send(true);
  return replaceError ? failure(client, replaceError) : { kind: 'stored' };
}

/** Over a line that broke, or would take long, what has arrived must count; else one request is quicker than three. */
const goesInParts = ({ size, last_error }: WaitingReceipt): boolean => size > (last_error === null ? MEGABYTE : MEGABYTE / 8);
const MEGABYTE = 1024 * 1024;

async function hasObject(client: UploadClient, path: string, size: number): Promise<boolean> {
  const { data, error } = await client.storage.from(UPLOADS_BUCKET).info(path);
  if (error && statusOf(error) !== 404 && statusOf(error) !== 400) throw error;
  return data?.size === size;
}

/** The bytes as they were taken in; null when this device no longer gives them back. */
async function intactBytes(receipt: WaitingReceipt): Promise<Blob | null> {
  const content = await asBlob(receipt)
    .arrayBuffer()
    .catch(() => null);
  if (!content || (await sha256Hex(content)) !== receipt.sha256) return null;
  return new Blob([content], { type: receipt.mime_type });
}

/** Whether the server has the record of this file, for these eyes. Throws when it can't be asked. */
export async function isRecordStored(client: UploadClient, fileId: string): Promise<boolean> {
  const { data, error } = await client.from('files').select('id').eq('id', fileId);
  if (error) throw error;
  return data.length > 0;
}

/** What the server, having read what lies there, says of it; null where it can't look now: an older server, a line that breaks. */
export async function readByServer(client: UploadClient, rowId: string): Promise<Integrity | null> {
  const body = isOriginal(rowId) ? { file: fileIdOf(rowId), original: true } : { file: rowId };
  const { data } = await client.functions.invoke<{ state?: Integrity }>('receipt-verify', { body });
  return data?.state ?? null;
}

async function failure(client: UploadClient, error: unknown): Promise<UploadOutcome> {
  const status = statusOf(error);
  if (status === 401 || status === 403) {
    // Storage answers an expired token with 403 too: it is a refusal only if the server still knows who we are.
    const { data, error: userError } = await client.auth.getUser();
    if (!data.user || userError) return { kind: 'later', reason: 'not_signed_in' };
    if (await owesSecondFactor(client, data.user)) return { kind: 'later', reason: 'second_factor' };
    return { kind: 'refused', code: '403', details: 'not_allowed' };
  }
  if (REFUSALS.has(status)) return { kind: 'refused', code: String(status), details: REFUSAL_NAMES[status] ?? 'invalid' };
  return { kind: 'later', reason: status === 0 ? 'network' : `status_${status}` };
}

/** Storage hides everything from a session that has not shown the second factor; set up on another device, only the server knows of it. */
async function owesSecondFactor(client: UploadClient, { factors = [] }: { factors?: { status: string }[] }): Promise<boolean> {
  if (!factors.some(({ status }) => status === 'verified')) return false;
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  return data?.currentLevel !== 'aal2';
}

const REFUSAL_NAMES: Readonly<Record<number, string>> = { 413: 'file_too_large', 415: 'file_type_refused' };

/** The storage service answers refusals with HTTP 400 and the real status in the body, which the client hands on as `statusCode`. */
function statusOf(error: unknown): number {
  const { status, statusCode } = (typeof error === 'object' && error !== null ? error : {}) as { status?: unknown; statusCode?: unknown };
  const inner = Number(statusCode);
  if (Number.isInteger(inner) && inner > 0) return inner;
  return typeof status === 'number' ? status : 0;
}
