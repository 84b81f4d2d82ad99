import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { usePaymentCommands } from '#data/payments/use-payment-commands.ts';
import { useBookingRules } from '#data/periods/use-periods.ts';
import { can } from '#domain/access/access.ts';
import { type OpenDouble, openDoubles } from '#domain/payments/payment-state.ts';
import { paymentChangeRefusal } from '#domain/payments/payment-bookings.ts';
import type { Payment } from '#domain/payments/payment.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { Notice } from '#ui/Notice.tsx';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
import { useUndoableDelete } from '#widgets/use-undoable-delete.ts';

/** Asks about payments that two devices may have recorded without knowing of each other; whoever may answer, once for everybody. */
export function DoublePayments({ payments }: { payments: readonly Payment[] }) {
  const { ctx } = useCompany();
  if (!can(ctx.access, 'payments.update') && !can(ctx.access, 'payments.delete')) return null;
  return openDoubles(payments).map((double) => <Question key={double.payment.id} double={double} siblings={payments} />);
}

function Question({ double: { payment, earlier }, siblings }: { double: OpenDouble; siblings: readonly Payment[] }) {
  const { t } = useTranslation('payments');
  const { ctx } = useCompany();
  const format = useFormat();
  const commands = usePaymentCommands();
  const removeWithUndo = useUndoableDelete('payments');
  const rules = useBookingRules();
  const keep = useCommand(() => commands.keepAsSeparate(payment));
  const reason = t('double.reason');
  const isBooked = rules && paymentChangeRefusal(payment, { rules, siblings }) !== null;
  const remove = useCommand(async () => {
    if (!isBooked)
      return removeWithUndo({ id: payment.id, remove: () => commands.deletePayment({ seen: payment, reason }), text: t('toast.deleted') });
    await commands.reversePayment({ seen: payment, day: ctx.today(), reason });
    return showToast({ type: 'success', text: t('toast.reversed') });
  });
  const mayRemove = isBooked
    ? can(ctx.access, 'payments.create') && can(ctx.access, 'payments.update')
    : can(ctx.access, 'payments.delete');
  const what = (each: Payment) => `${format.day(each.payment_date)} · ${format.money(each.amount, each.currency)}`;
  return (
    <Notice
      actions={
        <>
          {can(ctx.access, 'payments.update') && (
            <Button variant="default" size="compact-sm" loading={keep.isRunning} onClick={() => void keep.run()}>
              {t('double.keep')}
            </Button>
          )}
          {mayRemove && (
            <Button variant="default" size="compact-sm" loading={remove.isRunning} onClick={() => void remove.run()}>
              {t(isBooked ? 'double.reverse' : 'double.remove')}
            </Button>
          )}
        </>
      }
    >
      {t('double.synced', { earlier: what(earlier), later: what(payment) })}
    </Notice>
  );
}
