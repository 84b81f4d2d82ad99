import { NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.tsx';
import { useCustomers } from '#data/customers/use-customers.ts';
import { can } from '#domain/access/access.ts';
import { emptyInvoiceInput } from '#domain/invoices/invoice-draft.ts';
import { GENERATE_AS } from '#domain/recurring/generation.ts';
import { invoiceRule, type RecurringInvoiceHead } from '#domain/recurring-invoices/recurring-invoice-form.ts';
import { RECURRING_INVOICE_INTERVALS, type RecurringInvoice } from '#domain/recurring-invoices/recurring-invoice.ts';
import { Section } from '#ui/Section.tsx';
import { CustomerSelect } from '#widgets/CustomerSelect.tsx';
import classes from '#widgets/document/DocumentForm.module.css';
import { DocumentTerms } from '#widgets/document/DocumentTerms.tsx';
import { ScheduleSection } from '#widgets/recurring/ScheduleSection.tsx';

type Form = UseFormReturnType<RecurringInvoiceHead>;
type Props = { form: Form; isNew: boolean; before: RecurringInvoice | undefined };

/** For whom, when and on what terms. Choosing a customer brings the customer's own terms. */
export function HeadFields({ form, isNew, before }: Props) {
  const { t } = useTranslation('recurring');
  const { ctx, company } = useCompany();
  const { value: customers } = useCustomers();
  const { values, errors } = form;
  const choose = (customerId: string | null) => {
    const customer = customerId === null ? undefined : customers?.byId.get(customerId);
    const { due_days, currency, language, reference } = emptyInvoiceInput(company, customer ?? null, ctx.today());
    form.setValues({ customer_id: customerId, ...(customer ? { due_days, currency, language, reference } : {}) });
  };
  const last_generated = before?.last_generated ?? null;
  return (
    <>
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
            <TextInput
              label={t('field.name')}
              description={t('hint.name')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autoComplete="off"
              {...form.getInputProps('name')}
            />
          </div>
          <DocumentTerms inputProps={form.getInputProps} />
        </div>
      </Section>
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
          inputWrapperOrder={['label', 'input', 'description', 'error']}
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
