import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import type { FormSave } from '#data/drafts/form-drafts.ts';
import type { InvoiceFormValues } from '#domain/invoices/invoice-form.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { saveCorrection } from './corrections.commands.ts';
import {
  cancelInvoice,
  deleteDraft,
  duplicateInvoice,
  editInternalNotes,
  holdReminders,
  markReadyToIssue,
  markSent,
  type NotesEdit,
  replaceInvoice,
  withdrawReady,
} from './invoices.commands.ts';
import { issueInvoice, type IssueRequest } from './issue-invoice.ts';
import { saveInvoice } from './save-invoice.ts';

/** The invoice commands bound to the open company. */
export function useInvoiceCommands() {
  const { db, ctx } = useCompany();
  return useMemo(
    () => ({
      saveInvoice: (save: FormSave<InvoiceFormValues>) => saveInvoice(db, save, ctx),
      saveCorrection: (save: Parameters<typeof saveCorrection>[1]) => saveCorrection(db, save, ctx),
      deleteDraft: (id: string) => deleteDraft(db, id, ctx),
      duplicateInvoice: (id: string) => duplicateInvoice(db, id, ctx),
      markReadyToIssue: (seen: Invoice, overruled: readonly string[] = [], isOffline = false) =>
        markReadyToIssue(db, { seen, overruled, isOffline }, ctx),
      issueInvoice: (request: IssueRequest) => issueInvoice(db, request, ctx),
      withdrawReady: (seen: Invoice) => withdrawReady(db, seen, ctx),
      cancelInvoice: (seen: Invoice) => cancelInvoice(db, seen, ctx),
      replaceInvoice: (seen: Invoice) => replaceInvoice(db, seen, ctx),
      markSent: (change: { id: string; isSent: boolean }) => markSent(db, change, ctx),
      holdReminders: (change: { id: string; reason: string }) => holdReminders(db, change, ctx),
      editInternalNotes: (edit: NotesEdit) => editInternalNotes(db, edit, ctx),
    }),
    [db, ctx],
  );
}
