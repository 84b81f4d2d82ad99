import type { UseFormReturnType } from '@mantine/form';
import { Stack, Switch, TextInput, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ProductFormValues } from '#data/drafts/form-drafts.ts';
import { sumOf, taxOnNet } from '#domain/money/money.ts';
import { amount } from '#domain/shared/fields.ts';
import { productInputSchema } from '#domain/products/product.ts';
import * as z from 'zod/mini';
import { useFormat } from '#platform/i18n/use-format.ts';
import { MoneyInput } from '#ui/MoneyInput.tsx';
import { Section } from '#ui/Section.tsx';
import { CurrencySelect } from '#widgets/CurrencySelect.tsx';
import fields from '#widgets/Fields.module.css';
import { DraftedForm, type DraftedFormProps } from '#widgets/DraftedForm.tsx';
import { TaxRateSelect } from '#widgets/TaxRateSelect.tsx';
import { UnitInput } from '#widgets/UnitInput.tsx';

const formSchema = z.extend(productInputSchema, { unit_price: amount() });

export function ProductForm(props: DraftedFormProps<ProductFormValues>) {
  return (
    <DraftedForm schema={formSchema} {...props}>
      {(form) => <Fields form={form} />}
    </DraftedForm>
  );
}

function Fields({ form }: { form: UseFormReturnType<ProductFormValues> }) {
  const { t } = useTranslation('products');
  const { values, errors } = form;
  return (
    <>
      <Section>
        <Stack gap="sm">
          <TextInput label={t('field.name')} required data-autofocus autoFocus autoComplete="off" {...form.getInputProps('name')} />
          <Textarea
            label={t('field.description')}
            description={t('hint.description')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autosize
            minRows={2}
            maxRows={8}
            {...form.getInputProps('description')}
          />
        </Stack>
      </Section>
      <Section title={t('section.price')}>
        <Stack gap="sm">
          <div className={fields.row} data-shape="wide-narrow">
            <MoneyInput
              label={t('field.unit_price')}
              value={values.unit_price}
              onChange={(price) => form.setFieldValue('unit_price', price)}
              currency={values.currency}
              decimals={4}
              error={errors['unit_price']}
              required
            />
            <CurrencySelect label={t('field.currency')} {...form.getInputProps('currency')} />
          </div>
          <div className={fields.row} data-shape="even">
            <UnitInput
              label={t('field.unit')}
              value={values.unit}
              onChange={(unit) => form.setFieldValue('unit', unit)}
              error={errors['unit']}
            />
            <TaxRateSelect
              label={t('field.tax_rate')}
              value={values.tax_rate}
              onChange={(rate) => form.setFieldValue('tax_rate', rate)}
              error={errors['tax_rate']}
            />
          </div>
          <GrossHint values={values} />
          <Switch
            label={t('field.is_active')}
            description={t('hint.inactive')}
            {...form.getInputProps('is_active', { type: 'checkbox' })}
          />
        </Stack>
      </Section>
    </>
  );
}

function GrossHint({ values }: { values: ProductFormValues }) {
  const { t } = useTranslation('products');
  const format = useFormat();
  const { unit_price: price, tax_rate: rate, currency } = values;
  if (price === null || rate === 0) return null;
  const gross = sumOf([price, taxOnNet(price, rate, currency)], currency);
  if (gross === 0) return null;
  return <p className={fields.hint}>{t('hint.gross', { gross: format.money(gross, currency) })}</p>;
}
