import { beforeEach, expect, test } from 'vitest';
import { createStore, type KeyValueStore } from '#platform/storage/web-storage.ts';
import { createLogMemory, LOG_KEPT, LOG_KEY } from './log-memory.ts';

let store: KeyValueStore;
let due: (() => void)[];
const clock = {
  now: () => new Date('2026-03-01T10:00:00Z'),
  setTimeout: (run: () => void) => {
    due.push(run);
    return 0 as unknown as ReturnType<typeof setTimeout>;
  },
};
const write = () => due.splice(0).forEach((run) => run());
const eventsIn = (memory: ReturnType<typeof createLogMemory>) => memory.read().map(({ event }) => event);

beforeEach(() => {
  due = [];
  const values = new Map<string, string>();
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
  store = createStore(() => storage as unknown as Storage);
});

test('lines are there at once, newest first, and survive a reload', () => {
  const memory = createLogMemory(store, clock);
  memory.add('warn', 'live.closed', {});
  memory.add('error', 'command_failed', { error: 'TypeError' });
  expect(eventsIn(memory)).toEqual(['command_failed', 'live.closed']);
  write();
  expect(createLogMemory(store, clock).read()[0]).toEqual({
    at: '2026-03-01T10:00:00.000Z',
    level: 'error',
    event: 'command_failed',
    facts: { error: 'TypeError' },
  });
});

test('two tabs write into one log', () => {
  const [here, there] = [createLogMemory(store, clock), createLogMemory(store, clock)];
  here.add('warn', 'live.closed', {});
  there.add('warn', 'sync.failed', {});
  write();
  expect(eventsIn(createLogMemory(store, clock)).toSorted()).toEqual(['live.closed', 'sync.failed']);
});

test('only the newest lines are kept', () => {
  const memory = createLogMemory(store, clock);
  for (let line = 1; line <= LOG_KEPT + 5; line += 1) memory.add('info', `line_${line}`, {});
  write();
  expect([memory.read().length, eventsIn(memory).at(-1)]).toEqual([LOG_KEPT, 'line_6']);
});

test('what somebody else put there does not break it, and clearing empties it', () => {
  store.set(LOG_KEY, '[{"at": 1}, "x", {"at":"2026-01-01T00:00:00Z","level":"warn","event":"live.closed","facts":{}}]');
  const memory = createLogMemory(store, clock);
  expect(eventsIn(memory)).toEqual(['live.closed']);
  memory.clear();
  expect([memory.read(), store.get(LOG_KEY)]).toEqual([[], null]);
  store.set(LOG_KEY, 'no json');
  expect(createLogMemory(store, clock).read()).toEqual([]);
});

test('lines that may not be stored stay in this tab, and come along when they may', () => {
  let mayStore = false;
  const guarded = { ...store, set: (key: string, value: string) => mayStore && store.set(key, value) };
  const memory = createLogMemory(guarded, clock);
  memory.add('error', 'session.sign_out_failed', {});
  write();
  expect([store.get(LOG_KEY), eventsIn(memory)]).toEqual([null, ['session.sign_out_failed']]);
  mayStore = true;
  memory.add('info', 'session.started', {});
  write();
  expect(eventsIn(createLogMemory(store, clock))).toEqual(['session.started', 'session.sign_out_failed']);
});
