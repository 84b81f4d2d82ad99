import { type Access, can } from '#domain/access/access.ts';
import { addDays } from '#domain/dates/calendar.ts';
import { correctedParts } from './corrected-parts.ts';
import { isAwaitingPayment, isOpenDraft } from './invoice-state.ts';
import type { Invoice } from './invoice.ts';

/** Why a step or an edit is not possible; `null` means it is. SQL (migration `invoice_lifecycle`) refuses the same. */
export type InvoiceRefusal = 'not_allowed' | 'invoice_frozen' | 'invalid_transition' | 'nothing_left' | null;

type Subject = Pick<Invoice, 'status' | 'document_type'> & Partial<Pick<Invoice, 'leased'>>;
type AccessTo<S extends Subject = Subject> = (invoice: S, access: Access) => InvoiceRefusal;
type Corrected = Subject & Parameters<typeof correctedParts>[0];

/** A correction takes back a part of a claim: whoever may cancel may issue it. */
const issueKey = ({ document_type }: Subject) => (document_type === 'correction' ? 'invoices.cancel' : 'invoices.issue');

/** Whether corrections took back all of it. */
const isTakenBack = (invoice: Corrected): boolean =>
  (invoice.corrections ?? []).length > 0 && correctedParts(invoice).every(({ net, tax }) => net === 0 && tax === 0);

export const invoiceEditRefusal: AccessTo = (invoice, access) => {
  if (!can(access, 'invoices.update')) return 'not_allowed';
  return isOpenDraft(invoice) ? null : 'invoice_frozen';
};

/** The internal notes, in any state. */
export const notesRefusal: AccessTo = (_invoice, access) => (can(access, 'invoices.update') ? null : 'not_allowed');

export const issueRefusal: AccessTo = (invoice, access) => {
  if (!can(access, issueKey(invoice))) return 'not_allowed';
  return invoice.status === 'draft' ? null : 'invalid_transition';
};

/** Taking back the wish to issue, as long as it has not reached the server. */
export const withdrawRefusal: AccessTo = (invoice, access) => {
  if (!can(access, issueKey(invoice))) return 'not_allowed';
  return invoice.status === 'ready_to_issue' ? null : 'invalid_transition';
};

/** A cancellation is not cancelled again: that would be a new invoice. It takes back what corrections left, so something has to be left. What has its number from this device waits until the server knows it. */
export const cancelRefusal: AccessTo<Corrected> = (invoice, access) => {
  if (!can(access, 'invoices.cancel')) return 'not_allowed';
  if (invoice.status !== 'issued' || invoice.document_type !== 'invoice') return 'invalid_transition';
  if (invoice.leased?.claim) return 'invalid_transition';
  return isTakenBack(invoice) ? 'nothing_left' : null;
};

/** A new document takes back a part of a claim: that wants the keys for both. */
export const correctRefusal: AccessTo<Corrected> = (invoice, access) =>
  can(access, 'invoices.create') ? cancelRefusal(invoice, access) : 'not_allowed';

export const invoiceDeleteRefusal: AccessTo = (invoice, access) => {
  if (!can(access, 'invoices.delete')) return 'not_allowed';
  return isOpenDraft(invoice) ? null : 'invoice_frozen';
};

export const sendRefusal: AccessTo = (invoice, access) => {
  if (!can(access, 'invoices.send') && !can(access, 'invoices.update')) return 'not_allowed';
  return isOpenDraft(invoice) ? 'invalid_transition' : null;
};

/** A document goes out by mail once it has its number; one that was cancelled asks for nothing any more, its cancellation is what goes out. */
export const mailRefusal = (
  invoice: Pick<Invoice, 'status' | 'number'> & Partial<Pick<Invoice, 'leased'>>,
  access: Access,
): 'not_allowed' | 'not_issued' | 'invoice_cancelled' | null => {
  if (!can(access, 'invoices.send')) return 'not_allowed';
  // The server sends it, and does not have it yet.
  if (invoice.number === null || invoice.leased?.claim) return 'not_issued';
  return invoice.status === 'cancelled' ? 'invoice_cancelled' : null;
};

/** Whether the document asks for money: a cancellation does not, nor one that comes to nothing or to a credit. */
export const asksForMoney = ({ document_type, gross_total }: Invoice): boolean => document_type === 'invoice' && gross_total > 0;

/** Whether the next thing that happens to it is money coming in. */
export const awaitsPayment = (invoice: Invoice): boolean => isAwaitingPayment(invoice) && invoice.delivery === 'sent';

/** Payments belong to documents that were issued, and not to what takes back a part of one. */
export const paymentRefusal = (invoice: Subject): 'not_issued' | 'not_payable' | null => {
  if (isOpenDraft(invoice)) return 'not_issued';
  return invoice.document_type === 'correction' ? 'not_payable' : null;
};

/** The wish to issue, with the warnings that are overruled by it: the server answers with number and date, or refuses. */
export const readyToIssue = (invoice: Invoice, overruled: readonly string[]): Invoice => ({
  ...invoice,
  status: 'ready_to_issue',
  overruled_warnings: [...overruled],
});
export const withdrawn = (invoice: Invoice): Invoice => ({ ...invoice, status: 'draft' });
/** The server adds the cancellation document. */
export const cancelled = (invoice: Invoice): Invoice => ({ ...invoice, status: 'cancelled' });
export const sent = (invoice: Invoice, at: string): Invoice => ({ ...invoice, delivery: 'sent', sent_at: at });
export const notSent = (invoice: Invoice): Invoice => ({ ...invoice, delivery: 'not_sent', sent_at: null });

/** Last day to pay in time. */
export const dueDate = (issueDate: string, dueDays: number): string => addDays(issueDate, dueDays);
