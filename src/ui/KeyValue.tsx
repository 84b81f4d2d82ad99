import type { ReactNode } from 'react';
import classes from './KeyValue.module.css';

export type KeyValueItem = {
  label: ReactNode;
  value: ReactNode;
  isAmount?: boolean;
  /** Needs the whole line, as a table does. */ isWide?: boolean;
};

/** Label and value pairs of a record; items without a value show a dash. */
export function KeyValue({ items }: { items: readonly (KeyValueItem | null | false | undefined)[] }) {
  return (
    <dl className={classes.list}>
      {items.map(
        (item, index) =>
          item && (
            <div key={index} className={classes.pair} data-wide={item.isWide || undefined}>
              <dt className={classes.label}>{item.label}</dt>
              <dd className={classes.value} data-amount={item.isAmount || undefined}>
                {item.value === '' || item.value === null || item.value === undefined ? '–' : item.value}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
