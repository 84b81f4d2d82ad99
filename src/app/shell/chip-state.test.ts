import { expect, test } from 'vitest';
import { chipState } from './chip-state.ts';

const calm = { waiting: 0, issues: 0, state: 'idle', lastSyncedAt: '2026-11-20T14:02:00Z' } as const;

test('all synced is said with its time', () => {
  expect(chipState(calm)).toEqual({ key: 'allSynced', at: '2026-11-20T14:02:00Z' });
});

test('a routine pull does not flicker', () => {
  expect(chipState({ ...calm, state: 'syncing' }).key).toBe('allSynced');
  expect(chipState({ ...calm, state: 'syncing', lastSyncedAt: null }).key).toBe('syncing');
});

test('what only this device has is never called synced', () => {
  for (const state of ['idle', 'syncing', 'offline', 'paused'] as const)
    expect(['waiting', 'offlineWaiting']).toContain(chipState({ ...calm, state, waiting: 3 }).key);
});

test('a decision comes before everything else', () => {
  expect(chipState({ ...calm, state: 'offline', waiting: 3, issues: 2 })).toEqual({ key: 'needYou', count: 2 });
});

test('offline and paused are said, the first load counts', () => {
  expect(chipState({ ...calm, state: 'offline' })).toEqual({ key: 'offline' });
  expect(chipState({ ...calm, state: 'paused' })).toEqual({ key: 'paused' });
  expect(chipState({ ...calm, state: 'syncing', progress: { received: 1200 } })).toEqual({ key: 'loading', count: 1200 });
  expect(chipState({ ...calm, state: 'syncing', progress: { received: 0 } }).key).toBe('syncing');
});
