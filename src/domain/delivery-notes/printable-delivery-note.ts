import type { Company } from '#domain/companies/company.ts';
import { type Customer, deliveryAddressOf } from '#domain/customers/customer.ts';
import { addressLines } from '#domain/documents/address-lines.ts';
import { LAYOUT, type PrintableBranding, type PrintableDocument } from '#domain/documents/printable-document.ts';
import { type Letterhead, letterheadOf } from '#domain/documents/seller-letterhead.ts';
import { filledText } from '#domain/documents/document-placeholders.ts';
import { lineNet } from '#domain/invoices/invoice-totals.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { buyerOf, sellerOf } from '#domain/invoices/party-snapshots.ts';
import { printableSeller, templateOf } from '#domain/invoices/printable-invoice.ts';
import type { DeliveryNote } from './delivery-note.ts';

type Sources = {
  readonly company: Company;
  /** For a note that the server has not heard of. */
  readonly customer: Customer | null;
  readonly invoice: Pick<Invoice, 'number' | 'issue_date'> | null;
  readonly logo?: PrintableBranding['logo'];
};

/** As it was handed over it keeps its look; before that today's. */
export const letterheadOfNote = ({ seller, language }: DeliveryNote, company: Company): Letterhead =>
  seller?.letterhead ?? letterheadOf(company, language);

/** The note as it is printed, addressed to where the goods go. */
export function printableDeliveryNote(note: DeliveryNote, { company, customer, invoice, logo = null }: Sources): PrintableDocument {
  const look = letterheadOfNote(note, company);
  const seller = note.seller ?? sellerOf(company, note.language);
  const { language, currency, number } = note;
  const subject = { ...note, issue_date: note.delivery_date, due_date: null, due_days: 0 };
  return {
    kind: 'delivery_note',
    template: templateOf(look.delivery_note_template ?? look.template),
    layout: note.seller?.layout ?? LAYOUT,
    language,
    number,
    made_at: `${note.delivery_date}T00:00:00Z`,
    issue_date: null,
    due_date: null,
    service_from: note.delivery_date,
    service_to: null,
    seller: printableSeller(seller, note),
    buyer: recipientOf(note, customer, seller.country),
    branding: {
      logo,
      primary_color: look.primary_color,
      accent_color: look.accent_color,
      font: look.font,
      footer_text: filledText(look.footer_text, subject),
      show_page_numbers: look.show_page_numbers,
    },
    items: note.items
      .toSorted((a, b) => a.position - b.position)
      .map(({ id: _id, ...item }, place) => ({
        ...item,
        position: place + 1,
        tax_rate: 0,
        tax_mark: '',
        net: lineNet({ ...item, tax_rate: 0 }, currency),
      })),
    settled: null,
    totals: { by_rate: [], net: 0, tax: 0, gross: 0 },
    currency,
    currency_position: look.currency_position,
    show_description: look.show_description,
    show_tax: false,
    shows_prices: note.shows_prices,
    notes: note.notes,
    payment_terms: '',
    payment_instructions: '',
    is_taxed: false,
    tax_notes: [],
    cancels: invoice?.number && invoice.issue_date ? { number: invoice.number, date: invoice.issue_date } : null,
    epc: null,
  };
}

function recipientOf(note: DeliveryNote, customer: Customer | null, home: string): PrintableDocument['buyer'] {
  const buyer = note.buyer ?? (customer && buyerOf(customer));
  const base = { vat_id: '', reference: note.reference, deliver_to: [] };
  if (!buyer) return { ...base, name: '', contact: '', customer_number: '', salutation: '', address_lines: [] };
  const place = deliveryAddressOf(buyer) ?? buyer;
  return {
    ...base,
    name: place.name,
    contact: buyer.contact_name,
    customer_number: buyer.customer_number ?? '',
    salutation: buyer.salutation ?? '',
    address_lines: addressLines(place, { language: note.language, home }),
    reference: note.reference || buyer.buyer_reference,
  };
}
