import type { DeviceDatabase, WaitingReceipt } from '#data/device/device-database.ts';
import { type KeptUpload, keptUpload, keptUploadKey } from './kept-upload.ts';
import type { StorageRequest } from './storage-request.ts';

/** What hosted projects ask for; less where a line breaks before so much gets through and nothing of it stays. */
const PART_MAX_BYTES = 6 * 1024 * 1024;
const PART_MIN_BYTES = 128 * 1024;
/** A part may take this long and so much longer per byte; then the line is taken for dead, and what arrived counts. */
const PATIENCE_MS = 30_000;
const SLOWEST_BYTES_PER_MS = 64;

type Parts = {
  readonly device: DeviceDatabase;
  readonly request: StorageRequest;
  readonly bucket: string;
  /** Whether the object is there with so many bytes. Throws when nobody answers. */
  readonly isThere: (path: string, size: number) => Promise<boolean>;
};
/** A status that is no success; the same numbers as for an upload in one piece. */
type Sent = { readonly error: { readonly status: number } | null };

/**
 * Uploads a receipt by the TUS protocol: begin, ask how far it is, send on from there. The server's id for it is on disk before the
 * first part, so a reload or a crash goes on where the line broke. Rejects when nobody answers.
 */
export async function uploadInParts(parts: Parts, receipt: WaitingReceipt, bytes: Blob, upsert: boolean): Promise<Sent> {
  const { device, isThere } = parts;
  const said = headersFor(upsert);
  let upload: KeptUpload | Refused | null = await resumed(parts, receipt.id);
  if (upload?.offset === bytes.size) {
    if (await isThere(receipt.path, bytes.size)) return { error: null };
    upload = null; // everything arrived, and became nothing
  }
  upload ??= await begun(parts, receipt, said);
  while ('id' in upload && upload.offset < bytes.size) upload = await sentOn(parts, receipt.id, upload, bytes, said);
  if ('id' in upload) return { error: null };
  if (isFinal(upload.status)) await device.meta.delete(keptUploadKey(receipt.id));
  return { error: upload };
}

/** Whether this upload is over, so that the next try begins another one: neither trouble with the session nor with the server's day ends it. */
const isFinal = (status: number): boolean => status < 500 && ![401, 403, 408, 423, 425, 429].includes(status);

type Refused = { readonly status: number };
const headersFor = (upsert: boolean) => ({ 'tus-resumable': '1.0.0', 'x-upsert': String(upsert) });
const pathOf = ({ id }: Pick<KeptUpload, 'id'>) => `upload/resumable/${id}`;

/** Only what makes the next try quicker: on a full disk it goes on without. */
async function keep({ device }: Parts, receiptId: string, upload: KeptUpload): Promise<KeptUpload> {
  await device.meta.put(upload, keptUploadKey(receiptId)).catch(() => undefined);
  return upload;
}

/** The upload begun earlier, as far as the server has it; null when there is none, or the server no longer knows it. */
async function resumed(parts: Parts, receiptId: string): Promise<KeptUpload | null> {
  const kept = await keptUpload(parts.device, receiptId);
  const offset = kept && (await offsetOf(parts, kept));
  if (!kept || offset === null) return null;
  // Nothing of the last part stayed: something on the way wants it whole, so smaller ones must do.
  const partBytes = offset > kept.offset ? kept.partBytes : Math.max(PART_MIN_BYTES, Math.ceil(kept.partBytes / 2));
  return keep(parts, receiptId, { ...kept, offset, partBytes });
}

/** Null: the server does not know it any more. */
async function offsetOf({ request }: Parts, upload: KeptUpload): Promise<number | null> {
  const answer = await request(pathOf(upload), { method: 'HEAD', headers: headersFor(false), signal: AbortSignal.timeout(PATIENCE_MS) });
  if (answer.status === 404 || answer.status === 410 || answer.status === 403) return null;
  const offset = Number(answer.headers.get('upload-offset') ?? 'none');
  if (!answer.ok || !Number.isSafeInteger(offset)) throw new Error(`upload offset: ${answer.status}`);
  return offset;
}

async function begun(parts: Parts, receipt: WaitingReceipt, said: Record<string, string>): Promise<KeptUpload | Refused> {
  const { path, mime_type, sha256, size } = receipt;
  const metadata = { bucketName: parts.bucket, objectName: path, contentType: mime_type, metadata: JSON.stringify({ sha256 }) };
  const pairs = Object.entries(metadata).map(([name, value]) => `${name} ${btoa(value)}`);
  const headers = { ...said, 'upload-length': String(size), 'upload-metadata': pairs.join(',') };
  const answer = await parts.request('upload/resumable', { method: 'POST', headers, signal: AbortSignal.timeout(PATIENCE_MS) });
  // Only its id is taken: behind a proxy the rest may name another place, and no token goes there.
  const id = answer.headers.get('location')?.split('/').at(-1);
  if (answer.status !== 201 || !id) return { status: answer.status };
  return keep(parts, receipt.id, { id, offset: 0, partBytes: PART_MAX_BYTES });
}

async function sentOn(
  parts: Parts,
  receiptId: string,
  upload: KeptUpload,
  bytes: Blob,
  said: Record<string, string>,
): Promise<KeptUpload | Refused> {
  const { offset, partBytes } = upload;
  const body = bytes.slice(offset, offset + partBytes);
  const answer = await parts.request(pathOf(upload), {
    method: 'PATCH',
    headers: { ...said, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
    body,
    signal: AbortSignal.timeout(PATIENCE_MS + Math.ceil(body.size / SLOWEST_BYTES_PER_MS)),
  });
  if (answer.status !== 204 && answer.status !== 409) return { status: answer.status };
  const now = answer.ok ? Number(answer.headers.get('upload-offset') ?? 'none') : await offsetOf(parts, upload);
  // Not at that place: a part whose line broke arrived after all. At its end the refusal is about the object.
  if (answer.status === 409 && (now === null || now === offset || now >= bytes.size)) return { status: 409 };
  if (now === null || !Number.isSafeInteger(now) || now <= offset) {
    // An older server drops parts that are not of its size.
    await keep(parts, receiptId, { ...upload, partBytes: 2 * PART_MAX_BYTES });
    throw new Error('nothing of the part was kept');
  }
  return keep(parts, receiptId, { ...upload, offset: now, partBytes: Math.min(PART_MAX_BYTES, Math.ceil(partBytes * 1.25)) });
}
