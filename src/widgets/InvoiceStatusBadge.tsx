import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { claimOf, refundDue } from '#domain/invoices/claim.ts';
import { isOverdue } from '#domain/invoices/invoice-state.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { StatusBadge, type Tone } from '#ui/StatusBadge.tsx';

type Shown =
  | 'draft'
  | 'ready_to_issue'
  | 'cancelled'
  | 'cancellation'
  | 'correction'
  | 'corrected'
  | 'refund_due'
  | 'overdue'
  | Invoice['payment_status'];
const TONES = {
  draft: 'gray',
  ready_to_issue: 'violet',
  cancelled: 'gray',
  cancellation: 'gray',
  correction: 'gray',
  corrected: 'gray',
  refund_due: 'amber',
  unpaid: 'blue',
  overdue: 'red',
  partially_paid: 'amber',
  paid: 'green',
  overpaid: 'amber',
} as const satisfies Record<Shown, Tone>;

type Props = { invoice: Parameters<typeof refundDue>[0] & Pick<Invoice, 'due_date' | 'payment_status'> };

/** The one state of an invoice that matters now: of the document until it is issued, of the money afterwards. */
export function InvoiceStatusBadge({ invoice }: Props) {
  const { t } = useTranslation('invoices');
  const { ctx } = useCompany();
  const status = shownStatus(invoice, ctx.today());
  return <StatusBadge tone={TONES[status]}>{t(`status.${status}`)}</StatusBadge>;
}

function shownStatus(invoice: Props['invoice'], today: string): Shown {
  if (refundDue(invoice) > 0) return 'refund_due';
  if (invoice.status !== 'issued') return invoice.status;
  if (invoice.document_type !== 'invoice') return invoice.document_type;
  if ((invoice.corrections ?? []).length > 0 && claimOf(invoice) === 0) return 'corrected';
  return isOverdue(invoice, today) ? 'overdue' : invoice.payment_status;
}
