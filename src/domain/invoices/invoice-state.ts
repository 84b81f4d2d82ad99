import { refundDue } from './claim.ts';
import type { Invoice } from './invoice.ts';

/** Before the server has issued it, nobody outside has seen it. */
export const isOpenDraft = ({ status }: Pick<Invoice, 'status'>): boolean => status === 'draft' || status === 'ready_to_issue';

type Claim = Parameters<typeof refundDue>[0] & Pick<Invoice, 'payment_status'>;

/**
 * How far a claim is paid, `refund_due` where money has to go to the customer; '' for what is neither: drafts, what takes
 * something back, and what was cancelled and settled.
 */
export function claimState(invoice: Claim): Invoice['payment_status'] | 'refund_due' | '' {
  if (refundDue(invoice) > 0) return 'refund_due';
  return invoice.status === 'issued' && invoice.document_type === 'invoice' ? invoice.payment_status : '';
}

/** Whether money is still asked for: issued, not cancelled, not paid, and nothing that has to go to the customer instead. */
export const isAwaitingPayment = (invoice: Claim): boolean => ['unpaid', 'partially_paid'].includes(claimState(invoice));

/** `today` is the day in the company's timezone. The due day itself is still in time. */
export const isOverdue = (invoice: Claim & Pick<Invoice, 'due_date'>, today: string): boolean =>
  isAwaitingPayment(invoice) && invoice.due_date !== null && invoice.due_date < today;
