import { NativeSelect, SegmentedControl } from '@mantine/core';
import { SearchField } from '#ui/SearchField.tsx';
import classes from './ListToolbar.module.css';

type Choice<V extends string> = { readonly value: V; readonly label: string };
type Filter<Show extends string, Sort extends string> = { readonly text: string; readonly show: Show; readonly sort: Sort };
type Props<Show extends string, Sort extends string> = {
  filter: Filter<Show, Sort>;
  onChange: (change: Partial<Filter<Show, Sort>>) => void;
  searchLabel: string;
  shows: readonly Choice<Show>[];
  sortLabel: string;
  sorts: readonly Choice<Sort>[];
  /** Too many states for half a line of a phone. */
  hasManyShows?: boolean;
};

/** Search, states and order above a list that is on the device as a whole. */
export function ListToolbar<Show extends string, Sort extends string>(props: Props<Show, Sort>) {
  const { filter, onChange, searchLabel, shows, sortLabel, sorts, hasManyShows } = props;
  return (
    <div className={classes.bar} role="search" data-many={hasManyShows || undefined}>
      <SearchField className={classes.search} label={searchLabel} text={filter.text} onChange={(text) => onChange({ text })} />
      <div className={classes.shows}>
        <SegmentedControl value={filter.show} onChange={(show) => onChange({ show: show as Show })} data={[...shows]} />
      </div>
      <NativeSelect
        className={classes.sort}
        aria-label={sortLabel}
        value={filter.sort}
        onChange={(event) => onChange({ sort: event.currentTarget.value as Sort })}
        data={[...sorts]}
      />
    </div>
  );
}
