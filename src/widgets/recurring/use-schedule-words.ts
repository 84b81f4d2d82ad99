import { useTranslation } from 'react-i18next';
import { dayOf, isCalendarDate } from '#domain/dates/calendar.ts';
import { INTERVALS } from '#domain/recurring/recurrence.ts';
import { useFormat } from '#platform/i18n/use-format.ts';

type Schedule = { readonly interval: string; readonly start_date: string };

/** A rhythm in words: "Every month on day 31", and what happens to that day in shorter months. */
export function useScheduleWords() {
  const { t, i18n } = useTranslation('recurring');
  const format = useFormat();
  const weekday = (day: string) => new Intl.DateTimeFormat(i18n.language, { weekday: 'long', timeZone: 'UTC' }).format(Date.parse(day));
  const yearDay = (day: string) =>
    new Intl.DateTimeFormat(format.language === 'en' ? 'en-GB' : i18n.language, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
      Date.parse(day),
    );

  const interval = (value: string): string => {
    const known = INTERVALS.find((each) => each === value);
    return known ? t(`interval.${known}`) : t('interval.unknown', { value });
  };
  const every = ({ interval: value, start_date: start }: Schedule): string => {
    const known = INTERVALS.find((each) => each === value);
    if (!known || !isCalendarDate(start)) return interval(value);
    return t(`every.${known}`, { day: dayOf(start).day, weekday: weekday(start), date: yearDay(start) });
  };
  const shortMonth = ({ interval: value, start_date: start }: Schedule): string | null => {
    if (!isCalendarDate(start)) return null;
    const { month, day } = dayOf(start);
    if (value === 'yearly') return month === 2 && day === 29 ? t('dates.leapDay') : null;
    return (value === 'monthly' || value === 'quarterly') && day > 28 ? t('dates.shortMonth', { day }) : null;
  };
  return { interval, every, shortMonth };
}
