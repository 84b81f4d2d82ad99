import type { InvoiceInput } from '#domain/invoices/invoice.ts';

type Draft = Pick<InvoiceInput, 'customer_id'> & {
  readonly lineId: string;
  readonly today: string;
  readonly description: string;
  readonly quantity: number;
  readonly unit_price?: number;
  readonly tax_rate?: number;
};

/** What somebody types into a new invoice of one line, supplied today. */
export function draftInput({ lineId, today, customer_id, description, quantity, unit_price = 33.33, tax_rate = 19 }: Draft): InvoiceInput {
  const line = { id: lineId, position: 1, product_id: null, description, unit: 'h', discount_percent: 0 };
  return {
    customer_id,
    due_days: 14,
    service_from: today,
    service_to: null,
    currency: 'EUR',
    language: 'de',
    reference: '',
    notes: '',
    internal_notes: '',
    payment_terms: '',
    tax_mode: 'standard',
    items: [{ ...line, quantity, unit_price, tax_rate, tax_category: 'S', exemption_reason: null }],
  };
}
