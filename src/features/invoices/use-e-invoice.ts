import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { useInvoice } from '#data/invoices/use-invoices.ts';
import type { Customer } from '#domain/customers/customer.ts';
import type { EInvoiceFormat } from '#domain/e-invoice/e-invoice-format.ts';
import { profileOf } from '#domain/e-invoice/e-invoice-profile.ts';
import { eInvoiceOf } from '#domain/e-invoice/e-invoice-of.ts';
import { type EInvoiceProblem, eInvoiceProblems } from '#domain/e-invoice/e-invoice-problems.ts';
import type { EInvoice } from '#domain/e-invoice/e-invoice.ts';
import type { BuyerSnapshot, Invoice } from '#domain/invoices/invoice.ts';
import { buyerOf, sellerOf } from '#domain/invoices/party-snapshots.ts';

const NOBODY: BuyerSnapshot = {
  name: '',
  contact_name: '',
  street: '',
  house_number: '',
  postal_code: '',
  city: '',
  country: '',
  email: '',
  vat_id: '',
  buyer_reference: '',
};

/** The invoice as its e-invoice would say it, a draft with what company and customer are today; undefined while the invoice it takes back is read. */
export function useEInvoice(invoice: Invoice, customer: Customer | null): EInvoice | undefined {
  const { company } = useCompany();
  const original = invoice.cancels_id ?? invoice.corrects_id;
  const { value: cancelled, isLoading } = useInvoice(original ?? invoice.id);
  return useMemo(() => {
    if (isLoading) return undefined;
    return eInvoiceOf(invoice, {
      seller: invoice.seller ?? sellerOf(company, invoice.language),
      buyer: invoice.buyer ?? (customer ? buyerOf(customer) : NOBODY),
      cancelled: original === null ? null : (cancelled ?? null),
    });
  }, [invoice, customer, company, original, cancelled, isLoading]);
}

/** The form in which the customer of an invoice wants it as data, with what it still misses for that; null where none was agreed. */
export function useWantedEInvoice(invoice: Invoice, customer: Customer | null): WantedEInvoice | null {
  const eInvoice = useEInvoice(invoice, customer);
  const format = wantedFormat(invoice, customer);
  return useMemo(
    () => (format && eInvoice ? { format, eInvoice, problems: eInvoiceProblems(eInvoice, profileOf(format)) } : null),
    [format, eInvoice],
  );
}

export type WantedEInvoice = {
  readonly format: EInvoiceFormat;
  readonly eInvoice: EInvoice;
  readonly problems: readonly EInvoiceProblem[];
};

/** An issued invoice keeps what was agreed when it was issued. */
export const wantedFormat = (invoice: Invoice, customer: Customer | null): EInvoiceFormat | null =>
  (invoice.buyer ? invoice.buyer.e_invoice_format : customer?.e_invoice_format) ?? null;
