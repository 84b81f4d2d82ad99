import { useId } from 'react';
import { Link } from 'react-router-dom';
import classes from './BarChart.module.css';
import { axisOf } from './chart-scale.ts';
import { ChartTable } from './ChartTable.tsx';

export type Series = { readonly key: string; readonly label: string; readonly tone: 'blue' | 'amber' };
export type Bars = {
  readonly key: string;
  readonly label: string;
  /** Under the bars; may be shorter. */ readonly tick: string;
  readonly values: readonly number[];
  /** What lies behind each value. */ readonly links?: readonly string[];
};

type Props = {
  readonly title: string;
  readonly series: readonly Series[];
  readonly groups: readonly Bars[];
  readonly format: (value: number) => string;
  readonly formatShort: (value: number) => string;
  readonly tableLabel: string;
  readonly groupLabel: string;
};

const WIDTH = 640;
const HEIGHT = 200;

/** Groups of bars side by side, in the page's colours. For screen readers the same numbers are a table; each bar can lead somewhere. */
export function BarChart({ title, series, groups, format, formatShort, tableLabel, groupLabel }: Props) {
  const id = useId();
  const { low, high } = axisOf(groups.flatMap(({ values }) => values));
  const y = (value: number) => ((high - value) / (high - low)) * HEIGHT;
  const step = WIDTH / Math.max(1, groups.length);
  const bar = Math.min(28, (step * 0.7) / Math.max(1, series.length));
  const lines = low < 0 ? [high, 0, low] : [high, high / 2, 0];
  return (
    <figure className={classes.figure} aria-labelledby={id}>
      <figcaption id={id} className={classes.hidden}>
        {title}
      </figcaption>
      <ul className={classes.legend} aria-hidden>
        {series.map(({ key, label, tone }) => (
          <li key={key}>
            <span className={classes.swatch} data-tone={tone} />
            {label}
          </li>
        ))}
      </ul>
      <div className={classes.plot} aria-hidden>
        <div className={classes.axis}>
          {lines.map((value) => (
            <span key={value} style={{ top: `${(y(value) / HEIGHT) * 100}%` }}>
              {formatShort(value)}
            </span>
          ))}
        </div>
        <div className={classes.area}>
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className={classes.svg}>
            {lines.map((value) => (
              <line
                key={value}
                x1={0}
                x2={WIDTH}
                y1={y(value)}
                y2={y(value)}
                className={classes.line}
                data-zero={value === 0 || undefined}
              />
            ))}
            {groups.map((group, index) =>
              group.values.map((value, n) => (
                <rect
                  key={`${group.key} ${series[n]?.key}`}
                  x={step * (index + 0.5) + bar * (n - series.length / 2) + 1}
                  y={Math.min(y(value), y(0))}
                  width={Math.max(1, bar - 2)}
                  height={Math.abs(y(0) - y(value))}
                  className={classes.bar}
                  data-tone={series[n]?.tone}
                />
              )),
            )}
          </svg>
          <div className={classes.groups}>
            {groups.map((group) => (
              <Group key={group.key} group={group} hints={series.map(({ label }, n) => `${label} ${format(group.values[n] ?? 0)}`)} />
            ))}
          </div>
        </div>
      </div>
      <ChartTable title={title} label={tableLabel} groupLabel={groupLabel} series={series} groups={groups} format={format} />
    </figure>
  );
}

/** The whole height above a bar belongs to it, so that small months can be hit too. */
function Group({ group, hints }: { group: Bars; hints: readonly string[] }) {
  const title = [group.label, ...hints].join('\n');
  return (
    <span className={classes.group} title={title}>
      {group.links?.map((to) => (
        <Link key={to} to={to} className={classes.bars} tabIndex={-1} />
      ))}
      <span className={classes.tick}>{group.tick}</span>
    </span>
  );
}
