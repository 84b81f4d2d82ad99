import { useTranslation } from 'react-i18next';
import { sumOf, taxOnNet } from '#domain/money/money.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { MoneyInput } from '#ui/MoneyInput.tsx';
import { CurrencySelect } from '#widgets/CurrencySelect.tsx';
import fields from '#widgets/Fields.module.css';
import { UnitInput } from '#widgets/UnitInput.tsx';
import type { Form } from './form.ts';
import { ExemptionInput, ProductTaxSelect } from './ProductTaxFields.tsx';

type Price = { readonly unit_price: number | null; readonly currency: string; readonly unit: string; readonly tax_rate: number };

/** A net price with its currency, unit and tax, and what it comes to. */
export function PriceFields({ form }: { form: Form }) {
  const { t } = useTranslation('products');
  const { errors } = form;
  const values = form.values as Price; // the pages of what has a price
  return (
    <>
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
        <ProductTaxSelect form={form} />
      </div>
      <ExemptionInput form={form} />
      <GrossHint {...values} />
    </>
  );
}

function GrossHint({ unit_price: price, tax_rate: rate, currency }: Price) {
  const { t } = useTranslation('products');
  const format = useFormat();
  if (price === null || rate === 0) return null;
  const gross = sumOf([price, taxOnNet(price, rate, currency)], currency);
  if (gross === 0) return null;
  return <p className={fields.hint}>{t('hint.gross', { gross: format.money(gross, currency) })}</p>;
}
