import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '#platform/clock/clock.ts';
import { type AppUpdates, UPDATE_CHECK_EVERY_MS, createAppUpdates, type UpdateParts } from './app-updates.ts';
import { createTabConsent } from './tab-consent.ts';

let latest: string | null;
let isBusy: boolean;
let isAtWork: boolean;
let events: string[];
let tell: { waiting: () => void; takenOver: () => void };
let running: AppUpdates[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  latest = 'build-1';
  isBusy = false;
  isAtWork = false;
  events = [];
  running = [];
});
afterEach(() => {
  for (const updates of running) updates.stop();
  vi.useRealTimers();
});

const worker: UpdateParts['worker'] = {
  async start(listeners) {
    tell = listeners;
  },
  async check() {
    events.push('check');
  },
  takeOver: () => void events.push('take over'),
};
let lastId = 0;
const newId = () => `id-${(lastId += 1)}`;
function start(parts: Partial<UpdateParts> = {}) {
  const mayUpdate = parts.mayUpdate ?? (async () => !isBusy);
  const updates = createAppUpdates({
    worker,
    tabs: createTabConsent({ mayUpdate, newId }),
    ownBuildId: 'build-1',
    latestBuildId: async () => latest,
    mayUpdate,
    isAtWork: () => isAtWork,
    isWatched: () => true,
    reload: () => void events.push('reload'),
    clock: systemClock,
    ...parts,
  });
  running.push(updates);
  return updates;
}
/** Lets the other tabs' messages arrive, then time pass. */
async function pass(ms: number) {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(ms);
}

test('in the background nobody looks for a newer build', async () => {
  let isWatched = false;
  let looked = 0;
  start({ isWatched: () => isWatched, latestBuildId: async () => ((looked += 1), latest) });
  await pass(3 * UPDATE_CHECK_EVERY_MS);
  expect(looked).toBe(0);
  isWatched = true;
  await pass(UPDATE_CHECK_EVERY_MS);
  expect(looked).toBe(1);
});

test('a newer build on the server is looked for every ten minutes', async () => {
  start();
  await pass(UPDATE_CHECK_EVERY_MS);
  expect(events).toEqual([]);
  latest = 'build-2';
  await pass(UPDATE_CHECK_EVERY_MS);
  await pass(UPDATE_CHECK_EVERY_MS);
  expect(events).toEqual(['check', 'check']);
});

test('a server that says nothing is not a new version', async () => {
  latest = null;
  const updates = start();
  await updates.check();
  expect([events, updates.getPhase()]).toEqual([[], 'current']);
});

test('a waiting version is announced and nothing happens until the person asks', async () => {
  const updates = start();
  const seen: string[] = [];
  updates.subscribe(() => void seen.push(updates.getPhase()));
  tell.waiting();
  await pass(UPDATE_CHECK_EVERY_MS);
  expect([seen, events]).toEqual([['ready'], []]);
});

test('asked for, it takes over, and the page reloads when it has', async () => {
  const updates = start();
  tell.waiting();
  void updates.apply();
  await pass(2000);
  expect(events).toEqual(['take over']);
  tell.takenOver();
  await pass(0);
  expect([events, updates.getPhase()]).toEqual([['take over', 'reload'], 'applying']);
});

test('while this tab has something half-sent the update waits, and comes by itself afterwards', async () => {
  const updates = start();
  tell.waiting();
  isBusy = true;
  void updates.apply();
  await pass(10_000);
  expect([events, updates.getPhase()]).toEqual([[], 'held_back']);
  isBusy = false;
  await pass(2000);
  await pass(1500);
  expect(events).toEqual(['take over']);
});

test('one busy tab holds the update back for all', async () => {
  let otherIsBusy = true;
  start({ mayUpdate: async () => !otherIsBusy });
  const updates = start();
  tell.waiting();
  void updates.apply();
  await pass(0);
  expect([events, updates.getPhase()]).toEqual([[], 'held_back']);
  otherIsBusy = false;
  await pass(2000);
  await pass(1500);
  expect(events).toEqual(['take over']);
});

test('a tab whose answer fails counts as busy; a tab that stays silent does not', async () => {
  const failing = start({ mayUpdate: () => Promise.reject(new Error('database closed')) });
  const updates = start();
  tell.waiting();
  void updates.apply();
  await pass(0);
  expect(updates.getPhase()).toBe('held_back');
  failing.stop();
  await pass(2000);
  await pass(1500);
  expect(events).toEqual(['take over']);
});

test('a tab that another tab’s update takes over reloads only when it has nothing half-sent', async () => {
  start();
  isBusy = true;
  tell.takenOver();
  await pass(20_000);
  expect(events).toEqual([]);
  isBusy = false;
  await pass(2000);
  expect(events).toEqual(['reload']);
});

test('nor while somebody is at work in it: there the version is offered, and comes by itself afterwards', async () => {
  const updates = start();
  isAtWork = true;
  tell.takenOver();
  await pass(20_000);
  expect([events, updates.getPhase()]).toEqual([[], 'ready']);
  isAtWork = false;
  await pass(2000);
  expect(events).toEqual(['reload']);
});

test('whoever is at work there and asks for the offered version has it at once, and nothing takes over again', async () => {
  const updates = start();
  isAtWork = true;
  tell.takenOver();
  await pass(0);
  void updates.apply();
  await pass(0);
  expect(events).toEqual(['reload']);
});

test('a tab in which it was asked for is loaded anew whoever is at work in it, also if another tab was quicker', async () => {
  const updates = start();
  tell.waiting();
  [isBusy, isAtWork] = [true, true];
  void updates.apply();
  await pass(0);
  expect(updates.getPhase()).toBe('held_back');
  tell.takenOver();
  await pass(2000);
  expect(events).toEqual([]);
  isBusy = false;
  await pass(2000);
  expect(events).toEqual(['reload']);
});

test('whoever is asked by the browser and stays is offered the version again, and has it when nobody is at work any more', async () => {
  const updates = start();
  isAtWork = true;
  tell.waiting();
  void updates.apply();
  await pass(1500);
  tell.takenOver();
  await pass(0);
  expect([events, updates.getPhase()]).toEqual([['take over', 'reload'], 'applying']);
  await pass(20_000);
  expect([events, updates.getPhase()]).toEqual([['take over', 'reload'], 'ready']);
  void updates.apply();
  await pass(0);
  expect(events).toEqual(['take over', 'reload', 'reload']);
  await pass(10_000);
  isAtWork = false;
  await pass(2000);
  expect(events).toEqual(['take over', 'reload', 'reload', 'reload']);
});

test('where another tab is quicker while this one still asks, nothing takes over again and the page is loaded once', async () => {
  const updates = start();
  tell.waiting();
  void updates.apply();
  await pass(0);
  tell.takenOver();
  await pass(0);
  await pass(1500);
  expect(events).toEqual(['reload']);
});

test('if nothing takes over in time the page reloads anyway', async () => {
  const updates = start();
  tell.waiting();
  void updates.apply();
  await pass(1500);
  await pass(10_000);
  expect(events).toEqual(['take over', 'reload']);
});

test('without a service worker a newer build is announced and applied by a reload', async () => {
  const updates = start({ worker: null });
  latest = 'build-2';
  await updates.check();
  expect(updates.getPhase()).toBe('ready');
  void updates.apply();
  await pass(1500);
  expect(events).toEqual(['reload']);
  await pass(30_000);
  expect([events, updates.getPhase()], 'a slow one is not begun anew').toEqual([['reload'], 'ready']);
});

test('nothing waiting, nothing to apply', async () => {
  const updates = start();
  await updates.apply();
  expect(events).toEqual([]);
});
