import { useDirectory } from '#data/directory/use-directory.ts';
import { useMemo } from 'react';
import { useLogo } from '#data/branding/use-logo.ts';
import { useCompany } from '#data/core/company-context.ts';
import { useSettled } from '#data/core/use-settled.ts';
import { useInvoice } from '#data/invoices/use-invoices.ts';
import type { PrintableDocument } from '#domain/documents/printable-document.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { letterheadOfDocument, paymentSlip, printableDocument } from '#domain/invoices/printable-invoice.ts';

export type PrintableKind = 'document' | 'payment_slip';

/** Whether the document's own logo is neither on this device nor to be had now. */
export function useLacksLogo(invoice: Invoice): boolean {
  const { company } = useCompany();
  return useLogo(letterheadOfDocument(invoice, company).logo_path).kind === 'missing';
}

/** What would be printed of an invoice now; undefined until everything it names has been read. */
export function usePrintable(invoice: Invoice, kind: PrintableKind): PrintableDocument | undefined {
  const { company, ctx } = useCompany();
  const today = ctx.today();
  const logo = useLogo(letterheadOfDocument(invoice, company).logo_path);
  const { value: customers } = useDirectory('customers');
  const original = invoice.cancels_id ?? invoice.corrects_id;
  const { value: cancelled, isLoading } = useInvoice(original ?? invoice.id);
  const printable = useMemo(() => {
    if (!customers || isLoading || logo.kind === 'loading') return undefined;
    const customer = invoice.customer_id === null ? null : (customers.byId.get(invoice.customer_id) ?? null);
    const sources = { company, customer, logo: logo.printable };
    if (kind === 'payment_slip') return paymentSlip(invoice, { ...sources, today }) ?? undefined;
    return printableDocument(invoice, { ...sources, kind, cancelled: original === null ? null : (cancelled ?? null) });
  }, [invoice, kind, company, customers, original, cancelled, isLoading, logo, today]);
  // A new version of the invoice often says the same on paper, for instance that it was sent: a finished file stays as it is.
  return useSettled(printable);
}
