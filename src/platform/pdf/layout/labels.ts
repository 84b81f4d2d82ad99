import { documentText } from '#domain/documents/document-text.ts';
import type { DocumentFormat } from '#domain/documents/document-format.ts';
import type { PrintableDocument } from '#domain/documents/printable-document.ts';

export type Fact = { readonly label: string; readonly value: string };

function servicePeriod(document: PrintableDocument, format: DocumentFormat): Fact | null {
  const text = documentText(document.language);
  const { service_from: from, service_to: to } = document;
  const day = from ?? to;
  if (day === null) return null;
  if (from !== null && to !== null && from !== to) return { label: text.servicePeriod, value: format.period(from, to) };
  return { label: document.kind === 'delivery_note' ? text.deliveryDate : text.serviceDate, value: format.date(day) };
}

// A reference breaks between its number and its date.
const unbroken = (text: string) => text.replaceAll(' ', '\u00a0');

/** Number, dates and references, as the document names them; what is not known is left out. */
export function documentFacts(document: PrintableDocument, format: DocumentFormat): Fact[] {
  const text = documentText(document.language);
  const { kind, buyer, seller, cancels } = document;
  // They carry the number of their invoice, which they name.
  const isSlip = kind === 'payment_slip' || kind === 'reminder';
  const fact = (label: string, value: string | null): Fact | null => (value === null || value === '' ? null : { label, value });
  const day = (date: string | null) => date && format.date(date);
  return [
    isSlip ? null : fact(text.number[kind], document.number),
    fact(text.date, day(document.issue_date)),
    cancels &&
      fact(
        kind === 'cancellation' ? text.cancels : text.belongsTo,
        `${cancels.number} ${unbroken(`${text.dated} ${format.date(cancels.date)}`)}`,
      ),
    servicePeriod(document, format),
    kind === 'invoice' || kind === 'payment_slip' ? fact(text.due, day(document.due_date)) : null,
    document.layout < 2 ? null : fact(text.customerNumber, buyer.customer_number),
    fact(text.reference, buyer.reference),
    kind === 'delivery_note' || isSlip ? null : fact(text.buyerVatId, buyer.vat_id),
    document.layout < 2 || isSlip ? null : fact(text.deliverTo, buyer.deliver_to.join(', ')),
    document.layout < 2 ? null : fact(text.sellerContact, seller.contact),
  ].filter((entry) => entry !== null);
}
