import { Link } from 'react-router-dom';
import type { Bars, Series } from './bars.ts';
import classes from './BarChart.module.css';

type Props = {
  /** What the chart shows. */
  readonly title: string;
  readonly label: string;
  /** What the groups are, e.g. "Month". */
  readonly groupLabel: string;
  readonly series: readonly Series[];
  readonly groups: readonly Bars[];
  readonly format: (value: number) => string;
};

/** The numbers of a chart for everyone who reads rather than looks; opens on demand, and screen readers find it as a table. */
export function ChartTable({ title, label, groupLabel, series, groups, format }: Props) {
  return (
    <details className={classes.details}>
      <summary>{label}</summary>
      <div className={classes.scroll}>
        <table className={classes.table} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{groupLabel}</th>
              {series.map(({ key, label: name }) => (
                <th key={key} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <tr key={group.key}>
                <th scope="row">{group.label}</th>
                {group.values.map((value, n) => {
                  const to = group.links?.[n];
                  return <td key={series[n]?.key}>{to ? <Link to={to}>{format(value)}</Link> : format(value)}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
