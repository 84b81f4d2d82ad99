import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import type { FormSave } from '#data/drafts/form-drafts.ts';
import type { InvoiceFormValues } from '#domain/invoices/invoice-form.ts';
import {
  cancelInvoice,
  deleteDraft,
  duplicateInvoice,
  editInternalNotes,
  markReadyToIssue,
  markSent,
  withdrawReady,
} from './invoices.commands.ts';
import { saveInvoiceDraft } from './save-invoice-draft.ts';

/** The invoice commands bound to the open company. */
export function useInvoiceCommands() {
  const { db, ctx } = useCompany();
  return useMemo(
    () => ({
      saveDraft: (save: FormSave<InvoiceFormValues>) => saveInvoiceDraft(db, save, ctx),
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
