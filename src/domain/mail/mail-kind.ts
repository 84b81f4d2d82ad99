import { openOf } from '#domain/invoices/claim.ts';
import { asksForMoney } from '#domain/invoices/invoice-lifecycle.ts';
import { isAwaitingPayment, isOverdue } from '#domain/invoices/invoice-state.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import type { SentKind } from './sent-mail.ts';

/** What the next mail of a document is about: its first one says what is asked for, a later one what is left of that. `today` is the company's day. */
export function nextMailKind(invoice: Invoice, today: string): Exclude<SentKind, 'reminder' | 'delivery_note'> {
  if (invoice.document_type !== 'invoice') return invoice.document_type;
  if (!asksForMoney(invoice)) return 'invoice';
  if (!isAwaitingPayment(invoice)) return 'paid';
  if (invoice.delivery === 'sent' && isOverdue(invoice, today)) return 'overdue';
  return invoice.paid_total > 0 ? 'part_paid' : 'invoice';
}

/** What is open by the text of its mail: the mail does not leave when another amount is by then. Null where the text asks for nothing. */
export const openByText = (invoice: Invoice): number | null => {
  if (invoice.document_type !== 'invoice') return null;
  return isAwaitingPayment(invoice) ? openOf(invoice) : 0;
};

/** Whether the payment slip over what is left goes with it. */
export const takesSlip = (kind: SentKind): boolean => kind === 'part_paid' || kind === 'overdue' || kind === 'reminder';
