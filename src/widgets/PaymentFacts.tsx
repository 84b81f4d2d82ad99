import { useTranslation } from 'react-i18next';
import type { Payment } from '#domain/payments/payment.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { KeyValue } from '#ui/KeyValue.tsx';
import { useExchangeWords } from './exchange/use-exchange-words.ts';

/** What is known of a payment, to read. */
export function PaymentFacts({ payment }: { payment: Payment }) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const words = useExchangeWords();
  return (
    <KeyValue
      items={[
        { label: t('field.amount'), value: format.money(payment.amount, payment.currency), isAmount: true },
        { label: t('field.payment_date'), value: format.day(payment.payment_date) },
        Boolean(payment.booked_on) && { label: t('field.booked_on'), value: format.day(payment.booked_on ?? '') },
        payment.exchange && { label: t('field.exchange'), value: words.of(payment.exchange) },
        { label: t('field.method'), value: t(`method.${payment.method}`) },
        payment.reference !== '' && { label: t('field.reference'), value: payment.reference },
        payment.notes !== '' && { label: t('field.notes'), value: payment.notes },
        Boolean(payment.reversal_reason) && { label: t('field.reversal_reason'), value: payment.reversal_reason },
      ]}
    />
  );
}
