import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.tsx';
import type { DraftKind } from '#data/drafts/draft-shelf.ts';
import { type InvoiceDraft, invoiceDrafts } from './invoice-drafts.ts';
import {
  cancelInvoice,
  deleteDraft,
  duplicateInvoice,
  editInternalNotes,
  markReadyToIssue,
  markSent,
  withdrawReady,
} from './invoices.commands.ts';
import { type InvoiceSave, saveInvoiceDraft } from './save-invoice-draft.ts';

/** The invoice commands bound to the open company. */
export function useInvoiceCommands() {
  const { db, ctx } = useCompany();
  return useMemo(
    () => ({
      saveDraft: (save: InvoiceSave) => saveInvoiceDraft(db, save, ctx),
      keepDraft: (kind: DraftKind, draft: InvoiceDraft) => invoiceDrafts.keep(db, kind, draft),
      discardDraft: (kind: DraftKind, id: string) => invoiceDrafts.discard(db, kind, id),
      deleteDraft: (id: string) => deleteDraft(db, id, ctx),
      duplicateInvoice: (id: string) => duplicateInvoice(db, id, ctx),
      markReadyToIssue: (id: string) => markReadyToIssue(db, id, ctx),
      withdrawReady: (id: string) => withdrawReady(db, id, ctx),
      cancelInvoice: (id: string) => cancelInvoice(db, id, ctx),
      markSent: (change: { id: string; isSent: boolean }) => markSent(db, change, ctx),
      editInternalNotes: (change: { id: string; notes: string }) => editInternalNotes(db, change, ctx),
    }),
    [db, ctx],
  );
}
