import { Checkbox, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExpenseFormValues } from '#domain/expenses/expense-form.ts';
import { MoneyInput } from '#ui/MoneyInput.tsx';
import { CategorySelect } from '#widgets/CategorySelect.tsx';
import { ContainedTaxSelect } from '#widgets/ContainedTaxSelect.tsx';
import { CurrencySelect } from '#widgets/CurrencySelect.tsx';
import { DirectorySelect } from '#widgets/DirectorySelect.tsx';
import fields from '#widgets/Fields.module.css';
import { PaymentMethodSelect } from '#widgets/PaymentMethodSelect.tsx';
import classes from './ExpenseFields.module.css';

/** What an expense and a series of expenses both say. */
type Said = Omit<ExpenseFormValues, 'expense_date' | 'paid_on' | 'tax_lines'>;
/** What the fields need of a form; a form of any values that have these fields fits. */
type Form = {
  readonly values: Said;
  readonly errors: Readonly<Record<string, ReactNode>>;
  setValues(change: Partial<Said>): void;
  getInputProps(field: keyof Said, options?: { type: 'checkbox' }): object;
};
type Props = { form: Form };

/** What it costs; large where a person stands at a till and knows nothing else yet. */
export function AmountFields({ form, isNew, isLarge }: Props & { isNew: boolean; isLarge?: boolean }) {
  const { t } = useTranslation('expenses');
  return (
    <div className={classes.amount} data-large={isLarge || undefined}>
      <MoneyInput
        label={t('field.amount')}
        value={form.values.amount}
        onChange={(amount) => form.setValues({ amount })}
        currency={form.values.currency}
        error={form.errors['amount']}
        required
        autoFocus={isNew}
      />
      <CurrencySelect label={t('field.currency')} {...form.getInputProps('currency')} />
    </div>
  );
}

export function TaxField({ form: { values, errors, setValues }, day }: Props & { /** When it was supplied. */ day: string }) {
  return (
    <ContainedTaxSelect
      value={values.tax_rate}
      onChange={(tax_rate) => setValues({ tax_rate })}
      amount={values.amount}
      currency={values.currency}
      day={day}
      error={errors['tax_rate']}
    />
  );
}

/** From whom, and what for. */
export function PurposeFields({ form: { values, errors, setValues } }: Props) {
  return (
    <div className={fields.row} data-shape="even">
      <DirectorySelect
        name="vendors"
        isCreatable
        value={values.vendor_id}
        onChange={(vendor_id) => setValues({ vendor_id })}
        error={errors['vendor_id']}
      />
      <CategorySelect value={values.category_id} onChange={(category_id) => setValues({ category_id })} error={errors['category_id']} />
    </div>
  );
}

/** What was bought, who paid and for whom. */
export function HandlingFields({ form, children }: Props & { /** Beside the way it is paid. */ children?: ReactNode }) {
  const { t } = useTranslation('expenses');
  const { values, errors, setValues } = form;
  return (
    <>
      <Textarea
        label={t('field.description')}
        placeholder={t('placeholder.description')}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('description')}
      />
      <div className={fields.row} data-shape="even">
        <PaymentMethodSelect {...form.getInputProps('payment_method')} />
        {children}
      </div>
      <div className={classes.checks}>
        <Checkbox label={t('field.is_reimbursable')} {...form.getInputProps('is_reimbursable', { type: 'checkbox' })} />
        <Checkbox label={t('field.is_billable')} {...form.getInputProps('is_billable', { type: 'checkbox' })} />
      </div>
      {(values.is_billable || values.customer_id !== null) && (
        <DirectorySelect
          name="customers"
          value={values.customer_id}
          onChange={(customer_id) => setValues({ customer_id })}
          error={errors['customer_id']}
        />
      )}
    </>
  );
}
