import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { attachToExpense, discardUpload, removeReceipt, retryUpload } from './receipt-commands.ts';
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
      waitingBytes: (fileId: string) => localBytes(db.device, fileId, db.clock.now()),
      receiptBytes: (file: StoredFile) => receiptBytes(db, file),
    }),
    [db, ctx],
  );
}
