import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { can } from '#domain/access/access.ts';
import { CLOSING_DAYS, reportDay } from '#domain/reports/outstanding-on.ts';
import { VAT_BASES } from '#domain/reports/vat.ts';
import type { VatMethod } from '#domain/tax/vat-method.ts';
import { DateInput } from '#ui/DateInput.tsx';
import classes from './Reports.module.css';
import { COMPARISONS, EXPENSES_BY, type ReportChoice, SALES_BY } from './use-report-choice.ts';

type Props = { readonly choice: ReportChoice; readonly onChange: (change: Record<string, string>) => void };
type Option = { readonly value: string; readonly label: string };

/** What a report is broken down by and compared with. */
export function Controls({ choice, onChange, method }: Props & { readonly method: VatMethod | 'mixed' }) {
  const { t } = useTranslation('reports');
  const { ctx } = useCompany();
  const select = (name: string, value: string, options: readonly Option[]) => (
    <NativeSelect
      key={name}
      size="sm"
      aria-label={t(`control.${name as 'compare'}`)}
      value={value}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      data={[...options]}
    />
  );
  const named = <T extends string>(values: readonly T[], label: (value: T) => string) =>
    values.map((value) => ({ value, label: label(value) }));
  if (choice.report === 'receivables') {
    if (!can(ctx.access, 'payments.view')) return null;
    return (
      <div className={classes.controls}>
        <DayChoice choice={choice} onChange={onChange} />
        {select(
          'compare',
          choice.comparison,
          named(COMPARISONS, (value) => t(`compareDay.${value}`)),
        )}
      </div>
    );
  }
  return (
    <div className={classes.controls}>
      {choice.report === 'profit' &&
        select(
          'basis',
          choice.basis,
          named(['accrual', 'cash'] as const, (value) => t(`basis.${value}`)),
        )}
      {choice.report === 'vat' &&
        select(
          'vat',
          choice.vatBasis,
          named(VAT_BASES, (value) => t(`vat.${value === 'tax_point' ? method : value}`)),
        )}
      {choice.report === 'expenses' &&
        select(
          'expenses',
          choice.expensesBy,
          named(EXPENSES_BY, (value) => t(`by.${value}`)),
        )}
      {choice.report === 'sales' &&
        select(
          'sales',
          choice.salesBy,
          named(SALES_BY, (value) => t(`by.${value}`)),
        )}
      {select(
        'compare',
        choice.comparison,
        named(COMPARISONS, (value) => t(`compare.${value}`)),
      )}
    </div>
  );
}

const OTHER_DAY = 'other';

/** A closing day, or any day until today. */
function DayChoice({ choice: { asOf }, onChange }: Props) {
  const { t } = useTranslation('reports');
  const { ctx } = useCompany();
  const today = ctx.today();
  const day = reportDay(asOf, today);
  const closing = CLOSING_DAYS.find((each) => each === asOf);
  const options = [...CLOSING_DAYS, OTHER_DAY] as const;
  return (
    <>
      <NativeSelect
        size="sm"
        aria-label={t('control.day')}
        value={closing ?? OTHER_DAY}
        onChange={({ currentTarget: { value } }) => onChange({ day: value === OTHER_DAY ? day : value })}
        data={options.map((value) => ({ value, label: t(`day.${value}`) }))}
      />
      {!closing && (
        <DateInput aria-label={t('control.otherDay')} value={day} onChange={(typed) => typed && onChange({ day: typed })} today={today} />
      )}
    </>
  );
}
