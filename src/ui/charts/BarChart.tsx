import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import classes from './BarChart.module.css';
import type { Bars, Series } from './bars.ts';
import { axisOf, placeAt } from './chart-scale.ts';
import { ChartDrawing } from './ChartDrawing.tsx';
import { ChartReadout } from './ChartReadout.tsx';
import { ChartTable } from './ChartTable.tsx';

type Props = {
  readonly title: string;
  readonly series: readonly Series[];
  readonly groups: readonly Bars[];
  /** All of it: what is read out while no group is chosen. */
  readonly whole: Omit<Bars, 'tick'>;
  readonly format: (value: number) => string;
  readonly formatShort: (value: number) => string;
  readonly tableLabel: string;
  readonly groupLabel: string;
};

/**
 * Groups of bars side by side, in the page's colours, with the numbers of one group above them: the one under the pointer or finger, or the one
 * that arrow keys went to. The whole surface is one target, so that months are hit on a phone, too. The same numbers are a table beneath.
 */
export function BarChart({ title, series, groups, whole, format, formatShort, tableLabel, groupLabel }: Props) {
  const id = useId();
  const choice = useChosen(groups.length);
  const read = groups[choice.place] ?? whole;
  const axis = axisOf(groups.flatMap(({ values }) => values));
  const said = `${read.label}: ${series.map(({ label }, n) => `${label} ${format(read.values[n] ?? 0)}`).join(', ')}`;
  return (
    <figure className={classes.figure} aria-labelledby={id}>
      <figcaption id={id} className={classes.hidden}>
        {title}
      </figcaption>
      <ChartReadout series={series} group={read} format={format} />
      <div className={classes.plot}>
        <div className={classes.axis} aria-hidden>
          {axis.lines.map((value) => (
            <span key={value} style={{ top: `${axis.share(value) * 100}%` }}>
              {formatShort(value)}
            </span>
          ))}
        </div>
        <div
          className={classes.area}
          role="slider"
          tabIndex={0}
          aria-label={title}
          aria-orientation="horizontal"
          aria-valuemin={0}
          aria-valuemax={groups.length}
          aria-valuenow={choice.place + 1}
          aria-valuetext={said}
          {...choice.handlers}
        >
          <ChartDrawing series={series} groups={groups} axis={axis} chosen={choice.place} />
          <div className={classes.groups} aria-hidden>
            {groups.map((group, n) => (
              <span key={group.key} className={classes.group} data-chosen={n === choice.place || undefined}>
                <span className={classes.tick}>{group.tick}</span>
              </span>
            ))}
          </div>
        </div>
      </div>
      <ChartTable title={title} label={tableLabel} groupLabel={groupLabel} series={series} groups={groups} format={format} />
    </figure>
  );
}

/** Which group is read out, -1: none. The pointer only looks; a press or a key keeps it, so that its links can be reached. */
function useChosen(count: number) {
  const [{ place, isKept }, set] = useState({ place: -1, isKept: false });
  const under = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return placeAt((event.clientX - left) / width, count);
  };
  const keep = (next: number) => set({ place: Math.min(count - 1, Math.max(-1, next)), isKept: next >= 0 });
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: place + 1,
    ArrowUp: place + 1,
    ArrowLeft: place - 1,
    ArrowDown: place - 1,
    Home: 0,
    End: count - 1,
    Escape: -1,
  };
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => keep(isKept && under(event) === place ? -1 : under(event)),
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'mouse') {
        if (!isKept) set({ place: under(event), isKept: false });
      } else if (event.buttons > 0) keep(under(event));
    },
    onPointerLeave: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'mouse' && !isKept) keep(-1);
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const next = steps[event.key];
      if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      keep(next);
    },
  };
  return { place: Math.min(place, count - 1), handlers };
}
