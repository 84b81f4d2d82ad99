import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { useInvoice } from '#data/invoices/use-invoices.ts';
import type { Customer } from '#domain/customers/customer.ts';
import { eInvoiceOf } from '#domain/e-invoice/e-invoice-of.ts';
import type { EInvoice } from '#domain/e-invoice/e-invoice.ts';
import type { BuyerSnapshot, Invoice } from '#domain/invoices/invoice.ts';
import { buyerOf, sellerOf } from '#domain/invoices/printable-invoice.ts';

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
  const { value: cancelled, isLoading } = useInvoice(invoice.cancels_id ?? invoice.id);
  return useMemo(() => {
    if (isLoading) return undefined;
    return eInvoiceOf(invoice, {
      seller: invoice.seller ?? sellerOf(company),
      buyer: invoice.buyer ?? (customer ? buyerOf(customer) : NOBODY),
      cancelled: invoice.cancels_id === null ? null : (cancelled ?? null),
    });
  }, [invoice, customer, company, cancelled, isLoading]);
}
