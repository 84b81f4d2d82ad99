import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import type { Payment, PaymentInput } from '#domain/payments/payment.ts';
import { deletePayment, editPayment, keepPaymentAsSeparate, recordPayment, reversePayment } from './payments.commands.ts';

/** The payment commands bound to the open company. */
export function usePaymentCommands() {
  const { db, ctx } = useCompany();
  return useMemo(
    () => ({
      recordPayment: (input: PaymentInput) => recordPayment(db, input, ctx),
      editPayment: (edit: { id: string; input: PaymentInput; opened: Parameters<typeof editPayment>[1]['opened'] & object }) =>
        editPayment(db, edit, ctx),
      keepAsSeparate: (seen: Payment) => keepPaymentAsSeparate(db, seen, ctx),
      reversePayment: (reversal: Parameters<typeof reversePayment>[1]) => reversePayment(db, reversal, ctx),
      deletePayment: (deletion: { seen: Payment; reason: string }) => deletePayment(db, deletion, ctx),
    }),
    [db, ctx],
  );
}
