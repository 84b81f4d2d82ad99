import { draftShelf } from '#data/drafts/draft-shelf.ts';
import type { InvoiceFormValues } from '#domain/invoices/invoice-form.ts';

export type InvoiceDraft = {
  /** The id the invoice will have, so that saving it twice makes one. */
  readonly invoiceId: string;
  readonly values: InvoiceFormValues;
};

export const invoiceDrafts = draftShelf<InvoiceDraft>('invoice', (draft) => draft.invoiceId);
