import type { DayStyle } from '#platform/i18n/format.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import classes from './Money.module.css';

type Props = {
  day: string;
  style?: DayStyle;
  /** A day whose year goes without saying: a card, which has little room, leaves it out. */
  sameYearAs?: string;
};

/** A calendar day `YYYY-MM-DD`. */
export function DateText({ day, style = 'short', sameYearAs }: Props) {
  const format = useFormat();
  const text = format.day(day, style);
  const year = (sameYearAs?.slice(0, 4) === day.slice(0, 4) && /\s*\d{4}$/.exec(text)?.[0]) || '';
  return (
    <time dateTime={day} className={classes.money}>
      {text.slice(0, text.length - year.length)}
      {year && <span data-year>{year}</span>}
    </time>
  );
}
