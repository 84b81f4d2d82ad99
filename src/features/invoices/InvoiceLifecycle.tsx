import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { useInvoice } from '#data/invoices/use-invoices.ts';
import { daysBetween } from '#domain/dates/calendar.ts';
import { claimOf, refundDue } from '#domain/invoices/claim.ts';
import { isOverdue } from '#domain/invoices/invoice-state.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import classes from './InvoiceDetailPage.module.css';

/** Where the invoice stands, in a sentence, with the way to the document that belongs to it. */
export function InvoiceLifecycle({ invoice }: { invoice: Invoice }) {
  const { ctx } = useCompany();
  const isLate = isOverdue(invoice, ctx.today());
  return (
    <p className={classes.lifecycle} data-tone={isLate ? 'late' : undefined}>
      <Sentence invoice={invoice} isLate={isLate} />
    </p>
  );
}

function Sentence({ invoice, isLate }: { invoice: Invoice; isLate: boolean }) {
  const { t } = useTranslation('invoices');
  const { ctx } = useCompany();
  const format = useFormat();
  if (invoice.document_type === 'correction')
    return <Related id={invoice.corrects_id} text={invoice.number === null ? 'correctionDraft' : 'correction'} plain="correctionPlain" />;
  if (invoice.document_type === 'cancellation') return <Related id={invoice.cancels_id} text="cancellation" plain="cancellationPlain" />;
  if (invoice.status === 'cancelled') return <Related id={invoice.cancelled_by_id} text="cancelled" plain="cancelledPending" />;
  const refund = refundDue(invoice);
  if (invoice.status === 'issued' && refund > 0) return t('lifecycle.refund_due', { amount: format.money(refund, invoice.currency) });
  if (invoice.status === 'issued' && invoice.corrections.length > 0 && claimOf(invoice) === 0) return t('lifecycle.corrected');
  if (invoice.status !== 'issued') return t(`lifecycle.${invoice.status}`);
  if (invoice.payment_status === 'paid' || invoice.payment_status === 'overpaid') return t(`lifecycle.${invoice.payment_status}`);
  if (invoice.due_date === null) return null;
  const date = format.day(invoice.due_date);
  const days = daysBetween(ctx.today(), invoice.due_date);
  if (isLate) return t('lifecycle.overdue', { date, count: -days });
  return days === 0 ? t('lifecycle.dueToday') : t('lifecycle.open', { date, count: days });
}

type RelatedProps = {
  id: string | null;
  text: 'cancellation' | 'cancelled' | 'correction' | 'correctionDraft';
  plain: 'cancellationPlain' | 'cancelledPending' | 'correctionPlain';
};

function Related({ id, text, plain }: RelatedProps) {
  const { t } = useTranslation('invoices');
  const { value: other } = useInvoice(id ?? '');
  if (id === null || !other?.number) return t(`lifecycle.${plain}`);
  const [before, after] = t(`lifecycle.${text}`, { number: '\n' }).split('\n');
  return (
    <>
      {before}
      <Anchor component={Link} to={`/finance/invoices/${id}`}>
        {other.number}
      </Anchor>
      {after}
    </>
  );
}
