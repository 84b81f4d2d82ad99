import { NativeSelect, NumberInput, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { type Interval, INTERVALS } from '#domain/recurring/recurrence.ts';
import { LEAD_DAYS_MAX } from '#domain/recurring/generation.ts';
import { DateInput } from '#ui/DateInput.tsx';
import classes from './ScheduleFields.module.css';

export type Schedule = {
  readonly interval: string;
  readonly start_date: string;
  readonly end_date: string | null;
  readonly skip_before: string | null;
  readonly lead_days: number;
  readonly auto_generate: boolean;
};
type Props = {
  values: Schedule;
  onChange: (change: Partial<Schedule>) => void;
  errors: Readonly<Record<string, ReactNode>>;
  intervals: readonly Interval[];
  /** Once something was generated, the past is settled. */
  lastGenerated: string | null;
  /** More about how it is made. */
  children?: ReactNode;
};

/** When it repeats and how it is made. */
export function ScheduleFields({ values, onChange, errors, intervals, lastGenerated, children }: Props) {
  const { t } = useTranslation('recurring');
  const { ctx } = useCompany();
  const today = ctx.today();
  const hasPast = lastGenerated === null && values.start_date !== '' && values.start_date < today;
  const start = (start_date: string) => {
    const isPast = start_date !== '' && start_date < today;
    onChange({ start_date, ...(lastGenerated === null ? { skip_before: isPast ? today : null } : {}) });
  };
  const known = INTERVALS.filter((interval) => intervals.includes(interval));
  const isListed = known.some((interval) => interval === values.interval);
  return (
    <div className={classes.fields}>
      <NativeSelect
        label={t('field.interval')}
        value={values.interval}
        onChange={(event) => onChange({ interval: event.currentTarget.value })}
        error={errors['interval']}
        data={[
          ...known.map((interval) => ({ value: interval, label: t(`interval.${interval}`) })),
          ...(isListed ? [] : [{ value: values.interval, label: t('interval.unknown', { value: values.interval }) }]),
        ]}
      />
      <DateInput
        label={t('field.start_date')}
        value={values.start_date}
        onChange={start}
        today={today}
        error={errors['start_date']}
        required
      />
      <DateInput
        label={t('field.end_date')}
        description={t('hint.end')}
        value={values.end_date ?? ''}
        onChange={(day) => onChange({ end_date: day || null })}
        today={today}
        error={errors['end_date']}
      />
      <NumberInput
        label={t('field.lead_days')}
        description={t('hint.lead')}
        min={0}
        max={LEAD_DAYS_MAX}
        allowDecimal={false}
        hideControls
        value={values.lead_days}
        onChange={(days) => onChange({ lead_days: days as number })}
        error={errors['lead_days']}
      />
      {hasPast && (
        <NativeSelect
          label={t('past.label')}
          value={values.skip_before === null ? 'make' : 'skip'}
          onChange={(event) => onChange({ skip_before: event.currentTarget.value === 'skip' ? today : null })}
          data={(['skip', 'make'] as const).map((choice) => ({ value: choice, label: t(`past.${choice}`) }))}
        />
      )}
      {children}
      <Switch
        className={classes.wide ?? ''}
        label={t('field.auto_generate')}
        description={t('hint.auto')}
        checked={values.auto_generate}
        onChange={(event) => onChange({ auto_generate: event.currentTarget.checked })}
      />
    </div>
  );
}
