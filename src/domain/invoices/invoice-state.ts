import { refundDue } from './claim.ts';
import type { Invoice } from './invoice.ts';

/** Before the server has issued it, nobody outside has seen it. */
export const isOpenDraft = ({ status }: Pick<Invoice, 'status'>): boolean => status === 'draft' || status === 'ready_to_issue';

type Claim = Pick<Invoice, 'status' | 'document_type' | 'due_date' | 'payment_status'>;

/** Whether money is still expected: issued, not cancelled, not paid. */
export const isAwaitingPayment = (invoice: Omit<Claim, 'due_date'>): boolean =>
  invoice.status === 'issued' &&
  invoice.document_type === 'invoice' &&
  (invoice.payment_status === 'unpaid' || invoice.payment_status === 'partially_paid');

/**
 * How far a claim is paid, `refund_due` where money has to go back after a correction or a cancellation; '' for what is neither: drafts, what takes
 * something back, and what was cancelled and settled.
 */
export function claimState(
  invoice: Parameters<typeof refundDue>[0] & Pick<Claim, 'payment_status'>,
): Invoice['payment_status'] | 'refund_due' | '' {
  if (refundDue(invoice) > 0) return 'refund_due';
  return invoice.status === 'issued' && invoice.document_type === 'invoice' ? invoice.payment_status : '';
}

/** `today` is the day in the company's timezone. The due day itself is still in time. */
export const isOverdue = (invoice: Claim, today: string): boolean =>
  isAwaitingPayment(invoice) && invoice.due_date !== null && invoice.due_date < today;
