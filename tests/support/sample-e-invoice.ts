import type { BuyerSnapshot, Invoice, InvoiceItem, SellerSnapshot } from '#domain/invoices/invoice.ts';
import { draftInvoice } from '#domain/invoices/invoice-draft.ts';
import { eInvoiceOf } from '#domain/e-invoice/e-invoice-of.ts';
import type { EInvoice } from '#domain/e-invoice/e-invoice.ts';
import { testId } from './builders.ts';

export const SELLER: SellerSnapshot = {
  name: 'Müller & Söhne GmbH',
  street: 'Große Elbstraße',
  house_number: '27a',
  postal_code: '22767',
  city: 'Hamburg',
  country: 'DE',
  phone: '+49 40 1234567',
  email: 'rechnung@mueller.example',
  website: '',
  tax_number: '41/123/04567',
  vat_id: 'DE 136 695 976',
  iban: 'DE89 3704 0044 0532 0130 00',
  bic: 'COBADEFFXXX',
  bank_name: 'Commerzbank',
  payment_instructions: 'Bitte mit Verwendungszweck.',
};
export const BUYER: BuyerSnapshot = {
  name: 'Bundesamt für <Beispiel>',
  contact_name: 'Frau Nowak',
  street: 'Allee',
  house_number: '3',
  postal_code: '10115',
  city: 'Berlin',
  country: 'DE',
  email: 'amt@example.org',
  vat_id: '',
  buyer_reference: '04011000-12345-03',
};

export const item = (values: Partial<InvoiceItem> = {}): InvoiceItem => ({
  id: testId(1),
  position: 1,
  product_id: null,
  description: 'Beratung\nVor Ort',
  unit: 'h',
  quantity: 2.5,
  unit_price: 80,
  discount_percent: 0,
  tax_rate: 19,
  tax_category: 'S',
  exemption_reason: null,
  ...values,
});

type Values = Partial<Omit<Invoice, 'seller' | 'buyer'>> & {
  readonly seller?: Partial<SellerSnapshot>;
  readonly buyer?: Partial<BuyerSnapshot>;
};

/** An issued invoice that breaks no rule of EN 16931 or XRechnung, unless `values` make it. */
export function issuedInvoice({ seller, buyer, ...values }: Values = {}): Invoice {
  const record = { id: testId(9), company_id: testId(8), created_at: '2026-01-02T09:00:00Z', updated_at: '2026-01-02T09:00:00Z', rev: 'r' };
  const draft = draftInvoice(
    record,
    {
      customer_id: testId(7),
      due_days: 14,
      service_from: '2026-01-01',
      service_to: null,
      currency: values.currency ?? 'EUR',
      language: 'de',
      reference: 'PO 4711',
      notes: 'Danke',
      internal_notes: 'geheim',
      payment_terms: '14 Tage netto',
      tax_mode: 'standard',
      items: values.items ?? [item()],
    },
    testId(6),
  );
  return {
    ...draft,
    status: 'issued',
    number: 'RE-2026-0042',
    issue_date: '2026-01-02',
    due_date: '2026-01-16',
    seller: { ...SELLER, ...seller },
    buyer: { ...BUYER, ...buyer },
    ...values,
  };
}

export const CANCELLED = { number: 'RE-2026-0001', issue_date: '2025-12-30' };

export function sampleEInvoice(values: Values = {}): EInvoice {
  const invoice = issuedInvoice(values);
  return eInvoiceOf(invoice, {
    seller: invoice.seller ?? SELLER,
    buyer: invoice.buyer ?? BUYER,
    cancelled: invoice.document_type === 'cancellation' ? CANCELLED : null,
  });
}
