import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { can } from '#domain/access/access.ts';
import { awaitsPayment, paymentRefusal } from '#domain/invoices/invoice-lifecycle.ts';
import { openOf, refundDue } from '#domain/invoices/claim.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { isReversedPayment } from '#domain/payments/payment-bookings.ts';
import type { Payment } from '#domain/payments/payment.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { Money } from '#ui/Money.tsx';
import { Section } from '#ui/Section.tsx';
import { RecordPaymentDialog } from '#widgets/RecordPaymentDialog.tsx';
import { DoublePayments } from './DoublePayments.tsx';
import classes from './InvoiceDetailPage.module.css';

type Props = { invoice: Invoice; payments: readonly Payment[] | undefined };

/** What was paid, what is open, and a way to record more. */
export function InvoicePayments({ invoice, payments: known }: Props) {
  const { t } = useTranslation('invoices');
  const { ctx } = useCompany();
  const [dialog, setDialog] = useState<Payment | 'new' | null>(null);
  const payments = known ?? [];
  if (!can(ctx.access, 'payments.view')) return null;
  const isIssued = paymentRefusal(invoice) === null;
  // Nothing is owed for a cancelled invoice: what was paid is to be given back.
  const open = openOf(invoice);
  const refund = refundDue(invoice);
  const mayRecord = isIssued && can(ctx.access, 'payments.create');
  return (
    <Section title={t('section.payments')}>
      <DoublePayments payments={payments} />
      {payments.length > 0 && (
        <ul className={classes.payments}>
          {payments.map((payment) => (
            <PaymentRow
              key={payment.id}
              payment={payment}
              isReversed={isReversedPayment(payment, payments)}
              onOpen={() => setDialog(payment)}
            />
          ))}
        </ul>
      )}
      {known?.length === 0 && <p className={classes.none}>{t(isIssued ? 'payments.none' : 'payments.notIssued')}</p>}
      {payments.length > 0 && (
        <p className={classes.balance}>
          <span>{t(refund > 0 ? 'totals.refund' : open < 0 ? 'totals.overpaid' : 'totals.open')}</span>
          <Money amount={Math.abs(open)} currency={invoice.currency} />
        </p>
      )}
      {mayRecord && (refund > 0 || (invoice.status === 'issued' && !awaitsPayment(invoice))) && (
        <Button
          variant="default"
          mt={payments.length === 0 ? 'sm' : 0}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setDialog('new')}
        >
          {t(refund > 0 ? 'action.refund' : 'action.recordPayment')}
        </Button>
      )}
      {dialog !== null && (
        <RecordPaymentDialog invoice={invoice} {...(dialog === 'new' ? {} : { payment: dialog })} onClose={() => setDialog(null)} />
      )}
    </Section>
  );
}

function PaymentRow({ payment, isReversed, onOpen }: { payment: Payment; isReversed: boolean; onOpen: () => void }) {
  const { t } = useTranslation('payments');
  const { ctx } = useCompany();
  const format = useFormat();
  const kind = payment.reverses_payment_id ? t('reverse.reversal') : isReversed && t('reverse.reversed');
  const what = [format.day(payment.payment_date), t(`method.${payment.method}`), kind].filter(Boolean).join(' · ');
  return (
    <li className={classes.payment}>
      {can(ctx.access, 'payments.update') ? (
        <button type="button" className={classes.paymentOpen} onClick={onOpen}>
          {what}
        </button>
      ) : (
        <span>{what}</span>
      )}
      <Money amount={payment.amount} currency={payment.currency} />
    </li>
  );
}
