import type { ActivityEntry } from './activity-entry.ts';

/** Spec §9. */
export const ACTIVITY_PAGE_SIZE = 50;
/** Twice the page: what live news may grow the list to. */
export const ACTIVITY_LIVE_CAP = 2 * ACTIVITY_PAGE_SIZE;

/** The list of spec §3: newest first. */
export type ActivityList = {
  readonly entries: readonly ActivityEntry[];
  readonly isLoading: boolean;
  /** What to tell the person; null when the last load worked. */
  readonly error: string | null;
  readonly isSubscribed: boolean;
  readonly hasMore: boolean;
  /** Pages that arrived; 0 before the first. */
  readonly page: number;
  readonly pageSize: number;
};

export const EMPTY_ACTIVITY: ActivityList = {
  entries: [],
  isLoading: false,
  error: null,
  isSubscribed: false,
  hasMore: true,
  page: 0,
  pageSize: ACTIVITY_PAGE_SIZE,
};

/** Spec §4: more load only when not already loading and more remain. */
export const mayLoadMore = ({ isLoading, hasMore }: ActivityList): boolean => !isLoading && hasMore;

/** A page that arrived; one that live news have moved rows into repeats none of them. Only a full page leaves `hasMore` true. */
export function withPage(list: ActivityList, rows: readonly ActivityEntry[]): ActivityList {
  const known = new Set(list.entries.map(({ id }) => id));
  const entries = inOrder([...list.entries, ...rows.filter(({ id }) => !known.has(id))]);
  return { ...list, entries, isLoading: false, error: null, hasMore: rows.length === list.pageSize, page: list.page + 1 };
}

/** Live INSERT: on top (news may arrive out of order) unless it is there, and the list is trimmed to twice the page. What was trimmed can be loaded again. */
export function withInserted(list: ActivityList, entry: ActivityEntry): ActivityList {
  if (list.entries.some(({ id }) => id === entry.id)) return list;
  const entries = inOrder([entry, ...list.entries]);
  if (entries.length <= 2 * list.pageSize) return { ...list, entries };
  return { ...list, entries: entries.slice(0, 2 * list.pageSize), hasMore: true };
}

/** Live UPDATE: merged into the entry; null when the list does not hold it, so that the caller fetches it by id. */
export function withUpdated(list: ActivityList, change: Pick<ActivityEntry, 'id'> & Partial<ActivityEntry>): ActivityList | null {
  if (!list.entries.some(({ id }) => id === change.id)) return null;
  return { ...list, entries: list.entries.map((entry) => (entry.id === change.id ? { ...entry, ...change } : entry)) };
}

/** An entry that was fetched by its id takes its place in the order. */
export function withFetched(list: ActivityList, entry: ActivityEntry): ActivityList {
  return withUpdated(list, entry) ?? { ...list, entries: inOrder([...list.entries, entry]) };
}

export const withDeleted = (list: ActivityList, id: string): ActivityList => ({
  ...list,
  entries: list.entries.filter((entry) => entry.id !== id),
});

const inOrder = (entries: readonly ActivityEntry[]): ActivityEntry[] =>
  [...entries].sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at) || (a.id < b.id ? 1 : -1));
