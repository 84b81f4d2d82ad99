import type { MangoQuerySelector, RxCollection } from 'rxdb';
import { useCallback, useState } from 'react';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { type PageSort, watchPage } from './pages.ts';
import { useObservable } from './use-observable.ts';

export type RecordListQuery<T> = {
  readonly collection: RxCollection<T>;
  readonly selector?: MangoQuerySelector<T>;
  readonly sort: PageSort<T>;
  readonly pageSize?: number;
};
export type RecordList<T> = {
  readonly rows: readonly T[];
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly error: unknown;
  /** Call it when the end of `rows` comes into view. */
  loadMore(): void;
};

/** A live list that grows as it is scrolled, for virtual lists over any number of rows. `deps` name what the selector depends on. */
export function useRecordList<T extends SyncedRecord>(query: RecordListQuery<T>, deps: readonly unknown[] = []): RecordList<T> {
  const pageSize = query.pageSize ?? 100;
  const { collection, selector, sort } = query;
  const identity = JSON.stringify([selector, sort, pageSize, deps]);
  const [window, setWindow] = useState({ identity, limit: pageSize });
  const limit = window.identity === identity ? window.limit : pageSize;
  const watch = () => watchPage<T>(collection, { ...(selector ? { selector } : {}), sort, limit: limit + 1 });
  const { value, error, isLoading } = useObservable(watch, [collection, identity, limit]);
  const hasMore = (value?.length ?? 0) > limit;
  const loadMore = useCallback(() => setWindow({ identity, limit: limit + pageSize }), [identity, limit, pageSize]);
  return { rows: value?.slice(0, limit) ?? [], hasMore, isLoading, error, loadMore };
}
