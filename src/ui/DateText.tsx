import type { DayStyle } from '#platform/i18n/format.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import classes from './Money.module.css';

/** A calendar day `YYYY-MM-DD`. */
export function DateText({ day, style = 'short' }: { day: string; style?: DayStyle }) {
  const format = useFormat();
  return (
    <time dateTime={day} className={classes.money}>
      {format.day(day, style)}
    </time>
  );
}
