import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { Recurrence } from '#domain/recurring/recurrence.ts';
import { Section } from '#ui/Section.tsx';
import { NextDates } from './NextDates.tsx';
import { ScheduleFields } from './ScheduleFields.tsx';
import classes from './ScheduleFields.module.css';
import { useScheduleWords } from './use-schedule-words.ts';

type Props = ComponentProps<typeof ScheduleFields> & {
  isActive: boolean;
  /** Null while nothing can be said about its dates. */ rule: Recurrence | null;
};

/** The schedule of a form beside the dates that follow from it. */
export function ScheduleSection({ isActive, rule, ...fields }: Props) {
  const { t } = useTranslation('recurring');
  const words = useScheduleWords();
  const { values } = fields;
  return (
    <Section title={t('section.schedule')}>
      <div className={classes.columns}>
        <ScheduleFields {...fields} />
        <div className={classes.preview} aria-live="polite">
          <p className={classes.previewTitle}>{words.every(values)}</p>
          {rule && <NextDates rule={rule} isActive={isActive} isAutomatic={values.auto_generate} leadDays={values.lead_days} />}
        </div>
      </div>
    </Section>
  );
}
