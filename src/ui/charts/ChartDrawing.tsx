import type { Bars, Series } from './bars.ts';
import classes from './BarChart.module.css';
import type { Axis } from './chart-scale.ts';

const WIDTH = 640;
const HEIGHT = 200;

type Props = {
  readonly series: readonly Series[];
  readonly groups: readonly Bars[];
  readonly axis: Axis;
  /** Its place, or -1. */ readonly chosen: number;
};

/** The bars and the line over them; it stretches to the room it has. */
export function ChartDrawing({ series, groups, axis, chosen }: Props) {
  const y = (value: number) => axis.share(value) * HEIGHT;
  const step = WIDTH / Math.max(1, groups.length);
  const columns = series.filter(({ tone }) => tone !== 'net');
  const bar = Math.min(28, (step * 0.7) / Math.max(1, columns.length));
  const net = series.findIndex(({ tone }) => tone === 'net');
  const points = net < 0 ? [] : groups.map(({ key, values }, n) => ({ key, x: step * (n + 0.5), y: y(values[net] ?? 0) }));
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className={classes.svg} aria-hidden>
      {chosen >= 0 && <rect x={step * chosen} y={0} width={step} height={HEIGHT} className={classes.chosen} />}
      {axis.lines.map((value) => (
        <line key={value} x1={0} x2={WIDTH} y1={y(value)} y2={y(value)} className={classes.line} data-zero={value === 0 || undefined} />
      ))}
      {groups.map((group, index) =>
        columns.map(({ key, tone }, n) => {
          const value = group.values[series.findIndex((each) => each.key === key)] ?? 0;
          return (
            <rect
              key={`${group.key} ${key}`}
              x={step * (index + 0.5) + bar * (n - columns.length / 2) + 1}
              y={Math.min(y(value), y(0))}
              width={Math.max(1, bar - 2)}
              height={Math.abs(y(0) - y(value))}
              className={classes.bar}
              data-tone={tone}
            />
          );
        }),
      )}
      {points.length > 1 && <polyline points={points.map((point) => `${point.x},${point.y}`).join(' ')} className={classes.net} />}
      {/* A line without length and with a round end is a dot whatever the drawing is stretched to. */}
      {points.map((point) => (
        <path key={point.key} d={`M${point.x} ${point.y}h0`} className={classes.dot} />
      ))}
    </svg>
  );
}
