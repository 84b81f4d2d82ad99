import { useEffect, useRef } from 'react';
import classes from './SearchPalette.module.css';
import type { PaletteGroup, PaletteOption } from './palette-option.ts';

type Props = {
  id: string;
  groups: readonly PaletteGroup[];
  current: number;
  onChoose: (index: number) => void;
  onPoint: (index: number) => void;
};

/** The results in groups; the option at `current` is the one that Enter opens. */
export function SearchOptions({ id, groups, current, onChoose, onPoint }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current, groups]);
  const offsets = groups.map((_, at) => groups.slice(0, at).reduce((sum, group) => sum + group.options.length, 0));
  return (
    <div ref={list} id={`${id}-list`} role="listbox" className={classes.list} aria-labelledby={`${id}-head-${groups[0]?.key ?? ''}`}>
      {groups.map((group, groupAt) => (
        <div key={group.key} role="group" aria-labelledby={`${id}-head-${group.key}`}>
          <div id={`${id}-head-${group.key}`} className={classes.heading}>
            {group.heading}
            {group.count !== undefined && <span className={classes.count}>{group.count}</span>}
          </div>
          {group.options.map((option, optionAt) => {
            const at = (offsets[groupAt] ?? 0) + optionAt;
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above handles the keys
              <div
                key={option.key}
                id={`${id}-${at}`}
                role="option"
                tabIndex={-1}
                aria-selected={at === current}
                className={classes.option}
                onClick={() => onChoose(at)}
                onPointerMove={() => at !== current && onPoint(at)}
              >
                <OptionFace option={option} />
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function OptionFace({ option: { icon: Icon, title, detail, end } }: { option: PaletteOption }) {
  return (
    <>
      <Icon size={18} stroke={1.75} aria-hidden className={classes.icon} />
      <span className={classes.title}>{title}</span>
      {detail && <span className={classes.detail}>{detail}</span>}
      {end && <span className={classes.end}>{end}</span>}
    </>
  );
}
