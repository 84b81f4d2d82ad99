import { Button, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import type { ExpenseFormValues } from '#domain/expenses/expense-form.ts';
import { grossLine } from '#domain/expenses/tax-lines.ts';
import { DateInput } from '#ui/DateInput.tsx';
import { Section } from '#ui/Section.tsx';
import { HandlingFields, PurposeFields, TaxField } from '#widgets/expense/ExpenseFields.tsx';
import fields from '#widgets/Fields.module.css';
import { TaxTable } from './TaxTable.tsx';
import classes from './TaxTable.module.css';

type Props = { form: UseFormReturnType<ExpenseFormValues> };

/** What an expense says besides its amount. */
export function ExpenseDetailFields({ form }: Props) {
  const { t } = useTranslation('expenses');
  const { ctx } = useCompany();
  const { tax_lines = [], amount, currency, expense_date } = form.values;
  const isTable = tax_lines.length > 0;
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
          {!isTable && <OneRate form={form} />}
        </div>
        {isTable && (
          <TaxTable
            lines={tax_lines}
            onChange={(lines) => form.setValues({ tax_lines: lines })}
            amount={amount}
            currency={currency}
            day={expense_date}
            errors={form.errors}
          />
        )}
        <HandlingFields form={form}>{!form.values.is_reimbursable && <PaidOn form={form} />}</HandlingFields>
      </Stack>
    </Section>
  );
}

/** One rate, and the way to a table of several; a small business deducts nothing and is not asked. */
function OneRate({ form }: Props) {
  const { t } = useTranslation('expenses');
  const { company } = useCompany();
  const { amount, tax_rate: rate, currency, expense_date } = form.values;
  const { country } = company.settings.company_details.address;
  return (
    <div>
      <TaxField form={form} day={expense_date} />
      {!company.settings.tax.small_business && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.several}
          onClick={() => form.setFieldValue('tax_lines', [grossLine(amount ?? 0, { rate, currency, country })])}
        >
          {t('taxTable.several')}
        </Button>
      )}
    </div>
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
