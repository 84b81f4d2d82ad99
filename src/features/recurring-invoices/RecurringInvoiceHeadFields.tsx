import { NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { can } from '#domain/access/access.ts';
import { GENERATE_AS } from '#domain/recurring/generation.ts';
import { invoiceRule, type RecurringInvoiceHead } from '#domain/recurring-invoices/recurring-invoice-form.ts';
import { RECURRING_INVOICE_INTERVALS, type RecurringInvoice } from '#domain/recurring-invoices/recurring-invoice.ts';
import { DocumentHead } from '#widgets/document/DocumentHead.tsx';
import { ScheduleSection } from '#widgets/recurring/ScheduleSection.tsx';

type Form = UseFormReturnType<RecurringInvoiceHead>;
type Props = { form: Form; isNew: boolean; before: RecurringInvoice | undefined };

/** For whom, when and on what terms. */
export function RecurringInvoiceHeadFields({ form, isNew, before }: Props) {
  const { t } = useTranslation('recurring');
  const { ctx } = useCompany();
  const { values, errors } = form;
  const last_generated = before?.last_generated ?? null;
  return (
    <>
      <DocumentHead
        customerId={values.customer_id}
        spoken={values}
        onChange={(terms) => form.setValues(terms)}
        error={errors['customer_id']}
        placeholder={t('form.customerPlaceholder')}
        isNew={isNew}
        inputProps={form.getInputProps}
      >
        <TextInput label={t('field.name')} description={t('hint.name')} autoComplete="off" {...form.getInputProps('name')} />
      </DocumentHead>
      <ScheduleSection
        values={values}
        onChange={(change) => form.setValues(change)}
        errors={errors}
        intervals={RECURRING_INVOICE_INTERVALS}
        lastGenerated={last_generated}
        isActive={before?.is_active ?? true}
        rule={invoiceRule({ ...values, last_generated })}
      >
        <NativeSelect
          label={t('field.generate_as')}
          description={t(values.generate_as === 'draft' ? 'hint.asDraft' : 'hint.asIssued')}
          data={GENERATE_AS.map((as) => ({
            value: as,
            label: t(`generateAs.${as}`),
            disabled: as === 'ready_to_issue' && !can(ctx.access, 'invoices.issue'),
          }))}
          {...form.getInputProps('generate_as')}
        />
      </ScheduleSection>
    </>
  );
}
