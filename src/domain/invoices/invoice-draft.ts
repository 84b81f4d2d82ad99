import type { SyncedRecord } from '#domain/shared/record.ts';
import { enteredExchange } from '#domain/exchange/document-exchange.ts';
import { textsOfDocuments } from '#domain/companies/document-texts.ts';
import type { Company } from '#domain/companies/company.ts';
import type { Customer } from '#domain/customers/customer.ts';
import { type InvoiceProduct, productTax } from '#domain/products/product.ts';
import type { Invoice, InvoiceInput, InvoiceItem } from './invoice.ts';
import { taxModeOf } from '#domain/tax/line-tax.ts';
import { invoiceTotals } from './invoice-totals.ts';

type Defaults = Pick<Company, 'settings'>;

/** What an empty form starts with: the company's invoice settings, then the customer's own terms. */
export function emptyInvoiceInput(company: Defaults, customer: Customer | null, today: string): InvoiceInput {
  const { invoice_defaults, tax } = company.settings;
  const language = customer?.language ?? (company.settings.company_details.address.country === 'DE' ? 'de' : 'en');
  const { invoice_note, payment_terms } = textsOfDocuments(company.settings, language);
  return {
    customer_id: customer?.id ?? null,
    due_days: customer?.payment_terms_days ?? invoice_defaults.default_due_days,
    service_from: today,
    service_to: null,
    currency: customer?.currency ?? invoice_defaults.default_currency,
    language,
    reference: customer?.buyer_reference ?? '',
    notes: invoice_note,
    internal_notes: '',
    payment_terms,
    tax_mode: tax.small_business ? 'small_business' : 'standard',
    items: [],
  };
}

const numbered = (items: readonly InvoiceItem[]): InvoiceItem[] => items.map((item, i) => ({ ...item, position: i + 1 }));

/** The draft with what was typed; totals are the device's own until the server's arrive, which are the same. */
export function withInput(invoice: Invoice, input: Partial<InvoiceInput>): Invoice {
  const next = { ...invoice, ...input };
  const items = numbered(next.items);
  const tax_mode = taxModeOf(items, next.tax_mode);
  const totals = invoiceTotals(items, { currency: next.currency, taxMode: tax_mode });
  const { net_total, tax_total, gross_total, tax_breakdown } = totals;
  const exchange = enteredExchange({ ...next, amount: gross_total });
  return { ...next, items, tax_mode, net_total, tax_total, gross_total, tax_breakdown, exchange };
}

/** A new draft. */
export function draftInvoice(record: SyncedRecord, input: InvoiceInput, createdBy: string): Invoice {
  const empty: Invoice = {
    ...record,
    ...input,
    number: null,
    document_type: 'invoice',
    cancels_id: null,
    cancelled_by_id: null,
    corrects_id: null,
    reason: '',
    corrections: [],
    recurring_invoice_id: null,
    recurring_period: null,
    status: 'draft',
    delivery: 'not_sent',
    sent_at: null,
    reminder_level: 0,
    reminded_on: null,
    reminder_hold: '',
    issue_date: null,
    due_date: null,
    leased: null,
    seller: null,
    buyer: null,
    net_total: 0,
    tax_total: 0,
    gross_total: 0,
    tax_breakdown: [],
    tax_point: null,
    exchange: null,
    paid_total: 0,
    payment_status: 'unpaid',
    overruled_warnings: [],
    created_by: createdBy,
  };
  return withInput(empty, input);
}

/** The content of an invoice for a new draft: own line ids, supplied today, without the notes about the old one. */
export function duplicateInput(invoice: Invoice, { newId, today }: { readonly newId: () => string; readonly today: string }): InvoiceInput {
  const { customer_id, due_days, currency, language, reference, notes, payment_terms, tax_mode } = invoice;
  return {
    customer_id,
    due_days,
    currency,
    language,
    reference,
    notes,
    payment_terms,
    tax_mode,
    service_from: today,
    service_to: null,
    internal_notes: '',
    items: numbered(invoice.items.map((item) => ({ ...item, id: newId(), origin_item_id: null }))),
  };
}

/** A line copied from a product. */
export function itemOfProduct(product: InvoiceProduct, { id, position }: Pick<InvoiceItem, 'id' | 'position'>): InvoiceItem {
  return {
    id,
    position,
    product_id: product.id,
    description: product.description.trim() === '' ? product.name : `${product.name}\n${product.description}`.slice(0, 2000),
    unit: product.unit,
    quantity: 1,
    unit_price: product.unit_price,
    discount_percent: 0,
    origin_item_id: null,
    ...productTax(product),
  };
}
