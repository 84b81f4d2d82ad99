import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { usePaymentCommands } from '#data/payments/use-payment-commands.ts';
import { can } from '#domain/access/access.ts';
import type { BookingRefusal } from '#domain/bookings/booking.ts';
import type { Payment } from '#domain/payments/payment.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { showToast } from '#ui/toast.ts';
import { PaymentFacts } from './PaymentFacts.tsx';
import { ReversalDialog } from './ReversalDialog.tsx';

type Props = {
  payment: Payment;
  /** Why it stays as it is. */
  refusal: BookingRefusal;
  onClose: () => void;
  children?: ReactNode;
};

/** A payment that is neither changed nor deleted any more, and the way to take it back all the same. */
export function BookedPaymentDialog({ payment, refusal, onClose, children }: Props) {
  const { t } = useTranslation('payments');
  const { ctx } = useCompany();
  const { reversePayment } = usePaymentCommands();
  const [seen] = useState(payment);
  const [isReversing, setReversing] = useState(false);
  const mayReverse = refusal !== 'reversed' && can(ctx.access, 'payments.create') && can(ctx.access, 'payments.update');
  if (isReversing)
    return (
      <ReversalDialog
        title={t('reverse.title')}
        text={t('reverse.text')}
        onClose={onClose}
        onReverse={async ({ day, reason }) => {
          await reversePayment({ seen, day, reason });
          showToast({ type: 'success', text: t('toast.reversed') });
        }}
      />
    );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="md"
      title={t('dialog.view')}
      footer={
        mayReverse && (
          <Button variant="default" leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={() => setReversing(true)}>
            {t('action.reverse')}
          </Button>
        )
      }
    >
      <div>{t(`stays.${payment.reverses_payment_id ? 'reversal' : refusal}`)}</div>
      <PaymentFacts payment={payment} />
      {children}
    </Dialog>
  );
}
