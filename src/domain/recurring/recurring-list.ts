import { foldText } from '#domain/shared/fold-text.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { INTERVALS, isDue, isUpcoming } from './recurrence.ts';

export const RECURRING_SHOWS = ['active', 'due', 'upcoming', 'paused', 'all'] as const;
/** The columns of a list of series. */
const COLUMNS = ['name', 'partner', 'category', 'interval', 'next', 'state', 'amount'] as const;
export type RecurringColumn = (typeof COLUMNS)[number];
export type RecurringSort = 'newest' | RecurringColumn | `-${RecurringColumn}`;
export const RECURRING_SORTS: readonly RecurringSort[] = [
  'newest',
  ...COLUMNS.flatMap((column): RecurringSort[] => [column, `-${column}`]),
];
export type RecurringFilter = {
  readonly text: string;
  readonly show: (typeof RECURRING_SHOWS)[number];
  readonly sort: RecurringSort;
};
export const EVERY_RECURRING: RecurringFilter = { text: '', show: 'active', sort: 'newest' };

export type Recurring = SyncedRecord & {
  readonly is_active: boolean;
  readonly next_generation: string;
  readonly interval: string;
  readonly end_date: string | null;
};

export const RECURRING_STATES = ['due', 'upcoming', 'active', 'paused', 'ended'] as const;
export type RecurringState = (typeof RECURRING_STATES)[number];
type Window = { readonly today: string; /** Days ahead that count as upcoming. */ readonly days: number };

/** The one state of a recurring item that matters now. */
export function recurringState(item: Recurring, { today, days }: Window): RecurringState {
  if (item.end_date !== null && item.next_generation > item.end_date) return 'ended';
  if (!item.is_active) return 'paused';
  if (isDue(item, today)) return 'due';
  return isUpcoming(item, today, days) ? 'upcoming' : 'active';
}

type View<T> = Window & {
  /** What a list shows in a column of words or amounts. */
  readonly shownOf: (item: T, column: RecurringColumn) => string | number;
  /** Everything a search looks at. */
  readonly textOf: (item: T) => string;
};

/** What a list of recurring items shows: every word of the text has to occur. Those that are over come last by date. */
export function filterRecurring<T extends Recurring>(items: readonly T[], filter: RecurringFilter, view: View<T>): T[] {
  const words = foldText(filter.text.trim()).split(/\s+/).filter(Boolean);
  const states = new Map(items.map((item) => [item.id, recurringState(item, view)]));
  const found = items.filter((item) => {
    if (!isShown(states.get(item.id) ?? 'active', filter.show)) return false;
    if (words.length === 0) return true;
    const text = foldText(view.textOf(item));
    return words.every((word) => text.includes(word));
  });
  const isOver = (item: T) => Number(states.get(item.id) === 'ended');
  const newest = (a: T, b: T) => (a.created_at === b.created_at ? compare(b.id, a.id) : compare(b.created_at, a.created_at));
  if (filter.sort === 'newest') return found.sort(newest);
  const column = filter.sort.replace(/^-/, '') as RecurringColumn;
  const sign = filter.sort === column ? 1 : -1;
  if (column === 'next')
    return found.sort((a, b) => isOver(a) - isOver(b) || sign * compare(a.next_generation, b.next_generation) || newest(a, b));
  const placeOf = (item: T): string | number => {
    if (column === 'state') return RECURRING_STATES.indexOf(states.get(item.id) ?? 'active');
    if (column === 'interval') return INTERVALS.findIndex((interval) => interval === item.interval);
    const shown = view.shownOf(item, column);
    return typeof shown === 'string' ? foldText(shown) : shown;
  };
  const places = new Map(found.map((item) => [item.id, placeOf(item)]));
  // What has nothing there comes last in either direction; of one state the soonest comes first.
  const isEmpty = (item: T) => Number(places.get(item.id) === '');
  const soonest = (a: T, b: T) => (column === 'state' ? compare(a.next_generation, b.next_generation) : 0);
  return found.sort(
    (a, b) => isEmpty(a) - isEmpty(b) || sign * compare(places.get(a.id) ?? '', places.get(b.id) ?? '') || soonest(a, b) || newest(a, b),
  );
}

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

function isShown(state: RecurringState, show: RecurringFilter['show']): boolean {
  if (show === 'all') return true;
  if (show === 'active') return state === 'active' || state === 'due' || state === 'upcoming';
  return state === show;
}
