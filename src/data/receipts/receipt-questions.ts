import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { WaitingReceipt } from '#data/device/device-database.ts';
import type { SyncIssue } from '#data/changes/issue.ts';
import { outboxKey } from '#data/changes/outbox-row.ts';
import { fileIdOf } from '#data/device/waiting-receipt.ts';
import { uploadIssueId } from './receipt-store.ts';
import { onDevice } from '#data/device/storage-health.ts';

/** Marks the issue of a refused upload, in place of a server's message. */
export const UPLOAD_REFUSED = 'upload_refused';
/** Marks the issue of bytes whose record is gone, deleted by somebody else; the details say with what. */
export const RECORD_GONE = 'record_gone';

type Why = Pick<SyncIssue, 'kind' | 'mine' | 'code' | 'details'>;

/** The bytes stay and are not tried again; a person decides (SYNC-64, SYNC-66). */
export async function askAboutReceipt({ device, clock }: CompanyDatabase, receipt: WaitingReceipt, why: Why): Promise<void> {
  const { id, company_id } = receipt;
  await device.transaction('rw', device.receipts, device.issues, async () => {
    const found = await device.receipts.update(id, {
      state: 'refused',
      attempts: receipt.attempts + 1,
      last_error: why.details,
      next_try_at: null,
    });
    if (found === 0) return; // a person was quicker
    await device.issues.put({
      id: uploadIssueId(id),
      key: outboxKey('files', fileIdOf(id)),
      company_id,
      collection: 'files',
      doc_id: id,
      theirs: null,
      base: null,
      fields: [],
      message: UPLOAD_REFUSED,
      created_at: clock.now().toISOString(),
      ...why,
    });
  });
}

/** The bytes wait to be uploaded again, and nothing about the upload is asked any more. */
export async function takeBackQuestion({ device }: CompanyDatabase, fileId: string): Promise<void> {
  const takeBack = async () => {
    await device.receipts.update(fileId, { state: 'waiting', attempts: 0, last_error: null, next_try_at: null });
    await device.issues.delete(uploadIssueId(fileId));
  };
  await onDevice(device.transaction('rw', device.receipts, device.issues, takeBack));
}
