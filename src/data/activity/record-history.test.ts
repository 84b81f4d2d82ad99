import { expect, test } from 'vitest';
import type { ActivityEntry } from '#domain/activity/activity-entry.ts';
import { newestEntries } from './activity.queries.ts';

const entry = (id: string, created_at: string) => ({ id, created_at }) as ActivityEntry;

test('what the device keeps and what only the server has is one history: each entry once, newest first', () => {
  const kept = [entry('c', '2026-03-03T10:00:00.000Z'), entry('b', '2026-03-02T10:00:00.000Z')];
  const asked = [entry('b', '2026-03-02T10:00:00+00:00'), entry('a', '2025-11-02T11:00:00+01:00')];
  expect(newestEntries([...kept, ...asked]).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
  expect(newestEntries([...kept, ...asked], 2).map(({ id }) => id)).toEqual(['c', 'b']);
});
