import { describe, expect, test } from 'vitest';
import type { ActivityEntry } from './activity-entry.ts';
import { EVERY_ACTIVITY, isActivityNarrowed, passesActivityFilter } from './activity-filter.ts';
import {
  ACTIVITY_LIVE_CAP,
  ACTIVITY_PAGE_SIZE,
  EMPTY_ACTIVITY,
  mayLoadMore,
  withDeleted,
  withFetched,
  withInserted,
  withPage,
  withUpdated,
} from './activity-list.ts';

const COMPANY = '0190d0e0-0000-7000-8000-00000000c0de';
const idOf = (place: number) => `0190d0e0-0000-7000-8000-${String(place).padStart(12, '0')}`;
/** The larger the place, the newer the entry. */
const entry = (place: number, change: Partial<ActivityEntry> = {}): ActivityEntry => {
  const at = new Date(Date.UTC(2026, 5, 1) + place * 60_000).toISOString();
  const stamps = { created_at: at, updated_at: at, rev: `srv-${place}` };
  const what = {
    origin: 'trigger' as const,
    type: 'updated',
    entity_type: 'vendors',
    entity_id: idOf(1),
    entity_label: 'Bäckerei Krume',
    changes: {},
  };
  return { id: idOf(place), company_id: COMPANY, actor_id: null, ...what, ...stamps, ...change };
};
const page = (newest: number, length: number) => Array.from({ length }, (_, index) => entry(newest - index));
const places = (list: { entries: readonly ActivityEntry[] }) => list.entries.map(({ id }) => Number(id.slice(-12)));

describe('pages of the history', () => {
  test('have fifty entries, and only a full one promises more', () => {
    expect(ACTIVITY_PAGE_SIZE).toBe(50);
    const full = withPage(EMPTY_ACTIVITY, page(200, 50));
    expect([full.hasMore, full.page]).toEqual([true, 1]);
    expect(withPage(full, page(150, 49))).toMatchObject({ hasMore: false, page: 2, isLoading: false });
  });

  test('load only when none is loading and more remain', () => {
    expect(mayLoadMore(EMPTY_ACTIVITY)).toBe(true);
    expect(mayLoadMore({ ...EMPTY_ACTIVITY, isLoading: true })).toBe(false);
    expect(mayLoadMore({ ...EMPTY_ACTIVITY, hasMore: false })).toBe(false);
  });

  test('repeat no entry that live news have pushed down into them', () => {
    const list = withInserted(withPage(EMPTY_ACTIVITY, page(100, 50)), entry(101));
    const moved = withPage(list, page(51, 50));
    expect(places(moved)).toEqual(Array.from({ length: 100 }, (_, index) => 101 - index));
  });
});

describe('live news', () => {
  const list = withPage(EMPTY_ACTIVITY, page(100, 50));

  test('an INSERT goes on top, once', () => {
    const inserted = withInserted(list, entry(101));
    expect(places(inserted).slice(0, 2)).toEqual([101, 100]);
    expect(withInserted(inserted, entry(101))).toBe(inserted);
  });

  test('INSERTs trim the list to twice the page, and what was trimmed can be loaded again', () => {
    let grown = withPage({ ...list }, page(50, 49));
    expect(grown.hasMore).toBe(false);
    for (let place = 101; place <= 130; place += 1) grown = withInserted(grown, entry(place));
    expect(grown.entries).toHaveLength(ACTIVITY_LIVE_CAP);
    expect(ACTIVITY_LIVE_CAP).toBe(100);
    expect(places(grown)[0]).toBe(130);
    expect(grown.hasMore).toBe(true);
  });

  test('an UPDATE merges into its entry', () => {
    const updated = withUpdated(list, { id: idOf(90), entity_label: 'Krume GmbH' });
    expect(updated?.entries.find(({ id }) => id === idOf(90))).toEqual(entry(90, { entity_label: 'Krume GmbH' }));
  });

  test('an UPDATE of an unknown entry asks for it, and it takes its place', () => {
    const hole = withDeleted(list, idOf(90));
    expect(withUpdated(hole, { id: idOf(90) })).toBeNull();
    expect(places(withFetched(hole, entry(90)))).toEqual(places(list));
  });

  test('a DELETE removes the entry', () => {
    expect(places(withDeleted(list, idOf(100)))[0]).toBe(99);
  });
});

describe('the filter of the history', () => {
  const now = new Date('2026-06-10T12:00:00Z');
  const passes = (change: Partial<ActivityEntry>, filter: Partial<typeof EVERY_ACTIVITY>) =>
    passesActivityFilter(entry(1, change), { ...EVERY_ACTIVITY, ...filter }, now);

  test('asks for a person, a kind, an entity and the last seven days', () => {
    expect(passes({ actor_id: idOf(7) }, { actorId: idOf(7) })).toBe(true);
    expect(passes({ actor_id: null }, { actorId: idOf(7) })).toBe(false);
    expect(passes({ type: 'payment_deleted' }, { kind: 'deleted' })).toBe(true);
    expect(passes({ type: 'updated' }, { kind: 'deleted' })).toBe(false);
    expect(passes({}, { entity: 'invoices' })).toBe(false);
  });

  test('recent means seven days to the second, whatever the offset', () => {
    expect(passes({ created_at: '2026-06-03T14:00:00+02:00' }, { isRecent: true })).toBe(true);
    expect(passes({ created_at: '2026-06-03T13:59:59+02:00' }, { isRecent: true })).toBe(false);
  });

  test('says whether it leaves anything out', () => {
    expect([isActivityNarrowed(EVERY_ACTIVITY), isActivityNarrowed({ ...EVERY_ACTIVITY, isRecent: true })]).toEqual([false, true]);
  });
});
