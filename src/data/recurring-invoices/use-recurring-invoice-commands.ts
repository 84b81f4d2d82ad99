import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.tsx';
import { sessionOf } from '#data/core/company-session.ts';
import type { DraftKind } from '#data/drafts/draft-shelf.ts';
import { generateInvoiceNow } from './generate-now.ts';
import { processOnServer } from './process-call.ts';
import {
  type RecurringInvoiceDraft,
  recurringInvoiceDrafts,
  type RecurringInvoiceSave,
  saveRecurringInvoice,
} from './recurring-invoice-drafts.ts';
import {
  deleteRecurringInvoice,
  pauseRecurringInvoice,
  resumeRecurringInvoice,
  withdrawInvoiceGeneration,
} from './recurring-invoices.commands.ts';

/** The commands for recurring invoices bound to the open company. */
export function useRecurringInvoiceCommands() {
  const { db, ctx } = useCompany();
  return useMemo(
    () => ({
      save: (save: RecurringInvoiceSave) => saveRecurringInvoice(db, save, ctx),
      keepDraft: (kind: DraftKind, draft: RecurringInvoiceDraft) => recurringInvoiceDrafts.keep(db, kind, draft),
      discardDraft: (kind: DraftKind, id: string) => recurringInvoiceDrafts.discard(db, kind, id),
      pause: (id: string) => pauseRecurringInvoice(db, id, ctx),
      resume: (change: { id: string; isMadeUp: boolean }) => resumeRecurringInvoice(db, change, ctx),
      remove: (id: string) => deleteRecurringInvoice(db, id, ctx),
      generate: async (id: string) => {
        const generated = await generateInvoiceNow(db, { id, call: processOnServer }, ctx);
        sessionOf(db)?.poke('person');
        return generated;
      },
      withdraw: (id: string) => withdrawInvoiceGeneration(db, id, ctx),
    }),
    [db, ctx],
  );
}
