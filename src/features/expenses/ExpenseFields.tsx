import { Checkbox, Stack, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.tsx';
import type { ExpenseFormValues } from '#data/expenses/expense-drafts.ts';
import { DateInput } from '#ui/DateInput.tsx';
import { MoneyInput } from '#ui/MoneyInput.tsx';
import { Section } from '#ui/Section.tsx';
import { CategorySelect } from '#widgets/CategorySelect.tsx';
import { ContainedTaxSelect } from '#widgets/ContainedTaxSelect.tsx';
import { CurrencySelect } from '#widgets/CurrencySelect.tsx';
import { CustomerSelect } from '#widgets/CustomerSelect.tsx';
import fields from '#widgets/Fields.module.css';
import { PaymentMethodSelect } from '#widgets/PaymentMethodSelect.tsx';
import { VendorSelect } from '#widgets/VendorSelect.tsx';
import classes from './ExpenseFields.module.css';

type Form = UseFormReturnType<ExpenseFormValues>;

/** The amount comes first: it is what a person standing at a till knows. */
export function AmountFields({ form, isNew }: { form: Form; isNew: boolean }) {
  const { t } = useTranslation('expenses');
  const { values, errors } = form;
  return (
    <Section>
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
    </Section>
  );
}

export function ExpenseFields({ form }: { form: Form }) {
  const { t } = useTranslation('expenses');
  const { ctx } = useCompany();
  const { values, errors } = form;
  return (
    <Section>
      <Stack gap="md">
        <div className={fields.row} data-shape="even">
          <VendorSelect value={values.vendor_id} onChange={(id) => form.setFieldValue('vendor_id', id)} error={errors['vendor_id']} />
          <CategorySelect
            value={values.category_id}
            onChange={(id) => form.setFieldValue('category_id', id)}
            error={errors['category_id']}
          />
        </div>
        <div className={fields.row} data-shape="even">
          <DateInput
            label={t('field.expense_date')}
            value={values.expense_date}
            onChange={(day) => form.setFieldValue('expense_date', day)}
            today={ctx.today()}
            error={errors['expense_date']}
            required
          />
          <ContainedTaxSelect
            value={values.tax_rate}
            onChange={(rate) => form.setFieldValue('tax_rate', rate)}
            amount={values.amount}
            currency={values.currency}
            error={errors['tax_rate']}
          />
        </div>
        <Textarea
          label={t('field.description')}
          placeholder={t('placeholder.description')}
          autosize
          minRows={2}
          maxRows={6}
          {...form.getInputProps('description')}
        />
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
