import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { offeredRates } from '#domain/tax/tax-rates.ts';
import { useFormat } from '#platform/i18n/use-format.ts';

type Props = { label: ReactNode; value: number; onChange: (rate: number) => void; description?: ReactNode; error?: ReactNode };

/** A tax rate; those in force today in the company's country come first. */
export function TaxRateSelect({ value, onChange, ...rest }: Props) {
  const format = useFormat();
  const { company, ctx } = useCompany();
  const { own, others } = offeredRates(company.settings.company_details.address.country, ctx.today());
  const option = (rate: number) => ({ value: String(rate), label: format.percent(rate) });
  const isListed = own.includes(value) || others.includes(value);
  return (
    <NativeSelect
      {...rest}
      value={String(value)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      data={[
        { group: '', items: [...own.map(option), ...(isListed ? [] : [option(value)])] },
        { group: '—', items: others.map(option) },
      ]}
    />
  );
}
