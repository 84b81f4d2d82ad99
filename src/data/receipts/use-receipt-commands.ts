import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { attachToExpense, discardUpload, removeReceipt, retryUpload, sendOriginalNow } from './receipt-commands.ts';
import { bringAgain } from './bring-again.ts';
import { originalBytes } from './original-bytes.ts';
import { localBytes } from './receipt-store.ts';
import { receiptBytes } from './receipt-url.ts';
import type { StoredFile } from '#domain/files/file.ts';

/** The receipt commands bound to the open company. */
export function useReceiptCommands() {
  const { db, ctx } = useCompany();
  return useMemo(
    () => ({
      removeReceipt: (fileId: string) => removeReceipt(db, ctx, fileId),
      retryUpload: (fileId: string) => retryUpload(db, fileId),
      discardUpload: (fileId: string) => discardUpload(db, fileId),
      attachToExpense: (given: { fileId: string; expenseId: string }) => attachToExpense(db, ctx, given),
      sendOriginalNow: (rowId: string) => sendOriginalNow(db, rowId),
      bringAgain: (fileId: string, picked: File) => bringAgain(db, ctx, { fileId, picked }),
      originalBytes: (file: StoredFile) => originalBytes(db, file),
      waitingBytes: (fileId: string) => localBytes(db.device, fileId, db.clock.now()),
      receiptBytes: (file: StoredFile) => receiptBytes(db, file),
    }),
    [db, ctx],
  );
}
