import { useTranslation } from 'react-i18next';
import { type Claimed, claimOf } from '#domain/invoices/claim.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { openAmount, overpayment } from '#domain/payments/payment-state.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import classes from './RecordPaymentDialog.module.css';

type Props = { invoice: Pick<Invoice, 'number' | 'status'> & Claimed; paid: number; amount: number | null };

/** What an invoice comes to, what is paid, and what the amount being typed would leave. */
export function PaymentBalance({ invoice, paid, amount }: Props) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const { currency } = invoice;
  const gross = invoice.status === 'cancelled' ? 0 : claimOf(invoice);
  const money = (value: number) => format.money(value, currency);
  const open = openAmount(gross, paid, currency);
  const exceeds = amount === null ? 0 : overpayment(gross, paid, { amount, currency });
  const left = amount === null ? open : openAmount(open, amount, currency);
  return (
    <div>
      <dl className={classes.balance}>
        <div>
          <dt>{invoice.number ?? t('balance.total')}</dt>
          <dd>{money(gross)}</dd>
        </div>
        <div>
          <dt>{t('balance.paid')}</dt>
          <dd>{money(paid)}</dd>
        </div>
        <div>
          <dt>{t('balance.open')}</dt>
          <dd>{money(open)}</dd>
        </div>
      </dl>
      <p className={classes.outcome} data-tone={exceeds > 0 ? 'warning' : undefined} role="status">
        {exceeds > 0
          ? t('balance.exceeds', { amount: money(exceeds) })
          : left === 0
            ? t('balance.settles')
            : t('balance.leaves', { amount: money(left) })}
      </p>
    </div>
  );
}
