import type { SyncedRecord } from '#domain/shared/record.ts';
import { correctionTotals } from './correction-lines.ts';
import { draftInvoice } from './invoice-draft.ts';
import type { Invoice, InvoiceItem } from './invoice.ts';

/** What a person says in a correction. */
export type CorrectionInput = { readonly items: readonly InvoiceItem[]; readonly reason: string };

/** The lines in order, with their sums. */
export function correctedContent(original: Invoice, { items, reason }: CorrectionInput, id?: string) {
  const numbered = items.map((item, place) => ({ ...item, position: place + 1 }));
  const { line_nets: _, ...totals } = correctionTotals(numbered, original, id);
  return { items: numbered, reason: reason.trim(), ...totals };
}

/** A draft that takes something back of an invoice: whom it concerns and what was supplied it has from that one. */
export function draftCorrection(record: SyncedRecord, original: Invoice, input: CorrectionInput & { readonly createdBy: string }): Invoice {
  const { customer_id, currency, language, reference, tax_mode, service_from, service_to } = original;
  const head = { customer_id, currency, language, reference, tax_mode, service_from, service_to };
  const texts = { due_days: 0, notes: '', internal_notes: '', payment_terms: '' };
  const draft = draftInvoice(record, { ...head, ...texts, items: [] }, input.createdBy);
  return { ...draft, document_type: 'correction', corrects_id: original.id, ...correctedContent(original, input, record.id), tax_mode };
}
