import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { type TaxLine, TAX_LINES_MAX } from '#domain/expenses/tax-line.ts';
import { grossLine, leftOf, rateOfRest } from '#domain/expenses/tax-lines.ts';
import { fromMinor } from '#domain/money/money.ts';
import { standardRate } from '#domain/tax/tax-rates.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import classes from './TaxTable.module.css';
import { TaxTableRow } from './TaxTableRow.tsx';

type Props = {
  lines: readonly TaxLine[];
  onChange: (lines: TaxLine[]) => void;
  /** The gross amount of the whole receipt, as far as it is typed. */
  amount: number | null;
  currency: string;
  /** Day of supply. */
  day: string;
  errors: Readonly<Record<string, ReactNode>>;
};

/** The tax table of a receipt: gross and rate per line, net and tax as they follow or as they are printed, and what of the amount is left. */
export function TaxTable({ lines, onChange, amount, currency, day, errors }: Props) {
  const { t } = useTranslation('expenses');
  const format = useFormat();
  const { company } = useCompany();
  const { country } = company.settings.company_details.address;
  const left = fromMinor(leftOf(lines, { amount: amount ?? 0, currency }), currency);
  const isOver = left !== 0 && left > 0 !== (amount ?? 0) > 0;
  const money = format.money(isOver ? 0 - left : left, currency);
  const changeAt = (at: number, line: TaxLine) => onChange(lines.map((each, n) => (n === at ? line : each)));
  const sumError = errors['tax_lines'];
  return (
    <fieldset className={classes.table}>
      <legend className={classes.title}>{t('field.tax_lines')}</legend>
      {lines.map((line, n) => (
        <TaxTableRow
          key={n}
          line={line}
          place={n + 1}
          onChange={(next) => changeAt(n, next)}
          onRemove={() => onChange(lines.filter((_, at) => at !== n))}
          currency={currency}
          day={day}
          error={(field) => errors[`tax_lines.${n}.${field}`]}
        />
      ))}
      <div className={classes.foot}>
        <p className={classes.left} role="status">
          {left === 0 ? t('taxTable.complete') : t(isOver ? 'taxTable.over' : 'taxTable.left', { money })}
        </p>
        {left !== 0 && !isOver && lines.length < TAX_LINES_MAX && (
          <Button
            variant="default"
            onClick={() =>
              onChange([...lines, grossLine(left, { rate: rateOfRest(lines, standardRate(country, day)), currency, country })])
            }
          >
            {t('taxTable.addRest', { money })}
          </Button>
        )}
        <Button variant="subtle" className={classes.oneRate} onClick={() => onChange([])}>
          {t('taxTable.oneRate')}
        </Button>
      </div>
      {sumError && (
        <p className={classes.error} role="alert">
          {sumError} {left !== 0 && t(isOver ? 'taxTable.over' : 'taxTable.left', { money })}
        </p>
      )}
    </fieldset>
  );
}
