import { useCallback, useState } from 'react';
import { askAhead, type Watch, watchAsked } from './asked-ahead.ts';
import { useCompany } from './company-context.ts';
import type { CompanyDatabase } from './company-database.ts';
import type { Matches } from './matches.ts';
import { useObservable } from './use-observable.ts';
import { useSettledRows } from './use-settled.ts';

/** What any screen shows with some to spare: a list stands the sooner the less of it is read. */
const FIRST_ROWS = 60;
const MORE = 100;
const NONE: never[] = [];

/** The first rows of a list, as far as somebody has scrolled. */
export type GrowingList<T> = Matches<T> & {
  readonly isLoading: boolean;
  readonly isFirstLoad: boolean;
  readonly error: unknown;
  readonly loadMore: () => void;
};

type WatchRows<T, A> = Watch<Matches<T>, A & { readonly limit: number }>;

/** Asks ahead what such a list begins with. */
export const askFirstRows = <T, A extends object>(db: CompanyDatabase, watch: WatchRows<T, A>, args: A): Promise<Matches<T>> =>
  askAhead(db, watch, { ...args, limit: FIRST_ROWS });

/** A live list that grows as it is scrolled; another question (other `args`, compared by what they say) begins at the first page. */
export function useGrowingList<T, A extends object>(watch: WatchRows<T, A>, args: A, idOf: (row: T) => string): GrowingList<T> {
  const { db } = useCompany();
  const identity = JSON.stringify(args);
  const [window, setWindow] = useState({ identity, limit: FIRST_ROWS });
  const limit = window.identity === identity ? window.limit : FIRST_ROWS;
  const asked = [db, watch, identity];
  const { value, error, isLoading } = useObservable(() => watchAsked(db, watch, { ...args, limit }), [...asked, limit], asked);
  const loadMore = useCallback(() => setWindow({ identity, limit: limit + MORE }), [identity, limit]);
  const rows = useSettledRows(value?.rows ?? NONE, idOf);
  return {
    rows,
    hasMore: value?.hasMore ?? false,
    isSearching: value?.isSearching ?? false,
    isLoading,
    isFirstLoad: value === undefined,
    error,
    loadMore,
  };
}
