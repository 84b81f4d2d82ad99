import { Checkbox, NativeSelect, Stack, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.tsx';
import type { ExpenseFormValues } from '#data/expenses/expense-drafts.ts';
import { taxInGross } from '#domain/money/money.ts';
import { taxRatesFor } from '#domain/tax/tax-rates.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { DateInput } from '#ui/DateInput.tsx';
import { MoneyInput } from '#ui/MoneyInput.tsx';
import { Section } from '#ui/Section.tsx';
import { CategorySelect } from '#widgets/CategorySelect.tsx';
import { CurrencySelect } from '#widgets/CurrencySelect.tsx';
import { CustomerSelect } from '#widgets/CustomerSelect.tsx';
import fields from '#widgets/Fields.module.css';
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
          <TaxRate form={form} />
        </div>
        <Textarea
          label={t('field.description')}
          placeholder={t('placeholder.description')}
          autosize
          minRows={2}
          maxRows={6}
          {...form.getInputProps('description')}
        />
        <PaymentMethod form={form} />
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

const NO_TAX = '';

function TaxRate({ form }: { form: Form }) {
  const { t } = useTranslation('expenses');
  const format = useFormat();
  const { company } = useCompany();
  const { amount, tax_rate: rate, currency } = form.values;
  const { own, others } = taxRatesFor(company.settings.company_details.address.country);
  const isListed = rate === null || own.includes(rate) || others.includes(rate);
  const option = (each: number) => ({ value: String(each), label: format.percent(each) });
  const tax = rate === null || amount === null ? null : taxInGross(amount, rate, currency);
  return (
    <NativeSelect
      label={t('field.tax_rate')}
      description={
        tax === null
          ? t(rate === null ? 'hint.noTax' : 'hint.taxLater')
          : t('hint.tax', { tax: format.money(tax, currency), net: format.money((amount ?? 0) - tax, currency) })
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={rate === null ? NO_TAX : String(rate)}
      onChange={(event) => form.setFieldValue('tax_rate', event.currentTarget.value === NO_TAX ? null : Number(event.currentTarget.value))}
      error={form.errors['tax_rate']}
      data={[
        { group: '', items: [...own.map(option), { value: NO_TAX, label: t('tax.none') }, ...(isListed ? [] : [option(rate)])] },
        { group: '—', items: others.map(option) },
      ]}
    />
  );
}

const METHODS = ['', 'cash', 'card', 'bank_transfer', 'private', 'other'] as const;

function PaymentMethod({ form }: { form: Form }) {
  const { t } = useTranslation('expenses');
  return (
    <NativeSelect
      label={t('field.payment_method')}
      data={METHODS.map((method) => ({ value: method, label: t(`method.${method || 'none'}`) }))}
      {...form.getInputProps('payment_method')}
    />
  );
}
