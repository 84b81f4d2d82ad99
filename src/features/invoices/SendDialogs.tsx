import { useState } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { useInvoice } from '#data/invoices/use-invoices.ts';
import type { Customer } from '#domain/customers/customer.ts';
import { mailRefusal } from '#domain/invoices/invoice-lifecycle.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { replacedId, replacementId } from '#domain/invoices/replacement.ts';
import { SendDialog } from './SendDialog.tsx';

type Props = { invoice: Invoice; customer: Customer | null; onClose: () => void };

/** The mail of a document; where it belongs to a correction, that of the other one follows in the same act. */
export function SendDialogs({ invoice, customer, onClose }: Props) {
  const [sent, setSent] = useState<readonly string[]>([]);
  const other = useCounterpart(invoice);
  const left = [invoice, ...(other ? [other] : [])].filter(({ id }) => !sent.includes(id));
  const [current, next = null] = left;
  if (!current) return null;
  const onSent = () => (next ? setSent([...sent, current.id]) : onClose());
  return <SendDialog key={current.id} invoice={current} customer={customer} next={next} onClose={onClose} onSent={onSent} />;
}

/** Of a cancellation what replaces its invoice, of a replacement the cancellation of what it replaces; null where it has no number yet or went out already. */
function useCounterpart(invoice: Invoice): Invoice | null {
  const { ctx } = useCompany();
  const isCancellation = invoice.document_type === 'cancellation';
  const { value: replaced } = useInvoice(isCancellation ? '' : replacedId(invoice.id));
  const otherId = isCancellation ? invoice.cancels_id && replacementId(invoice.cancels_id) : replaced?.cancelled_by_id;
  const { value: other } = useInvoice(otherId ?? '');
  return other && other.delivery === 'not_sent' && mailRefusal(other, ctx.access) === null ? other : null;
}
