import { describe, expect, test } from 'vitest';
import type { RealtimeEventMessage } from '#data/tabs/tab-messages.ts';
import type { ActivityEntry } from '#domain/activity/activity-entry.ts';
import { EVERY_ACTIVITY } from '#domain/activity/activity-filter.ts';
import { AppError } from '#domain/errors.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { type ActivityFeedParts, createActivityFeed } from './activity-feed.ts';
import type { ActivityRange } from './activity-source.ts';

const idOf = (place: number) => `0190d0e0-0000-7000-8000-${String(place).padStart(12, '0')}`;
const entry = (place: number): ActivityEntry => {
  const at = new Date(Date.UTC(2026, 5, 1) + place * 60_000).toISOString();
  const what = { origin: 'trigger' as const, type: 'created', entity_type: 'vendors', entity_id: idOf(1), entity_label: '', changes: {} };
  return { id: idOf(place), company_id: idOf(0), actor_id: null, ...what, created_at: at, updated_at: at, rev: `srv-${place}` };
};
/** Entries `newest` … 1. */
const history = (newest: number) => Array.from({ length: newest }, (_, index) => entry(newest - index));
const message = (event: RealtimeEventMessage['event'], data: Partial<ActivityEntry>): RealtimeEventMessage => ({
  type: 'realtime-event',
  table: 'activity_log',
  event,
  data,
  id: data.id ?? null,
  payload: null,
});

function stage(change: Partial<ActivityFeedParts> = {}) {
  const onServer = history(120);
  const kept = onServer.slice(0, 60);
  const unsent = new Set<string>();
  const asked: ActivityRange[] = [];
  let news: (message: RealtimeEventMessage) => void = () => undefined;
  const from = (rows: readonly ActivityEntry[]) => ({
    read: async (range: ActivityRange) => {
      if (rows === onServer) asked.push(range);
      return rows.slice(range.offset, range.offset + range.limit);
    },
    readOne: async (id: string) => rows.find((row) => row.id === id) ?? null,
  });
  const feed = createActivityFeed({
    filter: EVERY_ACTIVITY,
    server: from(onServer),
    device: { ...from(kept), unsent: async (entries) => entries.filter(({ id }) => unsent.has(id)) },
    clock: systemClock,
    isOnline: () => true,
    listen: (listener) => {
      news = listener;
      return () => (news = () => undefined);
    },
    ...change,
  });
  const settled = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    return feed.getSnapshot();
  };
  return { feed, onServer, kept, unsent, asked, settled, tell: (told: RealtimeEventMessage) => news(told) };
}
const refused = (error: unknown) => ({
  read: () => Promise.reject(error as Error),
  readOne: () => Promise.reject(error as Error),
});

describe('the history as a list', () => {
  test('shows what the device keeps, then what the server says', async () => {
    const { feed, settled } = stage();
    const seen: string[] = [];
    feed.subscribe(() => seen.push(`${feed.getSnapshot().origin} ${feed.getSnapshot().entries.length}`));
    feed.start();
    expect(await settled()).toMatchObject({ origin: 'server', page: 1, hasMore: true, isLoading: false, isSubscribed: true });
    expect(seen).toContain('device 50');
  });

  test('grows page by page to its end', async () => {
    const { feed, settled } = stage();
    feed.start();
    await settled();
    await feed.loadMore();
    await feed.loadMore();
    expect(feed.getSnapshot()).toMatchObject({ page: 3, hasMore: false });
    expect(feed.getSnapshot().entries).toHaveLength(120);
  });

  test('a second call while one is loading asks nothing', async () => {
    const { feed, settled, asked } = stage();
    feed.start();
    void feed.loadMore();
    await settled();
    expect(asked).toHaveLength(1);
  });

  test('goes on where it ends, though news came in between', async () => {
    const { feed, onServer, settled, tell } = stage();
    feed.start();
    await settled();
    onServer.unshift(entry(121));
    tell(message('INSERT', entry(121)));
    await feed.loadMore();
    expect(feed.getSnapshot().entries.map(({ id }) => id)).toEqual(onServer.slice(0, 101).map(({ id }) => id));
  });

  test('keeps what waits to be sent, in its place, until the server has it, and skips nothing for it', async () => {
    const { feed, onServer, kept, unsent, asked, settled } = stage();
    const waits = { ...entry(500), created_at: entry(110).created_at };
    kept.splice(11, 0, waits);
    unsent.add(waits.id);
    feed.start();
    const { entries } = await settled();
    expect(entries).toHaveLength(51);
    expect(entries[10]).toEqual(waits);
    await feed.loadMore();
    expect(asked.map(({ offset }) => offset)).toEqual([0, 50]);
    expect(feed.getSnapshot().entries).toHaveLength(101);
    unsent.clear();
    onServer.splice(11, 0, waits);
    await feed.reload();
    expect(feed.getSnapshot().entries.filter(({ id }) => id === waits.id)).toHaveLength(1);
  });

  test('keeps what came while the server was asked', async () => {
    const answered = Promise.withResolvers<void>();
    const { feed, settled, tell } = stage({
      server: {
        read: async ({ offset, limit }) => {
          await answered.promise;
          return history(120).slice(offset, offset + limit);
        },
        readOne: async () => null,
      },
    });
    feed.start();
    await settled();
    tell(message('INSERT', entry(121)));
    answered.resolve();
    expect((await settled()).entries).toEqual(history(121).slice(0, 51));
  });

  test('merges an update, fetches one it does not know, forgets what was deleted', async () => {
    const { feed, settled, tell } = stage();
    feed.start();
    await settled();
    tell(message('UPDATE', { ...entry(120), entity_label: 'new' }));
    tell(message('UPDATE', { id: idOf(3) }));
    tell(message('DELETE', { id: idOf(119) }));
    const { entries } = await settled();
    expect(entries[0]?.entity_label).toBe('new');
    expect(entries.at(-1)?.id).toBe(idOf(3));
    expect(entries.some(({ id }) => id === idOf(119))).toBe(false);
  });

  test('reset clears everything, and an answer that was still on its way changes nothing', async () => {
    const { feed, settled } = stage();
    feed.start();
    feed.reset();
    expect(await settled()).toMatchObject({ entries: [], page: 0, hasMore: true });
  });

  test('without a connection it is what the device keeps, and says so', async () => {
    const { feed, settled } = stage({ isOnline: () => false });
    feed.start();
    await settled();
    await feed.loadMore();
    expect(feed.getSnapshot()).toMatchObject({ origin: 'device', hasMore: false, error: null });
    expect(feed.getSnapshot().entries).toHaveLength(60);
  });

  test('the server not answering is no error either', async () => {
    const { feed, settled } = stage({ server: refused(new AppError('offline')) });
    feed.start();
    expect(await settled()).toMatchObject({ origin: 'device', error: null });
  });

  test.each([
    [new AppError('no_company'), 'No current company selected'],
    [
      new AppError('server_failed', { text: 'canceling statement due to statement timeout' }),
      'canceling statement due to statement timeout',
    ],
    [new AppError('unexpected'), 'Failed to fetch activity logs'],
    [new TypeError('x is undefined'), 'Failed to fetch activity logs'],
  ])('%s is told as the catalogue says', async (error, text) => {
    const { feed, settled } = stage({ server: refused(error) });
    feed.start();
    expect(await settled()).toMatchObject({ error: text, isLoading: false });
  });

  test('a failure keeps what is there, and asking again works', async () => {
    let isBroken = true;
    const { feed, settled, onServer } = stage({
      server: {
        read: async ({ offset, limit }) => {
          if (isBroken) throw new AppError('server_failed');
          return history(120).slice(offset, offset + limit);
        },
        readOne: async () => null,
      },
    });
    feed.start();
    expect((await settled()).entries).toHaveLength(50);
    isBroken = false;
    await feed.reload();
    expect(feed.getSnapshot()).toMatchObject({ error: null, origin: 'server' });
    expect(feed.getSnapshot().entries[0]).toEqual(onServer[0]);
  });
});
