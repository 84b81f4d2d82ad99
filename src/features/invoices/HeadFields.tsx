import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.tsx';
import { useCustomers } from '#data/customers/use-customers.ts';
import { emptyInvoiceInput } from '#domain/invoices/invoice-draft.ts';
import type { InvoiceHead } from '#domain/invoices/invoice-form.ts';
import { dueDate } from '#domain/invoices/invoice-lifecycle.ts';
import { TAX_MODES } from '#domain/tax/tax-mode.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { DateInput } from '#ui/DateInput.tsx';
import { Section } from '#ui/Section.tsx';
import { CurrencySelect } from '#widgets/CurrencySelect.tsx';
import { CustomerSelect } from '#widgets/CustomerSelect.tsx';
import classes from './InvoiceForm.module.css';

type Form = UseFormReturnType<InvoiceHead>;

/** For whom, when and on what terms. Choosing a customer brings the customer's own terms. */
export function HeadFields({ form, isNew }: { form: Form; isNew: boolean }) {
  const { t } = useTranslation('invoices');
  const { ctx, company } = useCompany();
  const { value: customers } = useCustomers();
  const format = useFormat();
  const { values, errors } = form;
  const choose = (customerId: string | null) => {
    const customer = customerId === null ? undefined : customers?.byId.get(customerId);
    const { due_days, currency, language, reference } = emptyInvoiceInput(company, customer ?? null, ctx.today());
    form.setValues({ customer_id: customerId, ...(customer ? { due_days, currency, language, reference } : {}) });
  };
  const isDays = Number.isInteger(values.due_days) && values.due_days >= 0 && values.due_days <= 365;
  return (
    <Section>
      <div className={classes.head}>
        <div data-span="6">
          <CustomerSelect
            value={values.customer_id}
            onChange={choose}
            error={errors['customer_id']}
            placeholder={t('form.customerPlaceholder')}
            isCreatable
            autoFocus={isNew}
          />
        </div>
        <div data-span="6">
          <ServiceFields form={form} />
        </div>
        <NumberInput
          label={t('field.due_days')}
          description={isDays ? t('form.dueHint', { date: format.day(dueDate(ctx.today(), values.due_days)) }) : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={0}
          max={365}
          allowDecimal={false}
          hideControls
          {...form.getInputProps('due_days')}
        />
        <NativeSelect
          label={t('field.tax_mode')}
          data={TAX_MODES.map((mode) => ({ value: mode, label: t(`taxMode.${mode}`) }))}
          {...form.getInputProps('tax_mode')}
        />
        <CurrencySelect label={t('field.currency')} {...form.getInputProps('currency')} />
        <NativeSelect
          label={t('field.language')}
          data={(['en', 'de'] as const).map((language) => ({ value: language, label: t(`language.${language}`) }))}
          {...form.getInputProps('language')}
        />
        <div data-span="6">
          <TextInput label={t('field.reference')} autoComplete="off" {...form.getInputProps('reference')} />
        </div>
      </div>
    </Section>
  );
}

function ServiceFields({ form }: { form: Form }) {
  const { t } = useTranslation('invoices');
  const { ctx } = useCompany();
  const { is_period: isPeriod, service_from, service_to } = form.values;
  const day = (field: 'service_from' | 'service_to') => (value: string) => form.setFieldValue(field, value || null);
  return (
    <div className={classes.service} data-period={isPeriod || undefined}>
      <NativeSelect
        label={t('field.service')}
        value={isPeriod ? 'period' : 'day'}
        onChange={(event) => form.setFieldValue('is_period', event.currentTarget.value === 'period')}
        data={(['day', 'period'] as const).map((kind) => ({ value: kind, label: t(`service.${kind}`) }))}
      />
      <DateInput
        label={t(isPeriod ? 'service.from' : 'field.service_from')}
        value={service_from ?? ''}
        onChange={day('service_from')}
        today={ctx.today()}
        error={form.errors['service_from']}
      />
      {isPeriod && (
        <DateInput
          label={t('service.to')}
          value={service_to ?? ''}
          onChange={day('service_to')}
          today={ctx.today()}
          error={form.errors['service_to']}
        />
      )}
    </div>
  );
}
