import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftReceipt } from '#data/drafts/form-drafts.ts';
import { useExpenseCommands } from '#data/expenses/use-expense-commands.ts';
import { AppError } from '#domain/errors.ts';
import { RECEIPT_MAX_TEXT } from '#widgets/receipt-limit.ts';

export type Preparing = { readonly key: number; readonly name: string };
let lastKey = 0;

/** The receipts of a form that is not saved yet: files become receipts one after the other, refusals are kept as sentences. */
export function useDraftReceipts(initial: readonly DraftReceipt[]) {
  const { draftReceiptOf } = useExpenseCommands();
  const refusalText = useRefusalText();
  const [receipts, setReceipts] = useState(initial);
  const [preparing, setPreparing] = useState<readonly Preparing[]>([]);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const add = useCallback(
    (files: readonly File[]) => {
      setRefusals([]);
      for (const file of files) {
        lastKey += 1;
        const item = { key: lastKey, name: file.name };
        setPreparing((all) => [...all, item]);
        // One at a time: a phone decoding nine photos at once runs out of memory.
        queue.current = queue.current.then(async () => {
          try {
            const made = await draftReceiptOf(file);
            setReceipts((all) => (all.some((each) => each.sha256 === made.sha256) ? all : [...all, made]));
          } catch (error) {
            setRefusals((all) => [...all, refusalText(file.name, error)]);
          } finally {
            setPreparing((all) => all.filter((each) => each.key !== item.key));
          }
        });
      }
    },
    [draftReceiptOf, refusalText],
  );
  const remove = useCallback((id: string) => setReceipts((all) => all.filter((each) => each.id !== id)), []);
  const putBack = useCallback((receipt: DraftReceipt) => setReceipts((all) => [...all, receipt]), []);
  return { receipts, preparing, refusals, add, remove, putBack };
}

function useRefusalText() {
  const { t } = useTranslation('expenses');
  return useCallback(
    (name: string, error: unknown): string => {
      if (!(error instanceof AppError)) return t('receipt.error.failed', { name });
      if (error.code === 'file_empty') return t('receipt.error.empty', { name });
      if (error.code === 'file_too_large') return t('receipt.error.large', { name, size: RECEIPT_MAX_TEXT });
      if (error.code === 'storage_full') return t('receipt.error.storage', { name });
      const reason = error.data['reason'];
      if (reason === 'svg') return t('receipt.error.svg', { name });
      if (reason === 'heic_not_decodable') return t('receipt.error.heic', { name });
      return reason === 'unknown' ? t('receipt.error.type', { name }) : t('receipt.error.failed', { name });
    },
    [t],
  );
}
