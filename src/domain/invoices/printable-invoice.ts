import type { Company } from '#domain/companies/company.ts';
import { type Customer, deliveryAddressOf } from '#domain/customers/customer.ts';
import { addressLines } from '#domain/documents/address-lines.ts';
import { withReadableDiscounts } from '#domain/documents/cash-discount.ts';
import { documentText } from '#domain/documents/document-text.ts';
import { filledText } from '#domain/documents/document-placeholders.ts';
import { paymentInstructions } from '#domain/documents/payment-instructions.ts';
import { type Letterhead, letterheadOf } from '#domain/documents/seller-letterhead.ts';
import { epcQrPayload } from '#domain/documents/epc-qr.ts';
import {
  DOCUMENT_TEMPLATES,
  LAYOUT,
  type DocumentTemplate,
  type PrintableBranding,
  type PrintableBuyer,
  type PrintableDocument,
  type PrintableSeller,
} from '#domain/documents/printable-document.ts';
import { claimOf, openOf } from './claim.ts';
import { asksForMoney } from './invoice-lifecycle.ts';
import { isAwaitingPayment } from './invoice-state.ts';
import { ownCurrencyTax } from './own-currency-tax.ts';
import { type PrintableTax, printableTax } from './printable-tax.ts';
import { lineNet } from './invoice-totals.ts';
import type { Invoice, SellerSnapshot } from './invoice.ts';
import { buyerOf, sellerOf } from './party-snapshots.ts';

type Sources = {
  readonly company: Company;
  /** For a draft; an issued invoice carries its buyer. */
  readonly customer: Customer | null;
  readonly kind: 'document' | 'delivery_note';
  /** In a cancellation or a correction: the invoice of which it takes something back, where it is known. */
  readonly cancelled?: Pick<Invoice, 'number' | 'issue_date'> | null;
  readonly logo?: PrintableBranding['logo'];
};

/** The invoice as it is printed: of an issued one its snapshots, of a draft what company and customer are today. */
export function printableDocument(invoice: Invoice, sources: Sources): PrintableDocument {
  const { company, kind, cancelled = null, logo = null } = sources;
  const look = letterheadOfDocument(invoice, company);
  const seller = invoice.seller ?? sellerOf(company, invoice.language);
  const isNote = kind === 'delivery_note';
  const tax = printableTax(invoice, seller.country);
  const isClaim = !isNote && asksForMoney(invoice);
  const { notes, payment_terms, payment_instructions } = textsOf(invoice, company, layoutOf(invoice) >= 3);
  const correction = isNote ? [] : correctionTexts(invoice, cancelled);
  return {
    kind: isNote ? 'delivery_note' : invoice.document_type,
    template: templateOf(isNote ? (look.delivery_note_template ?? look.template) : look.template),
    layout: layoutOf(invoice),
    language: invoice.language,
    number: invoice.number,
    made_at: madeAt(invoice),
    issue_date: invoice.issue_date,
    due_date: isClaim ? invoice.due_date : null,
    service_from: invoice.service_from,
    service_to: invoice.service_to,
    seller: printableSeller(seller, invoice),
    buyer: printableBuyer(invoice, sources.customer, seller.country),
    branding: printableBranding(look, logo, invoice),
    items: printableItems(invoice, tax),
    settled: null,
    totals: { by_rate: tax.byRate, net: invoice.net_total, tax: invoice.tax_total, gross: invoice.gross_total },
    currency: invoice.currency,
    currency_position: look.currency_position,
    show_description: look.show_description,
    show_tax: look.show_tax,
    shows_prices: !isNote,
    notes: [...correction, notes].filter((text) => text !== '').join('\n\n'),
    payment_terms: isNote ? '' : payment_terms,
    payment_instructions: isNote ? '' : payment_instructions,
    is_taxed: tax.isTaxed,
    tax_notes: isNote ? [] : [...tax.notes, ...ownCurrencyTax(invoice, seller.country, look.currency_position)],
    cancels: reference(isNote ? invoice : cancelled),
    epc: isClaim ? transferCode(invoice, invoice.gross_total) : null,
  };
}

/** Of an issued document the look it was issued with, of a draft today's. */
export const letterheadOfDocument = ({ number, seller, language }: Invoice, company: Company): Letterhead =>
  (number === null ? null : (seller?.letterhead ?? company.former_letterhead)) ?? letterheadOf(company, language);

/** What was issued before there was a second layout has the first; so has the cancellation of it, with the parties of that. */
const layoutOf = ({ number, seller }: Invoice): number => (number === null && seller === null ? LAYOUT : (seller?.layout ?? 1));

/** Payments, delivery and notes touch the record of an issued document and change nothing that is printed. */
const madeAt = ({ number, issue_date, updated_at }: Invoice): string =>
  number === null || issue_date === null ? updated_at : `${issue_date}T00:00:00Z`;

/** What a letterhead makes of a page. */
export const printableBranding = (look: Letterhead, logo: PrintableBranding['logo'], invoice: Invoice): PrintableBranding => ({
  logo,
  primary_color: look.primary_color,
  accent_color: look.accent_color,
  font: look.font,
  footer_text: filledText(look.footer_text, invoice),
  show_page_numbers: look.show_page_numbers,
});

export const templateOf = (id: string | null): DocumentTemplate => DOCUMENT_TEMPLATES.find((each) => each === id) ?? 'classic';

const reference = (invoice: Pick<Invoice, 'number' | 'issue_date'> | null): PrintableDocument['cancels'] =>
  invoice?.number && invoice.issue_date ? { number: invoice.number, date: invoice.issue_date } : null;

const printableItems = (invoice: Invoice, tax: PrintableTax): PrintableDocument['items'] =>
  invoice.items
    .toSorted((a, b) => a.position - b.position)
    .map(({ id: _id, product_id: _product, tax_category: _category, exemption_reason: _reason, origin_item_id: _origin, ...item }, i) => ({
      ...item,
      tax_rate: tax.rates[i] ?? 0,
      tax_mark: tax.marks[i] ?? '',
      net: lineNet(item, invoice.currency),
    }));

/** The code of an invoice asks for all of it, whatever was paid since: its copies are alike. What is open is asked for by a payment slip. */
function transferCode({ seller, number, currency }: Invoice, amount: number): string | null {
  if (seller === null || number === null) return null;
  const { name, iban, bic } = seller;
  return epcQrPayload({ name, iban, bic, currency, amount, reference: number });
}

/** Asks for what is open of an issued invoice on a day, in the look of the invoice; null where nothing is asked for. */
export function paymentSlip(
  invoice: Invoice,
  { today, ...sources }: Omit<Sources, 'kind' | 'cancelled'> & { today: string },
): PrintableDocument | null {
  if (!isAwaitingPayment(invoice)) return null;
  const open = openOf(invoice);
  return {
    ...printableDocument(invoice, { ...sources, kind: 'document' }),
    kind: 'payment_slip',
    made_at: `${today}T00:00:00Z`,
    issue_date: today,
    service_from: null,
    service_to: null,
    items: [],
    totals: { by_rate: [], net: 0, tax: 0, gross: open },
    settled: { total: claimOf(invoice), received: invoice.paid_total },
    is_taxed: false,
    tax_notes: [],
    notes: '',
    payment_terms: '',
    cancels: reference(invoice),
    epc: transferCode(invoice, open),
  };
}

export function printableSeller(seller: SellerSnapshot, { language }: Pick<Invoice, 'language'>): PrintableSeller {
  const { name, phone, email, website, tax_number, vat_id, iban, bic, bank_name, contact_name = '' } = seller;
  // A letterhead names its country: the reader may be abroad.
  const address_lines = addressLines(seller, { language, home: '' });
  return { name, address_lines, phone, email, website, tax_number, vat_id, contact: contact_name, bank: { iban, bic, name: bank_name } };
}

function printableBuyer(invoice: Invoice, customer: Customer | null, home: string): PrintableBuyer {
  const buyer = invoice.buyer ?? (customer && buyerOf(customer));
  const nobody = { name: '', contact: '', customer_number: '', salutation: '', address_lines: [], vat_id: '', deliver_to: [] };
  if (!buyer) return { ...nobody, reference: invoice.reference };
  const place = deliveryAddressOf(buyer);
  return {
    name: buyer.name,
    contact: buyer.contact_name,
    customer_number: buyer.customer_number ?? '',
    salutation: buyer.salutation ?? '',
    address_lines: addressLines(buyer, { language: invoice.language, home }),
    vat_id: buyer.vat_id,
    reference: invoice.reference || buyer.buyer_reference,
    deliver_to: place ? [place.name, ...addressLines(place, { language: invoice.language, home })] : [],
  };
}

/** How this invoice asks to be paid: an issued one as it was issued, a draft as its company would today. A cancellation or a credit asks for nothing. */
export const invoiceInstructions = (invoice: Invoice, company: Company): string => textsOf(invoice, company, true).payment_instructions;

/** Why a correction was made, and what becomes of its amount: what was paid until then is not known on paper. */
function correctionTexts({ document_type, language, reason }: Invoice, original: Sources['cancelled']): string[] {
  if (document_type !== 'correction') return [];
  const text = documentText(language);
  return [...(reason === '' ? [] : [text.correctionReason(reason)]), text.correctionCredit(original?.number ?? '')];
}

/**
 * What it says below its lines, as it is printed; the last two are empty where it asks for nothing. Until layout 3 a line of cash discount went out
 * as authorities write it, and stays on copies.
 */
function textsOf(invoice: Invoice, company: Company, isReadable: boolean) {
  const { language, issue_date, currency, gross_total, notes, payment_terms } = invoice;
  const seller = invoice.seller ?? sellerOf(company, language);
  const { currency_position } = letterheadOfDocument(invoice, company);
  const asked = (text: string): string => {
    if (!asksForMoney(invoice)) return '';
    const filled = filledText(text, invoice);
    return isReadable ? withReadableDiscounts(filled, { language, issue_date, currency, gross: gross_total, currency_position }) : filled;
  };
  return {
    notes: filledText(notes, invoice),
    payment_terms: asked(payment_terms),
    payment_instructions: asked(paymentInstructions(seller.payment_instructions ?? '', invoice)),
  };
}
export const documentTexts = (invoice: Invoice, company: Company): string[] =>
  Object.values(textsOf(invoice, company, true)).filter((text) => text !== '');
