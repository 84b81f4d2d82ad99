import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { monthOf } from '#domain/dates/calendar.ts';
import { monthsOf, PERIOD_PRESETS, type PeriodPreset } from '#domain/reports/period.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import classes from './FigureBar.module.css';
import type { FigureChoice } from './use-figure-choice.ts';

/** Years that can be chosen before this one. */
const YEARS_BACK = 10;

type Props = { readonly figures: FigureChoice; /** False where a day counts instead. */ readonly hasPeriod?: boolean };

/** Which months and which currency the figures are about. */
export function FigureBar({ figures, hasPeriod = true }: Props) {
  const { t } = useTranslation();
  const { choice, period, currency, own, currencies, set } = figures;
  const choose = (preset: PeriodPreset) => set({ choice: preset === 'custom' ? { preset, ...period } : { preset } });
  return (
    <div className={classes.bar} role="group" aria-label={t('figures.label')}>
      {hasPeriod && (
        <NativeSelect
          aria-label={t('figures.period')}
          value={choice.preset}
          onChange={(event) => choose(event.currentTarget.value as PeriodPreset)}
          data={PERIOD_PRESETS.map((preset) => ({ value: preset, label: t(`figures.preset.${preset}`) }))}
        />
      )}
      {hasPeriod && choice.preset === 'custom' && <CustomMonths figures={figures} />}
      {currencies.length > 1 && (
        <NativeSelect
          aria-label={t('figures.currency')}
          value={currency}
          onChange={(event) => set({ currency: event.currentTarget.value })}
          data={currencies.map((each) => ({ value: each, label: each === own ? each : t('figures.only', { currency: each }) }))}
        />
      )}
    </div>
  );
}

function CustomMonths({ figures: { choice, period, set } }: { figures: FigureChoice }) {
  const { t } = useTranslation();
  const { ctx } = useCompany();
  const format = useFormat();
  const year = Number(monthOf(ctx.today()).slice(0, 4));
  const months = monthsOf({ from: `${year - YEARS_BACK}-01`, to: `${year + 1}-12` }).toReversed();
  const chosen = choice.preset === 'custom' ? choice : { preset: 'custom' as const, ...period };
  const data = months.map((month) => ({ value: month, label: format.month(month) }));
  return (
    <>
      {(['from', 'to'] as const).map((end) => (
        <NativeSelect
          key={end}
          aria-label={t(`figures.${end}`)}
          value={chosen[end]}
          onChange={(event) => set({ choice: { ...chosen, [end]: event.currentTarget.value } })}
          data={data}
        />
      ))}
    </>
  );
}
