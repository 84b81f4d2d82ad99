import { NativeSelect } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import type { InvoiceHead } from '#domain/invoices/invoice-form.ts';
import { dueDate } from '#domain/invoices/invoice-lifecycle.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { DateInput } from '#ui/DateInput.tsx';
import classes from '#widgets/document/DocumentForm.module.css';
import { DocumentHead } from '#widgets/document/DocumentHead.tsx';

type Form = UseFormReturnType<InvoiceHead>;

type Props = { form: Form; isNew: boolean; /** In a new invoice, once it is known for whom it is. */ onCustomer: () => void };

/** For whom, when and on what terms. */
export function InvoiceHeadFields({ form, isNew, onCustomer }: Props) {
  const { t } = useTranslation('invoices');
  const { ctx } = useCompany();
  const format = useFormat();
  const { customer_id, due_days } = form.values;
  const isDays = Number.isInteger(due_days) && due_days >= 0 && due_days <= 365;
  return (
    <DocumentHead
      customerId={customer_id}
      spoken={form.values}
      onChange={(terms) => {
        form.setValues(terms);
        if (isNew && terms.customer_id) onCustomer();
      }}
      error={form.errors['customer_id']}
      placeholder={t('form.customerPlaceholder')}
      isNew={isNew}
      inputProps={form.getInputProps}
      dueHint={isDays ? t('form.dueHint', { date: format.day(dueDate(ctx.today(), due_days), 'typed') }) : undefined}
    >
      <ServiceFields form={form} />
    </DocumentHead>
  );
}

function ServiceFields({ form }: { form: Form }) {
  const { t } = useTranslation('invoices');
  const { ctx } = useCompany();
  const { is_period: isPeriod, service_from, service_to } = form.values;
  const day = (field: 'service_from' | 'service_to') => (value: string) => form.setFieldValue(field, value || null);
  return (
    <div className={classes.service} data-period={isPeriod || undefined} data-path="service_from">
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
