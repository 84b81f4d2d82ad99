import { NativeSelect } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.tsx';
import { useCustomers } from '#data/customers/use-customers.ts';
import { emptyInvoiceInput } from '#domain/invoices/invoice-draft.ts';
import type { InvoiceHead } from '#domain/invoices/invoice-form.ts';
import { dueDate } from '#domain/invoices/invoice-lifecycle.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { DateInput } from '#ui/DateInput.tsx';
import { Section } from '#ui/Section.tsx';
import { CustomerSelect } from '#widgets/CustomerSelect.tsx';
import classes from '#widgets/document/DocumentForm.module.css';
import { DocumentTerms } from '#widgets/document/DocumentTerms.tsx';

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
        <DocumentTerms
          inputProps={form.getInputProps}
          dueHint={isDays ? t('form.dueHint', { date: format.day(dueDate(ctx.today(), values.due_days)) }) : undefined}
        />
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
