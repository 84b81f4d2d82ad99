import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import { IconDots, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { EXPENSE_TAX_CATEGORIES, type ExpenseTaxCategory, type TaxLine } from '#domain/expenses/tax-line.ts';
import { bearsTax, grossLine } from '#domain/expenses/tax-lines.ts';
import { sumOf } from '#domain/money/money.ts';
import { offeredRates, standardRate } from '#domain/tax/tax-rates.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { MoneyInput } from '#ui/MoneyInput.tsx';
import { CountrySelect } from '#widgets/CountrySelect.tsx';
import classes from './TaxTable.module.css';

type Props = {
  line: TaxLine;
  /** Its number in the table, from 1. */
  place: number;
  onChange: (line: TaxLine) => void;
  onRemove: () => void;
  currency: string;
  day: string;
  error: (field: keyof TaxLine) => ReactNode;
};
const NO_TAX = '';

export function TaxTableRow({ line, place, onChange, onRemove, currency, day, error }: Props) {
  const { t } = useTranslation('expenses');
  const gross = sumOf([line.net, line.tax], currency);
  const { company } = useCompany();
  const own = company.settings.company_details.address.country;
  const isPlain = line.deductible_percent === 100 && ['', own].includes(line.country) && ['domestic', 'none'].includes(line.category);
  const [isOpen, setOpen] = useState(!isPlain);
  /** The line with another gross or rate; net and tax follow anew. */
  const computed = (to: { gross?: number; rate?: number | null; category?: ExpenseTaxCategory }): TaxLine => {
    const rate = to.rate === undefined ? line.rate : to.rate;
    const category =
      to.category ??
      (rate === null ? (bearsTax(line.category) ? 'none' : line.category) : bearsTax(line.category) ? line.category : 'domestic');
    return {
      ...line,
      ...grossLine(to.gross ?? gross, { rate, currency, country: line.country }),
      category,
      deductible_percent: line.deductible_percent,
    };
  };
  const rateFor = (category: ExpenseTaxCategory) =>
    bearsTax(category) ? (line.rate ?? standardRate(line.country || own, day) ?? 0) : null;
  const typedGross = (value: number | null) => onChange(computed({ gross: value ?? 0 }));
  return (
    <div className={classes.row} role="group" aria-label={t('taxTable.line', { place })}>
      <MoneyInput label={t('taxTable.gross')} value={gross === 0 ? null : gross} onChange={typedGross} currency={currency} />
      <RateSelect
        line={line}
        country={line.country || own}
        day={day}
        onChange={(rate) => onChange(computed({ rate }))}
        error={error('rate')}
      />
      <MoneyInput
        label={t('field.net')}
        value={line.net}
        onChange={(net) => onChange({ ...line, net: net ?? 0 })}
        currency={currency}
        error={error('net')}
      />
      <MoneyInput
        label={t('field.tax_amount')}
        value={line.tax}
        onChange={(tax) => onChange({ ...line, tax: tax ?? 0 })}
        currency={currency}
        disabled={line.rate === null}
        error={error('tax')}
      />
      <div className={classes.tools}>
        <ActionIcon
          size="lg"
          variant="subtle"
          color="gray"
          aria-label={t('taxTable.more', { place })}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon size="lg" variant="subtle" color="gray" aria-label={t('taxTable.remove', { place })} onClick={onRemove}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      {isOpen && (
        <div className={classes.more}>
          <NativeSelect
            label={t('taxTable.category.label')}
            value={line.category}
            onChange={(event) => {
              const category = event.currentTarget.value as ExpenseTaxCategory;
              onChange(computed({ category, rate: rateFor(category) }));
            }}
            data={EXPENSE_TAX_CATEGORIES.map((value) => ({ value, label: t(`taxTable.category.${value}`) }))}
            error={error('category')}
          />
          <CountrySelect
            label={t('taxTable.country')}
            value={line.country}
            onChange={(event) => onChange({ ...line, country: event.currentTarget.value })}
            error={error('country')}
          />
          <PercentField
            label={t('taxTable.deductible')}
            value={line.deductible_percent}
            onChange={(deductible_percent) => onChange({ ...line, deductible_percent })}
            error={error('deductible_percent')}
          />
        </div>
      )}
    </div>
  );
}

type RateProps = { line: TaxLine; country: string; day: string; onChange: (rate: number | null) => void; error: ReactNode };

function RateSelect({ line: { rate }, country, day, onChange, error }: RateProps) {
  const { t } = useTranslation('expenses');
  const format = useFormat();
  const { own, others } = offeredRates(country, day);
  const isListed = rate === null || own.includes(rate) || others.includes(rate);
  const option = (each: number) => ({ value: String(each), label: format.percent(each) });
  return (
    <NativeSelect
      label={t('field.tax_rate')}
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

type PercentProps = { label: string; value: number; onChange: (value: number) => void; error: ReactNode };

function PercentField({ label, value, onChange, error }: PercentProps) {
  return (
    <TextInput
      type="number"
      inputMode="decimal"
      min={0}
      max={100}
      step="any"
      label={label}
      value={value}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      error={error}
      rightSection="%"
    />
  );
}
