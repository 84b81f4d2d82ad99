import { useFormat } from '#platform/i18n/use-format.ts';
import classes from './Money.module.css';

/** An amount in major units in the page's locale, with tabular figures that never wrap. */
export function Money({ amount, currency, isStrong = false }: { amount: number; currency: string; isStrong?: boolean }) {
  const format = useFormat();
  return (
    <span className={classes.money} data-strong={isStrong || undefined}>
      {format.money(amount, currency)}
    </span>
  );
}
