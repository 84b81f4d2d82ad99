import { Checkbox, Stack, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { RecurringExpenseFormValues } from '#domain/recurring-expenses/recurring-expense-form.ts';
import { MoneyInput } from '#ui/MoneyInput.tsx';
import { Section } from '#ui/Section.tsx';
import { CategorySelect } from '#widgets/CategorySelect.tsx';
import { ContainedTaxSelect } from '#widgets/ContainedTaxSelect.tsx';
import { CurrencySelect } from '#widgets/CurrencySelect.tsx';
import { CustomerSelect } from '#widgets/CustomerSelect.tsx';
import fields from '#widgets/Fields.module.css';
import { PaymentMethodSelect } from '#widgets/PaymentMethodSelect.tsx';
import { VendorSelect } from '#widgets/VendorSelect.tsx';
import classes from './RecurringExpenseForm.module.css';

type Props = { form: UseFormReturnType<RecurringExpenseFormValues>; isNew: boolean };

/** What each generated expense says. */
export function ExpenseFields({ form, isNew }: Props) {
  const { t } = useTranslation('recurring');
  const { values, errors } = form;
  return (
    <Section title={t('section.what')} text={t('hint.expenseStatus')}>
      <Stack gap="md">
        <div className={fields.row} data-shape="even">
          <div className={classes.amount}>
            <MoneyInput
              label={t('field.amount')}
              value={values.amount}
              onChange={(amount) => form.setFieldValue('amount', amount)}
              currency={values.currency}
              error={errors['amount']}
              required
              autoFocus={isNew}
            />
            <CurrencySelect label={t('field.currency')} {...form.getInputProps('currency')} />
          </div>
          <ContainedTaxSelect
            value={values.tax_rate}
            onChange={(rate) => form.setFieldValue('tax_rate', rate)}
            amount={values.amount}
            currency={values.currency}
            error={errors['tax_rate']}
          />
        </div>
        <div className={fields.row} data-shape="even">
          <VendorSelect value={values.vendor_id} onChange={(id) => form.setFieldValue('vendor_id', id)} error={errors['vendor_id']} />
          <CategorySelect
            value={values.category_id}
            onChange={(id) => form.setFieldValue('category_id', id)}
            error={errors['category_id']}
          />
        </div>
        <Textarea label={t('field.description')} autosize minRows={2} maxRows={6} {...form.getInputProps('description')} />
        <PaymentMethodSelect {...form.getInputProps('payment_method')} />
        <div className={classes.checks}>
          <Checkbox label={t('field.is_reimbursable')} {...form.getInputProps('is_reimbursable', { type: 'checkbox' })} />
          <Checkbox label={t('field.is_billable')} {...form.getInputProps('is_billable', { type: 'checkbox' })} />
        </div>
        {(values.is_billable || values.customer_id !== null) && (
          <CustomerSelect
            value={values.customer_id}
            onChange={(id) => form.setFieldValue('customer_id', id)}
            error={errors['customer_id']}
          />
        )}
      </Stack>
    </Section>
  );
}
