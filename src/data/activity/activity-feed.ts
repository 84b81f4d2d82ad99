import type { RealtimeEventMessage } from '#data/tabs/tab-messages.ts';
import { type ActivityEntry, activityEntrySchema } from '#domain/activity/activity-entry.ts';
import { type ActivityFilter, passesActivityFilter } from '#domain/activity/activity-filter.ts';
import {
  type ActivityList,
  EMPTY_ACTIVITY,
  mayLoadMore,
  withDeleted,
  withFetched,
  withInserted,
  withPage,
  withUpdated,
} from '#domain/activity/activity-list.ts';
import { AppError } from '#domain/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import * as z from 'zod/mini';
import type { ActivitySource, DeviceActivity } from './activity-source.ts';

/** `device`: the server did not answer, so these are the entries kept here. */
export type ActivityFeedState = ActivityList & { readonly origin: 'server' | 'device' };

/** Spec §8, word for word: what is shown when a failure has no words of its own. */
export const FETCH_FAILED = 'Failed to fetch activity logs';

export type ActivityFeedParts = {
  readonly filter: ActivityFilter;
  readonly server: ActivitySource;
  readonly device: DeviceActivity;
  readonly clock: Pick<Clock, 'now'>;
  readonly isOnline: () => boolean;
  /** Live changes of all tables. */
  readonly listen: (listener: (message: RealtimeEventMessage) => void) => () => void;
};

const hasNoAnswer = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'offline' || error.code === 'server_unreachable');

/** The history as a list that grows by pages and by live news (spec §4). The device's own entries show at once; the server's replace those that it can know. */
export function createActivityFeed(parts: ActivityFeedParts) {
  let state: ActivityFeedState = { ...EMPTY_ACTIVITY, origin: 'device' };
  /** Answers to a question asked before a reset are not wanted. */
  let generation = 0;
  const listeners = new Set<() => void>();
  const publish = (next: Partial<ActivityFeedState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };

  const range = (offset: number) => ({ filter: parts.filter, offset, limit: state.pageSize, now: parts.clock.now() });

  async function loadMore(): Promise<void> {
    if (!mayLoadMore(state)) return;
    const mine = generation;
    publish({ isLoading: true });
    try {
      await readOn(mine);
    } catch (error) {
      if (mine !== generation) return;
      publish({ isLoading: false, error: textOf(error) });
    }
  }

  async function readOn(mine: number): Promise<void> {
    // Live news and trimming move rows between pages, so the next page starts where the list ends.
    const isFirst = state.page === 0;
    if (isFirst) {
      const kept = await parts.device.read(range(0));
      if (mine !== generation) return;
      publish({ entries: kept });
    }
    if (parts.isOnline()) {
      const shown = state.entries;
      const unsent = await parts.device.unsent(shown);
      if (mine !== generation) return;
      const isAnew = isFirst || state.origin === 'device';
      try {
        const rows = await parts.server.read(range(isAnew ? 0 : shown.length - unsent.length));
        if (mine !== generation) return;
        // What waits to be sent, and what came while the server was asked, may not be in its answer.
        const replaced = new Set(shown.filter((entry) => !unsent.includes(entry)).map(({ id }) => id));
        const entries = state.entries.filter(({ id }) => !replaced.has(id));
        return publish({ ...withPage(isAnew ? { ...state, entries, page: 0 } : state, rows), origin: 'server' });
      } catch (error) {
        if (!hasNoAnswer(error)) throw error;
      }
    }
    const rows = await parts.device.read(range(isFirst ? 0 : state.entries.length));
    if (mine === generation) publish({ ...withPage(isFirst ? { ...state, entries: [] } : state, rows), origin: 'device' });
  }

  function hear(message: RealtimeEventMessage): void {
    if (message.table !== 'activity_log' || message.id === null) return;
    if (message.event === 'DELETE') return publish(withDeleted(state, message.id));
    const entry = z.safeParse(activityEntrySchema, message.data);
    if (message.event === 'INSERT') {
      if (entry.success && passes(entry.data)) publish(withInserted(state, entry.data));
      return;
    }
    const merged = entry.success ? withUpdated(state, entry.data) : null;
    if (merged) publish(merged);
    else void fetchOne(message.id);
  }

  async function fetchOne(id: string): Promise<void> {
    const mine = generation;
    const entry = await parts.server.readOne(id).catch(() => null); // the next load brings it
    if (entry && mine === generation && passes(entry)) publish(withFetched(state, entry));
  }

  const passes = (entry: ActivityEntry) => passesActivityFilter(entry, parts.filter, parts.clock.now());

  /** Clears everything; the next `loadMore` starts anew. */
  function reset(): void {
    generation += 1;
    publish({ ...EMPTY_ACTIVITY, isSubscribed: state.isSubscribed, origin: 'device' });
  }

  return {
    getSnapshot: (): ActivityFeedState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Listens to live news and loads the first page; returns the function that ends it. */
    start(): () => void {
      const stop = parts.listen(hear);
      publish({ isSubscribed: true });
      void loadMore();
      return () => {
        stop();
        generation += 1;
        state = { ...state, isSubscribed: false, isLoading: false };
      };
    },
    loadMore,
    reset,
    /** Asks again after a failure, or when the connection is back. */
    async reload(): Promise<void> {
      generation += 1;
      publish({ isLoading: false, error: null, hasMore: true, page: 0 });
      await loadMore();
    },
  };
}

function textOf(error: unknown): string {
  if (error instanceof AppError && error.code === 'no_company') return 'No current company selected';
  const text = error instanceof AppError ? error.data['text'] : undefined;
  return typeof text === 'string' && text !== '' ? text : FETCH_FAILED;
}
