import type { Invoice } from './invoice.ts';

/** Before the server has issued it, nobody outside has seen it. */
export const isOpenDraft = ({ status }: Pick<Invoice, 'status'>): boolean => status === 'draft' || status === 'ready_to_issue';

type Claim = Pick<Invoice, 'status' | 'document_type' | 'due_date' | 'payment_status'>;

/** Whether money is still expected: issued, not cancelled, not paid. */
export const isAwaitingPayment = (invoice: Omit<Claim, 'due_date'>): boolean =>
  invoice.status === 'issued' &&
  invoice.document_type === 'invoice' &&
  (invoice.payment_status === 'unpaid' || invoice.payment_status === 'partially_paid');

/** How far a claim is paid; '' for what is none: drafts, cancellations and what was cancelled. */
export const claimState = (invoice: Pick<Claim, 'status' | 'document_type' | 'payment_status'>): Invoice['payment_status'] | '' =>
  invoice.status === 'issued' && invoice.document_type === 'invoice' ? invoice.payment_status : '';

/** `today` is the day in the company's timezone. The due day itself is still in time. */
export const isOverdue = (invoice: Claim, today: string): boolean =>
  isAwaitingPayment(invoice) && invoice.due_date !== null && invoice.due_date < today;
