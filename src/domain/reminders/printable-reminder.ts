import type { Company } from '#domain/companies/company.ts';
import type { Customer } from '#domain/customers/customer.ts';
import { documentText } from '#domain/documents/document-text.ts';
import { epcQrPayload } from '#domain/documents/epc-qr.ts';
import { LAYOUT, type DocumentLanguage, type PrintableBranding, type PrintableDocument } from '#domain/documents/printable-document.ts';
import { letterheadOf } from '#domain/documents/seller-letterhead.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { sellerOf } from '#domain/invoices/party-snapshots.ts';
import { printableBranding, printableDocument, printableSeller, templateOf } from '#domain/invoices/printable-invoice.ts';
import type { ReminderProposal } from './reminder-proposal.ts';

type Sources = {
  readonly company: Company;
  readonly customer: Customer | null;
  readonly logo: PrintableBranding['logo'];
  /** The letter's words, placeholders filled. */
  readonly body: string;
  readonly today: string;
};

/** What is asked for, in order; what comes to nothing is left out. */
export function chargeRows({ open, fee, interest, flat_fee }: ReminderProposal, language: DocumentLanguage) {
  const { reminding } = documentText(language);
  const rows = [
    { label: reminding.open, amount: open },
    { label: reminding.fee, amount: fee },
    { label: reminding.interest, amount: interest },
    { label: reminding.flatFee, amount: flat_fee },
  ];
  return rows.filter(({ amount }) => amount > 0);
}

/** A reminder as a letter of today: today's letterhead and account, addressed to whom the invoice is for. */
export function printableReminder(invoice: Invoice, proposal: ReminderProposal, sources: Sources): PrintableDocument {
  const { company, customer, logo, body, today } = sources;
  const { language, currency, number } = invoice;
  const look = letterheadOf(company, language);
  const seller = sellerOf(company, language);
  const { name, iban, bic } = seller;
  const { branding: _branding, ...document } = printableDocument(invoice, { company, customer, kind: 'document', logo: null });
  return {
    ...document,
    kind: 'reminder',
    template: templateOf(look.template),
    layout: LAYOUT,
    made_at: `${today}T00:00:00Z`,
    issue_date: today,
    due_date: null,
    service_from: null,
    service_to: null,
    seller: printableSeller(seller, invoice),
    // The letter greets by itself.
    buyer: { ...document.buyer, salutation: '' },
    branding: printableBranding(look, logo, invoice),
    items: [],
    settled: null,
    letter: { title: documentText(language).reminding.title[proposal.level - 1] ?? '', body, rows: chargeRows(proposal, language) },
    totals: { by_rate: [], net: 0, tax: 0, gross: proposal.total },
    is_taxed: false,
    tax_notes: [],
    notes: '',
    payment_terms: '',
    payment_instructions: '',
    cancels: number !== null && invoice.issue_date !== null ? { number, date: invoice.issue_date } : null,
    epc: number === null ? null : epcQrPayload({ name, iban, bic, currency, amount: proposal.total, reference: number }),
  };
}
