import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { taxInGross } from '#domain/money/money.ts';
import { offeredRates } from '#domain/tax/tax-rates.ts';
import { useFormat } from '#platform/i18n/use-format.ts';

type Props = {
  /** Percent; null when no tax is shown. */
  value: number | null;
  onChange: (rate: number | null) => void;
  /** The gross amount it is contained in, as far as it is typed. */
  amount: number | null;
  currency: string;
  /** Day of supply: the rates in force then come first. */
  day: string;
  error?: ReactNode;
};
const NO_TAX = '';

/** The tax rate contained in a gross amount, with the tax it makes. */
export function ContainedTaxSelect({ value: rate, onChange, amount, currency, day, error }: Props) {
  const { t } = useTranslation('expenses');
  const format = useFormat();
  const { company } = useCompany();
  const { own, others } = offeredRates(company.settings.company_details.address.country, day);
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
      value={rate === null ? NO_TAX : String(rate)}
      onChange={(event) => onChange(event.currentTarget.value === NO_TAX ? null : Number(event.currentTarget.value))}
      error={error}
      data={[
        { group: '', items: [...own.map(option), { value: NO_TAX, label: t('tax.none') }, ...(isListed ? [] : [option(rate)])] },
        { group: '—', items: others.map(option) },
      ]}
    />
  );
}
