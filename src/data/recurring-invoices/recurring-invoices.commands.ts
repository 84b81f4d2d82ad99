import { seriesCommands } from '#data/recurring/series-commands.ts';
import { itemsAsShown } from '#domain/invoices/invoice-form.ts';
import { invoiceRule } from '#domain/recurring-invoices/recurring-invoice-form.ts';
import { recurringInvoiceInputSchema } from '#domain/recurring-invoices/recurring-invoice.ts';

/** Recurring invoices; see `seriesCommands`. */
export const {
  dated,
  create: createRecurringInvoice,
  edit: editRecurringInvoice,
  pause: pauseRecurringInvoice,
  resume: resumeRecurringInvoice,
  remove: deleteRecurringInvoice,
  request: requestInvoiceGeneration,
  withdraw: withdrawInvoiceGeneration,
} = seriesCommands({
  name: 'recurring_invoices',
  inputSchema: recurringInvoiceInputSchema,
  ruleOf: invoiceRule,
  asShown: ({ items, tax_mode }) => ({ items: itemsAsShown(items, tax_mode) }),
  generateKey: 'recurring_invoices.generate',
});
