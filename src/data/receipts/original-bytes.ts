import type { CompanyDatabase } from '#data/core/company-database.ts';
import { AppError } from '#domain/errors.ts';
import type { StoredFile } from '#domain/files/file.ts';
import { ownClient } from '#data/sync/own-client.ts';
import { sha256Hex } from './prepare-receipt.ts';
import { originalId } from '#data/device/waiting-receipt.ts';
import { asBlob } from './receipt-store.ts';
import { type UploadClient, UPLOADS_BUCKET } from './upload-outcome.ts';

/**
 * The original bytes of a receipt as they were picked, from this device while they wait, else from the server. AppErrors: `receipt_unavailable` while
 * neither has them or can be asked, `receipt_differs` where the server has others.
 */
export async function originalBytes(
  db: CompanyDatabase,
  file: StoredFile,
  client: () => Promise<UploadClient> = ownClient(db.userId),
): Promise<Blob> {
  if (file.original_path === null || file.original_sha256 === null) throw new AppError('not_found', { collection: 'files', id: file.id });
  const waiting = await db.device.receipts.get(originalId(file.id));
  if (waiting) return asBlob(waiting);
  const path = file.original_path;
  const download = async () => (await client()).storage.from(UPLOADS_BUCKET).download(path);
  const { data, error } = await download().catch((cause: unknown) => ({ data: null, error: cause }));
  if (data === null) throw new AppError('receipt_unavailable', {}, { cause: error });
  const content = await data.arrayBuffer();
  if ((await sha256Hex(content)) !== file.original_sha256) throw new AppError('receipt_differs');
  return new Blob([content], { type: file.original_mime_type ?? file.mime_type });
}
