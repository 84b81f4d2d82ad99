import { type DeliveryAddress, deliveryAddressOf } from '#domain/customers/customer.ts';
import { documentText } from '#domain/documents/document-text.ts';
import { taxSentence } from '#domain/documents/tax-notes.ts';
import { isBic, bareIban } from '#domain/documents/iban.ts';
import { filledText } from '#domain/documents/document-placeholders.ts';
import { paymentInstructions } from '#domain/documents/payment-instructions.ts';
import { asksForMoney } from '#domain/invoices/invoice-lifecycle.ts';
import { ownTax } from '#domain/invoices/own-currency-tax.ts';
import { lineNet } from '#domain/invoices/invoice-totals.ts';
import type { BuyerSnapshot, Invoice, InvoiceItem, SellerSnapshot } from '#domain/invoices/invoice.ts';
import { sumOf } from '#domain/money/money.ts';
import { categoryOf, partCategory, rateOf, reasonOf } from '#domain/tax/line-tax.ts';
import type { TaxCategory } from '#domain/tax/tax-category.ts';
import type {
  EInvoice,
  EInvoiceAddress,
  EInvoiceLine,
  EInvoiceParty,
  EInvoicePayment,
  EInvoiceTax,
  ElectronicAddress,
} from './e-invoice.ts';
import { isLeitwegId } from './leitweg-id.ts';
import { isUnitLost, unitCode } from './unit-code.ts';

/** What a draft takes from its company and customer, and a cancellation or a correction from the invoice of which it takes something back. */
export type EInvoiceSources = {
  readonly seller: SellerSnapshot;
  readonly buyer: BuyerSnapshot;
  readonly cancelled: Pick<Invoice, 'number' | 'issue_date'> | null;
};

/** E-mail, and the addresses of German authorities (list EAS). */
const [BY_MAIL, BY_LEITWEG] = ['EM', '0204'] as const;
/** VATEX codes of what the law alone decides; why something is exempt (E) is told in words. */
const REASON_CODES: Partial<Record<TaxCategory, string>> = { AE: 'VATEX-EU-AE', K: 'VATEX-EU-IC', G: 'VATEX-EU-G', O: 'VATEX-EU-O' };

/**
 * An invoice as an e-invoice says it. It reads only what is frozen when it is issued: the same issued invoice gives the same e-invoice for ever.
 * A cancellation is a corrected invoice (384) that names its invoice and, as on paper, has negative quantities (decision 0027).
 */
export function eInvoiceOf(invoice: Invoice, { seller, buyer, cancelled }: EInvoiceSources): EInvoice {
  const isClaim = invoice.document_type === 'invoice';
  const taxes = taxesOf(invoice, seller.country);
  // What is outside the scope of VAT must not name VAT IDs (BR-O-02).
  const namesVatIds = !taxes.some(({ category }) => category === 'O');
  const reference = buyer.buyer_reference.trim();
  return {
    number: invoice.number ?? '',
    type_code: isClaim ? '380' : '384',
    issue_date: invoice.issue_date ?? '',
    due_date: invoice.gross_total > 0 ? invoice.due_date : null,
    currency: invoice.currency,
    buyer_reference: reference || invoice.reference,
    order_number: reference === '' || reference === invoice.reference.trim() ? '' : invoice.reference,
    notes: [reasonNote(invoice, seller), filledText(invoice.notes, invoice), ...zeroNotes(invoice, seller.country)].filter(
      (note) => note.trim() !== '',
    ),
    preceding: !isClaim && cancelled?.number && cancelled.issue_date ? { number: cancelled.number, date: cancelled.issue_date } : null,
    seller: sellerParty(seller, namesVatIds),
    buyer: buyerParty(buyer, namesVatIds),
    deliver_to: deliverTo(buyer, taxes),
    supply: invoice.service_from === null ? null : { from: invoice.service_from, to: periodEnd(invoice) },
    payment: paymentOf(invoice, seller),
    lines: invoice.items.toSorted((a, b) => a.position - b.position).map((item, place) => lineOf(item, place, invoice)),
    taxes,
    net: invoice.net_total,
    tax: invoice.tax_total,
    gross: invoice.gross_total,
    // Of what was issued before this was kept nobody knows whether the rate was there.
    own_tax: invoice.number === null || seller.exchange_known === true ? ownTax(invoice, seller.country) : null,
  };
}

/** Why it was corrected, in the words of the paper (EN 16931 has no field of its own). Files of corrections issued before layout 3 went out without it. */
const reasonNote = ({ document_type, number, language, reason }: Invoice, { layout = 1 }: SellerSnapshot): string =>
  document_type === 'correction' && reason.trim() !== '' && (number === null || layout >= 3)
    ? documentText(language).correctionReason(oneLine(reason))
    : '';

/** The address that was given; else of goods that go to another member state the buyer's (BR-IC-12). */
function deliverTo(buyer: BuyerSnapshot, taxes: readonly EInvoiceTax[]): EInvoice['deliver_to'] {
  const place = deliveryAddressOf(buyer);
  if (place) return { name: oneLine(place.name), address: addressOf(place) };
  return taxes.some(({ category }) => category === 'K') ? { name: '', address: addressOf(buyer) } : null;
}

const periodEnd = ({ service_from, service_to }: Invoice): string | null => (service_to === service_from ? null : service_to);

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const joined = (...parts: readonly string[]): string => parts.map(oneLine).filter(Boolean).join(' ');
const bareId = (id: string): string => id.replaceAll(/[\s.\-/]/g, '').toUpperCase();

const addressOf = ({
  street,
  house_number,
  city,
  postal_code,
  country,
}: BuyerSnapshot | SellerSnapshot | DeliveryAddress): EInvoiceAddress => ({
  street: joined(street, house_number),
  city: oneLine(city),
  postal_code: oneLine(postal_code),
  country,
});

function sellerParty(seller: SellerSnapshot, namesVatIds: boolean): EInvoiceParty {
  const vat_id = namesVatIds ? bareId(seller.vat_id) : '';
  const tax_number = oneLine(seller.tax_number);
  const email = seller.contact_email?.trim() || seller.email.trim();
  return {
    name: oneLine(seller.name),
    // A seller without VAT ID still has to be known by something (BR-CO-26).
    identifier: vat_id === '' ? tax_number || bareId(seller.vat_id) : '',
    vat_id,
    tax_number,
    address: addressOf(seller),
    contact: {
      name: oneLine(seller.contact_name ?? '') || oneLine(seller.name),
      phone: oneLine(seller.contact_phone?.trim() || seller.phone),
      email,
    },
    electronic_address: byMail(email),
  };
}

const byMail = (email: string): ElectronicAddress | null => (email === '' ? null : { scheme: BY_MAIL, id: email });

/** The address that was given; else an authority is reached by its Leitweg-ID, anybody else by mail. */
function buyerAddress(buyer: BuyerSnapshot): ElectronicAddress | null {
  const [id, reference] = [buyer.e_address?.trim() ?? '', buyer.buyer_reference.trim()];
  if (id !== '') return { scheme: buyer.e_address_scheme || (isLeitwegId(id) ? BY_LEITWEG : BY_MAIL), id };
  return isLeitwegId(reference) ? { scheme: BY_LEITWEG, id: reference } : byMail(buyer.email.trim());
}

function buyerParty(buyer: BuyerSnapshot, namesVatIds: boolean): EInvoiceParty {
  return {
    name: oneLine(buyer.name),
    identifier: '',
    vat_id: namesVatIds ? bareId(buyer.vat_id) : '',
    tax_number: '',
    address: addressOf(buyer),
    contact: { name: oneLine(buyer.contact_name), phone: '', email: buyer.contact_name.trim() === '' ? '' : buyer.email.trim() },
    electronic_address: buyerAddress(buyer),
  };
}

function paymentOf(invoice: Invoice, seller: SellerSnapshot): EInvoicePayment {
  const isClaim = asksForMoney(invoice);
  const iban = isClaim ? bareIban(seller.iban) : '';
  const code = iban === '' ? '1' : invoice.currency === 'EUR' ? '58' : '30';
  const instructions = filledText(paymentInstructions(seller.payment_instructions ?? '', invoice), invoice);
  return {
    code,
    iban,
    bic: iban !== '' && isBic(seller.bic) ? bareIban(seller.bic) : '',
    account_name: iban === '' ? '' : oneLine(seller.name),
    reference: isClaim ? (invoice.number ?? '') : '',
    terms: isClaim
      ? closed([filledText(invoice.payment_terms, invoice).trim(), instructions].filter((text) => text !== '').join('\n'))
      : '',
  };
}

/** After a line of cash discount, as German authorities write them (`#SKONTO#…#`), the line has to end, also where it is the last (BR-DE-18). */
const closed = (terms: string): string => (/(^|\n)\s*#[^\n]*$/.test(terms) ? `${terms}\n` : terms);

function lineOf(item: InvoiceItem, place: number, { currency, tax_mode }: Invoice): EInvoiceLine {
  const [name = '', ...rest] = item.description.trim().split(/\r?\n/);
  const isTurned = item.unit_price < 0;
  const net = lineNet(item, currency);
  const base = lineNet({ ...item, discount_percent: 0 }, currency);
  const lost = isUnitLost(item.unit) ? [item.unit] : [];
  return {
    id: String(place + 1),
    name: oneLine(name),
    description: [...rest, ...lost].join('\n').trim(),
    quantity: isTurned ? 0 - item.quantity : item.quantity,
    unit_code: unitCode(item.unit),
    price: Math.abs(item.unit_price),
    discount: item.discount_percent === 0 ? null : { percent: item.discount_percent, base, amount: sumOf([base, -net], currency) },
    net,
    tax: { category: categoryOf(item, tax_mode), rate: rateOf(item, tax_mode) },
  };
}

/** The sentences of the lines of one category, each once. */
function sentencesOf({ items, language, tax_mode, number }: Invoice, category: TaxCategory, country: string): string[] {
  const its = items.filter((item) => categoryOf(item, tax_mode) === category && category !== 'S');
  const sentences = its.map((item) => {
    // What was issued before lines said their category keeps the sentence it went out with.
    const words = item.tax_category || number === null ? country : 'DE';
    return taxSentence({ category: category as Exclude<TaxCategory, 'S'>, reason: reasonOf(item, tax_mode), country: words }, language);
  });
  return [...new Set(sentences)];
}

/** A zero rate has no reason (BR-Z-10); what the paper says about it is a note. */
const zeroNotes = (invoice: Invoice, country: string): string[] => sentencesOf(invoice, 'Z', country);

function taxesOf(invoice: Invoice, country: string): EInvoiceTax[] {
  return invoice.tax_breakdown.map((part) => {
    const category = partCategory(part, invoice.tax_mode);
    const hasReason = category !== null && category !== 'S' && category !== 'Z';
    return {
      category,
      rate: category === 'S' ? part.tax_rate : 0,
      net: part.net,
      tax: part.tax,
      reason: hasReason ? sentencesOf(invoice, category, country).join(' ') : '',
      reason_code: (category && REASON_CODES[category]) ?? '',
    };
  });
}
