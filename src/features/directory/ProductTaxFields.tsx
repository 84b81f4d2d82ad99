import { NativeSelect, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { productTax } from '#domain/products/product.ts';
import { type OwnTax, SMALL_BUSINESS } from '#domain/tax/line-tax.ts';
import type { TaxCategory } from '#domain/tax/tax-category.ts';
import { ExemptionOptions } from '#widgets/ExemptionOptions.tsx';
import { choiceOf, chosenTax } from '#widgets/tax-choice.ts';
import { TaxOptions } from '#widgets/TaxOptions.tsx';
import type { Form } from './form.ts';

/** Where a customer is decides on these. */
const OF_THE_CUSTOMER: readonly TaxCategory[] = ['K', 'G'];

function usePlace() {
  const { company, ctx } = useCompany();
  return { country: company.settings.company_details.address.country, day: ctx.today() };
}

/** How what is sold is taxed, whoever buys it. */
export function ProductTaxSelect({ form }: { form: Form }) {
  const { t } = useTranslation('products');
  const tax = productTax(form.values as OwnTax);
  return (
    <NativeSelect
      label={t('field.tax_rate')}
      value={choiceOf(tax)}
      onChange={(event) => {
        for (const [field, value] of Object.entries(chosenTax(event.currentTarget.value, tax))) form.setFieldValue(field, value);
      }}
      error={form.errors['tax_rate']}
    >
      <TaxOptions tax={tax} place={usePlace()} without={OF_THE_CUSTOMER} />
    </NativeSelect>
  );
}

/** Why it is exempt, where it is. */
export function ExemptionInput({ form }: { form: Form }) {
  const { t } = useTranslation('products');
  const { t: tInvoices } = useTranslation('invoices');
  const list = useId();
  const { country } = usePlace();
  const { tax_category, exemption_reason } = form.values as OwnTax;
  if (tax_category !== 'E' || exemption_reason === SMALL_BUSINESS) return null;
  return (
    <>
      <TextInput
        label={t('field.exemption_reason')}
        placeholder={tInvoices(country === 'DE' ? 'line.reasonGerman' : 'line.reason')}
        list={list}
        maxLength={200}
        autoComplete="off"
        {...form.getInputProps('exemption_reason')}
        value={exemption_reason ?? ''}
      />
      <ExemptionOptions id={list} country={country} />
    </>
  );
}
