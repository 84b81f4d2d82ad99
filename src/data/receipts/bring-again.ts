import { authorise, type CommandContext } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { WaitingReceipt } from '#data/device/device-database.ts';
import { onDevice } from '#data/device/storage-health.ts';
import { AppError } from '#domain/errors.ts';
import type { StoredFile } from '#domain/files/file.ts';
import { recordHere } from '#data/core/known-records.ts';
import { sha256Hex } from './prepare-receipt.ts';
import { originalId } from '#data/device/waiting-receipt.ts';

/**
 * Brings the bytes of a receipt again of which the server keeps others: a file that somebody still has. Taken is only the very same one, by its
 * hash; the server reads it before it takes the place of what is there. AppErrors: `not_found`, `receipt_differs`, `storage_full`.
 */
export async function bringAgain(
  db: CompanyDatabase,
  ctx: CommandContext,
  { fileId, picked }: { readonly fileId: string; readonly picked: File },
): Promise<void> {
  authorise(ctx, 'files.upload');
  const file = await recordHere(db, 'files', fileId);
  if (!file) throw new AppError('not_found', { collection: 'files', id: fileId });
  const content = await picked.arrayBuffer();
  const sha256 = await sha256Hex(content);
  const part = placesOf(file).find((place) => place.sha256 === sha256);
  if (!part) throw new AppError('receipt_differs', { name: picked.name });
  const { company_id, expense_id, name } = file;
  const bytes = new Blob([content], { type: part.mime_type });
  const fresh = {
    queued_at: ctx.now().toISOString(),
    attempts: 0,
    last_error: null,
    next_try_at: null,
    state: 'waiting',
    is_hurried: true,
  } as const;
  await onDevice(db.device.receipts.put({ ...part, company_id, expense_id, name, bytes, size: bytes.size, ...fresh }));
}

type Place = Pick<WaitingReceipt, 'id' | 'path' | 'mime_type' | 'sha256'>;

/** Where a receipt has bytes that the server found to be others. */
function placesOf(file: StoredFile): Place[] {
  const places: Place[] = [];
  const { id, path, mime_type, sha256, original_path, original_mime_type, original_sha256 } = file;
  if (file.integrity === 'mismatch') places.push({ id, path, mime_type, sha256 });
  if (file.original_integrity === 'mismatch' && original_path !== null && original_mime_type !== null && original_sha256 !== null)
    places.push({ id: originalId(id), path: original_path, mime_type: original_mime_type, sha256: original_sha256 });
  return places;
}
