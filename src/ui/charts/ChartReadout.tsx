import { Link } from 'react-router-dom';
import type { Bars, Series } from './bars.ts';
import classes from './BarChart.module.css';

type Props = { readonly series: readonly Series[]; readonly group: Omit<Bars, 'tick'>; readonly format: (value: number) => string };

/** The legend, with the numbers of what is chosen; each leads to what lies behind it. */
export function ChartReadout({ series, group, format }: Props) {
  return (
    <div className={classes.readout}>
      <p className={classes.when}>{group.label}</p>
      <ul className={classes.legend}>
        {series.map(({ key, label, tone }, n) => {
          const to = group.links?.[n];
          const face = (
            <>
              <span className={classes.name}>
                <span className={classes.swatch} data-tone={tone} />
                {label}
              </span>
              <span className={classes.value}>{format(group.values[n] ?? 0)}</span>
            </>
          );
          return (
            <li key={key}>
              {to ? (
                <Link to={to} className={classes.entry}>
                  {face}
                </Link>
              ) : (
                <span className={classes.entry}>{face}</span>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
