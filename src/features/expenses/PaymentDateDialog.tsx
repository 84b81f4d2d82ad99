import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { useCompany } from '#data/core/company-context.ts';
import { useExpenseCommands } from '#data/expenses/use-expense-commands.ts';
import { type Expense, expenseSchema } from '#domain/expenses/expense.ts';
import { DateInput } from '#ui/DateInput.tsx';
import { FormDialog } from '#ui/FormDialog.tsx';
import { showSaved } from '#ui/toast.ts';
import { useRecordForm } from '#ui/use-record-form.ts';

type Props = { expense: Expense; onClose: () => void };

/** Asks on which day it was paid: the books by payment count it on that day. */
export function PaymentDateDialog({ expense, onClose }: Props) {
  const { t } = useTranslation('expenses');
  const { ctx } = useCompany();
  const { notePaymentDate } = useExpenseCommands();
  const [seen] = useState(expense);
  const isAdvanced = expense.is_reimbursable;
  const { form, ...bound } = useRecordForm({
    initialValues: { paid_on: expense.paid_on },
    schema: isAdvanced ? knownDay : anyDay,
    submit: async ({ paid_on }) => {
      await notePaymentDate({ seen, day: paid_on });
      showSaved(t('toast.changed'));
      onClose();
    },
  });
  return (
    <FormDialog title={t('paymentDate.title')} confirmLabel={t('paymentDate.confirm')} onClose={onClose} {...bound}>
      <DateInput
        label={t('field.paid_on')}
        description={isAdvanced ? undefined : t('hint.paidOn')}
        value={form.values.paid_on ?? ''}
        onChange={(day) => form.setFieldValue('paid_on', day || null)}
        today={ctx.today()}
        error={form.errors['paid_on']}
        required={isAdvanced}
        autoFocus
      />
    </FormDialog>
  );
}

const anyDay = z.pick(expenseSchema, { paid_on: true });
const knownDay = z.object({ paid_on: z.string('required') });
