import { Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import type { ExpenseFormValues } from '#domain/expenses/expense-form.ts';
import { DateInput } from '#ui/DateInput.tsx';
import { Section } from '#ui/Section.tsx';
import { HandlingFields, PurposeFields, TaxField } from '#widgets/expense/ExpenseFields.tsx';
import fields from '#widgets/Fields.module.css';

type Props = { form: UseFormReturnType<ExpenseFormValues> };

/** What an expense says besides its amount. */
export function ExpenseDetailFields({ form }: Props) {
  const { t } = useTranslation('expenses');
  const { ctx } = useCompany();
  return (
    <Section>
      <Stack gap="md">
        <PurposeFields form={form} />
        <div className={fields.row} data-shape="even">
          <DateInput
            label={t('field.expense_date')}
            value={form.values.expense_date}
            onChange={(day) => form.setFieldValue('expense_date', day)}
            today={ctx.today()}
            error={form.errors['expense_date']}
            required
          />
          <TaxField form={form} day={form.values.expense_date} />
        </div>
        <HandlingFields form={form}>{!form.values.is_reimbursable && <PaidOn form={form} />}</HandlingFields>
      </Stack>
    </Section>
  );
}

/** Only of what the company paid: what the author advanced is paid on the day it is reimbursed. */
function PaidOn({ form }: Props) {
  const { t } = useTranslation('expenses');
  const { ctx } = useCompany();
  return (
    <DateInput
      label={t('field.paid_on')}
      description={t('hint.paidOn')}
      value={form.values.paid_on ?? ''}
      onChange={(day) => form.setFieldValue('paid_on', day || null)}
      today={ctx.today()}
      error={form.errors['paid_on']}
    />
  );
}
