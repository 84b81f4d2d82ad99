import { useMemo } from 'react';
import { authorise } from '#data/core/command-context.ts';
import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import type { DraftPlace } from '#data/drafts/draft-shelf.ts';
import type { DraftReceipt } from '#data/drafts/form-drafts.ts';
import { AppError } from '#domain/errors.ts';
import { type InboxEntry, takeSharedFiles } from '#platform/pwa/share-inbox.ts';
import {
  adoptStrays,
  dropKept,
  isTakenIn,
  keepReceipt,
  prepareKept,
  receiptsKeptFor,
  takeInFile,
  tryKeptAgain,
  watchReceiptsInDrafts,
} from './draft-receipts.ts';

/** The forms that hold receipts only this device has. */
export function useReceiptsInDrafts() {
  const { db } = useCompany();
  return useObservable(() => watchReceiptsInDrafts(db), [db]).value;
}

/** What a form does with the files picked for it, bound to the open company. */
export function useDraftReceiptStore({ kind, recordId }: DraftPlace) {
  const { db, ctx } = useCompany();
  return useMemo(() => {
    const place = { kind, recordId };
    const takeIn = async (file: File): Promise<string> => {
      authorise(ctx, 'files.upload');
      const id = ctx.newId();
      await takeInFile(db, place, { id, file });
      return id;
    };
    return {
      takeIn,
      /** Files that other apps shared: each leaves the inbox when its bytes are in this draft. `refuse` is told of those that can't be. */
      takeShared: (refuse: (name: string, error: unknown) => void) => takeSharedFiles((entry: InboxEntry) => takeEntry(entry, refuse)),
      open: async () => {
        if (kind === 'new') await adoptStrays(db, place);
        return receiptsKeptFor(db, place);
      },
      prepare: (id: string) => prepareKept(db, place, id),
      tryAgain: (id: string) => tryKeptAgain(db, place, id),
      keep: (receipt: DraftReceipt) => keepReceipt(db, place, receipt),
      drop: (ids: readonly string[]) => dropKept(db, place, ids),
    };

    async function takeEntry({ id, file }: InboxEntry, refuse: (name: string, error: unknown) => void): Promise<boolean> {
      if (await isTakenIn(db, id)) return true;
      try {
        await takeInFile(db, place, { id, file });
        return true;
      } catch (error) {
        refuse(file.name, error);
        return error instanceof AppError && error.code.startsWith('file_'); // with room on the device it may be taken the next time
      }
    }
  }, [db, ctx, kind, recordId]);
}
