import { createClock, type Clock as FakeClock } from '@sinonjs/fake-timers';
import { beforeEach, expect, test } from 'vitest';
import type { Clock } from '#platform/clock/clock.ts';
import { ASK_EVERY_MS, askWhileWatched } from './watched-tab.ts';

let time: FakeClock;
let asked: number;
let tab: { isWatched: boolean; isLeader: boolean; lastSyncedAt: string | null };
let stop: () => void;
beforeEach(() => {
  time = createClock(Date.parse('2026-01-31T09:00:00Z'));
  asked = 0;
  tab = { isWatched: true, isLeader: false, lastSyncedAt: null };
  stop = askWhileWatched({
    clock: { setTimeout: time.setTimeout, clearTimeout: time.clearTimeout, nowMs: () => time.now } as unknown as Clock,
    isWatched: () => tab.isWatched,
    isLeader: () => tab.isLeader,
    lastSyncedAt: async () => {
      if (tab.lastSyncedAt === 'unreadable') throw new Error('no read');
      return tab.lastSyncedAt;
    },
    ask: () => (asked += 1),
  });
});
const minutes = (count: number) => time.tickAsync(count * ASK_EVERY_MS);
const ago = (ms: number) => new Date(time.now - ms).toISOString();

test('[SYNC-56] a tab that follows and is looked at has the leader ask once a minute', async () => {
  await minutes(3);
  expect(asked).toBe(3);
  stop();
  await minutes(2);
  expect(asked).toBe(3);
});

test.each([
  ['in the background', { isWatched: false }],
  ['leading', { isLeader: true }],
])('[SYNC-56] a tab that is %s does not', async (_what, change) => {
  Object.assign(tab, change);
  await minutes(3);
  expect(asked).toBe(0);
});

test('[SYNC-56] what was synced less than a minute ago is not asked about again; a date in the future says nothing', async () => {
  tab.lastSyncedAt = ago(-1);
  await minutes(1);
  expect(asked).toBe(0);
  tab.lastSyncedAt = ago(-ASK_EVERY_MS);
  await minutes(1);
  expect(asked).toBe(0);
  tab.lastSyncedAt = ago(-ASK_EVERY_MS - 1);
  await minutes(1);
  expect(asked).toBe(1);
});

test('[SYNC-56] where the date can not be read the leader is asked', async () => {
  tab.lastSyncedAt = 'unreadable';
  await minutes(1);
  expect(asked).toBe(1);
});
