import { enteredAddress } from '#domain/companies/company-details.ts';
import type { Company } from '#domain/companies/company.ts';
import type { Customer } from '#domain/customers/customer.ts';
import { addressLines } from '#domain/documents/address-lines.ts';
import { paymentInstructions } from '#domain/documents/payment-instructions.ts';
import { epcQrPayload } from '#domain/documents/epc-qr.ts';
import {
  DOCUMENT_TEMPLATES,
  type DocumentTemplate,
  type PrintableBranding,
  type PrintableBuyer,
  type PrintableDocument,
  type PrintableSeller,
} from '#domain/documents/printable-document.ts';
import { openAmount } from '#domain/payments/payment-state.ts';
import { ownCurrencyTax } from './own-currency-tax.ts';
import { type PrintableTax, printableTax } from './printable-tax.ts';
import { lineNet } from './invoice-totals.ts';
import type { BuyerSnapshot, Invoice, SellerSnapshot } from './invoice.ts';

type Sources = {
  readonly company: Company;
  /** For a draft; an issued invoice carries its buyer. */
  readonly customer: Customer | null;
  readonly kind: 'document' | 'delivery_note';
  /** In a cancellation: the invoice it takes back, where it is known. */
  readonly cancelled?: Pick<Invoice, 'number' | 'issue_date'> | null;
  readonly logo?: PrintableBranding['logo'];
};

/** The invoice as it is printed: of an issued one its snapshots, of a draft what company and customer are today. */
export function printableDocument(invoice: Invoice, sources: Sources): PrintableDocument {
  const { company, kind, cancelled = null, logo = null } = sources;
  const { invoice_defaults: defaults, company_details: details } = company.settings;
  const seller = invoice.seller ?? sellerOf(company);
  const isNote = kind === 'delivery_note';
  const tax = printableTax(invoice, seller.country);
  const asksForMoney = !isNote && invoice.document_type === 'invoice';
  const { items, footer } = defaults;
  return {
    kind: isNote ? 'delivery_note' : invoice.document_type,
    template: templateOf(
      isNote ? (defaults.default_delivery_note_template_id ?? defaults.default_template_id) : defaults.default_template_id,
    ),
    language: invoice.language,
    number: invoice.number,
    made_at: invoice.updated_at,
    issue_date: invoice.issue_date,
    due_date: asksForMoney ? invoice.due_date : null,
    service_from: invoice.service_from,
    service_to: invoice.service_to,
    seller: printableSeller(seller, invoice),
    buyer: printableBuyer(invoice, sources.customer, seller.country),
    branding: {
      logo,
      primary_color: details.branding.primary_color,
      accent_color: details.branding.accent_color,
      font: details.branding.font,
      footer_text: footer.text,
      show_page_numbers: footer.show_page_numbers,
    },
    items: printableItems(invoice, tax),
    totals: { by_rate: tax.byRate, net: invoice.net_total, tax: invoice.tax_total, gross: invoice.gross_total },
    currency: invoice.currency,
    currency_position: items.currency_position,
    show_description: items.show_description,
    show_tax: items.show_tax,
    notes: invoice.notes,
    payment_terms: asksForMoney ? invoice.payment_terms : '',
    payment_instructions: isNote ? '' : invoiceInstructions(invoice, company),
    is_taxed: tax.isTaxed,
    tax_notes: isNote ? [] : [...tax.notes, ...ownCurrencyTax(invoice, seller.country, items.currency_position)],
    cancels: reference(isNote ? invoice : cancelled),
    epc: isNote ? null : transferCode(invoice, seller),
  };
}

const templateOf = (id: string | null): DocumentTemplate => DOCUMENT_TEMPLATES.find((each) => each === id) ?? 'classic';

const reference = (invoice: Pick<Invoice, 'number' | 'issue_date'> | null): PrintableDocument['cancels'] =>
  invoice?.number && invoice.issue_date ? { number: invoice.number, date: invoice.issue_date } : null;

const printableItems = (invoice: Invoice, tax: PrintableTax): PrintableDocument['items'] =>
  invoice.items
    .toSorted((a, b) => a.position - b.position)
    .map(({ id: _id, product_id: _product, tax_category: _category, exemption_reason: _reason, ...item }, i) => ({
      ...item,
      tax_rate: tax.rates[i] ?? 0,
      tax_mark: tax.marks[i] ?? '',
      net: lineNet(item, invoice.currency),
    }));

/** The code asks for what is still open, so that nobody pays a part twice. */
function transferCode(invoice: Invoice, seller: SellerSnapshot): string | null {
  if (invoice.status !== 'issued' || invoice.document_type !== 'invoice' || invoice.number === null) return null;
  const amount = openAmount(invoice.gross_total, invoice.paid_total, invoice.currency);
  const { name, iban, bic } = seller;
  return epcQrPayload({ name, iban, bic, currency: invoice.currency, amount, reference: invoice.number });
}

function printableSeller(seller: SellerSnapshot, { language }: Invoice): PrintableSeller {
  const { name, phone, email, website, tax_number, vat_id, iban, bic, bank_name } = seller;
  // A letterhead names its country: the reader may be abroad.
  const address_lines = addressLines(seller, { language, home: '' });
  return { name, address_lines, phone, email, website, tax_number, vat_id, bank: { iban, bic, name: bank_name } };
}

function printableBuyer(invoice: Invoice, customer: Customer | null, home: string): PrintableBuyer {
  const buyer = invoice.buyer ?? (customer && buyerOf(customer));
  if (!buyer) return { name: '', contact: '', address_lines: [], vat_id: '', reference: invoice.reference };
  return {
    name: buyer.name,
    contact: buyer.contact_name,
    address_lines: addressLines(buyer, { language: invoice.language, home }),
    vat_id: buyer.vat_id,
    reference: invoice.reference || buyer.buyer_reference,
  };
}

/** How this invoice asks to be paid: an issued one as it was issued, a draft as its company would today. A cancellation asks for nothing. */
export function invoiceInstructions(invoice: Invoice, company: Company): string {
  if (invoice.document_type !== 'invoice') return '';
  return paymentInstructions((invoice.seller ?? sellerOf(company)).payment_instructions ?? '', invoice);
}

/** The company as a snapshot would hold it today; the server takes the same at issue. */
export function sellerOf({ name, settings, bank_accounts }: Company): SellerSnapshot {
  const { address, contact, bank: presets } = settings.company_details;
  const bank = bank_accounts.find(({ is_default }) => is_default) ?? presets;
  const { tax_number, vat_id } = settings.tax;
  const account = { iban: bank.iban, bic: bank.bic, bank_name: bank.name, payment_instructions: presets.instructions };
  return { name, ...enteredAddress(address), ...contact, tax_number, vat_id, ...account, ...settings.e_invoice };
}

/** The customer as a snapshot would hold it today. */
export function buyerOf(customer: Customer): BuyerSnapshot {
  const { name, contact_name, street, house_number, postal_code, city, country, email, vat_id, buyer_reference } = customer;
  const { e_address, e_address_scheme, e_invoice_format } = customer;
  const data = { e_address, e_address_scheme, e_invoice_format };
  return { name, contact_name, street, house_number, postal_code, city, country, email, vat_id, buyer_reference, ...data };
}
