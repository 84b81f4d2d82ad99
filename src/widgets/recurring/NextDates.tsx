import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { daysBetween, isCalendarDate } from '#domain/dates/calendar.ts';
import { missedDates } from '#domain/recurring/series-steps.ts';
import { type Recurrence, upcomingDates } from '#domain/recurring/recurrence.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import classes from './NextDates.module.css';
import { useScheduleWords } from './use-schedule-words.ts';

const COUNT = 5;

type Props = {
  rule: Recurrence;
  isActive: boolean;
  isAutomatic: boolean;
  leadDays: number;
};

/** The next five dates with their weekday, live while the schedule is typed. */
export function NextDates({ rule, isActive, isAutomatic, leadDays }: Props) {
  const { t } = useTranslation('recurring');
  const { ctx } = useCompany();
  const format = useFormat();
  const words = useScheduleWords();
  if (!isReadable(rule)) return <p className={classes.note}>{t('dates.start')}</p>;
  const today = ctx.today();
  const dates = upcomingDates(rule, COUNT + 1);
  const missed = missedDates(rule, today).length;
  const short = words.shortMonth(rule);
  if (dates.length === 0) return <p className={classes.note}>{t(rule.last_generated === null ? 'dates.ended' : 'dates.none')}</p>;
  return (
    <>
      <ol className={classes.dates}>
        {dates.slice(0, COUNT).map((date) => (
          <li key={date} data-past={date < today || undefined}>
            <time dateTime={date}>{format.day(date, 'long')}</time>
            <Distance days={daysBetween(today, date)} />
          </li>
        ))}
        {dates.length > COUNT && <li className={classes.more}>{t('dates.more')}</li>}
      </ol>
      <div className={classes.notes}>
        {!isActive && <p>{t('dates.paused')}</p>}
        {isActive && missed > 0 && <p data-strong>{t('dates.missed', { count: missed })}</p>}
        {short !== null && <p>{short}</p>}
        {isAutomatic ? leadDays > 0 && <p>{t('dates.lead', { count: leadDays })}</p> : <p>{t('dates.manual')}</p>}
      </div>
    </>
  );
}

function isReadable({ start_date, end_date }: Recurrence): boolean {
  return isCalendarDate(start_date) && (end_date === null || isCalendarDate(end_date));
}

function Distance({ days }: { days: number }) {
  const { i18n } = useTranslation();
  const text = new Intl.RelativeTimeFormat(i18n.language, { numeric: 'auto' }).format(days, 'day');
  return Math.abs(days) > 60 ? null : <span className={classes.distance}>{text}</span>;
}
