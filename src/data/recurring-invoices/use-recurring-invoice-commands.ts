import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { sessionOf } from '#data/opening/company-sessions.ts';
import type { FormSave } from '#data/drafts/form-drafts.ts';
import type { RecurringInvoiceFormValues } from '#domain/recurring-invoices/recurring-invoice-form.ts';
import type { RecurringInvoice } from '#domain/recurring-invoices/recurring-invoice.ts';
import { generateInvoiceNow } from './generate-now.ts';
import { processOnServer } from './process-call.ts';
import { saveRecurringInvoice } from './recurring-invoice-drafts.ts';
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
      save: (save: FormSave<RecurringInvoiceFormValues>) => saveRecurringInvoice(db, save, ctx),
      pause: (seen: RecurringInvoice) => pauseRecurringInvoice(db, seen, ctx),
      resume: (change: { seen: RecurringInvoice; isMadeUp: boolean }) => resumeRecurringInvoice(db, change, ctx),
      remove: (id: string) => deleteRecurringInvoice(db, id, ctx),
      generate: async (seen: RecurringInvoice) => {
        const generated = await generateInvoiceNow(db, { seen, call: processOnServer }, ctx);
        sessionOf(db)?.poke('person');
        return generated;
      },
      withdraw: (seen: RecurringInvoice) => withdrawInvoiceGeneration(db, seen, ctx),
    }),
    [db, ctx],
  );
}
