import { createClock, type Clock as FakeClock } from '@sinonjs/fake-timers';
import { beforeEach, expect, test } from 'vitest';
import type { RealtimeEventMessage } from '#data/tabs/tab-messages.ts';
import type { Clock, TimerId } from '#platform/clock/clock.ts';
import { createLog } from '#platform/log/log.ts';
import { createLiveChannel, LIVE_TABLES, type LiveChannel, type RealtimeClient } from './live-channel.ts';

type Opened = {
  name: string;
  at: number;
  filters: Record<string, string>[];
  say(status: string): void;
  change(table: string, payload: unknown): void;
};

let time: FakeClock;
let opened: Opened[];
let removedAt: number[];
let seen: string[];
let events: RealtimeEventMessage[];
let live: LiveChannel;
/** When the client knows who is signed in. */
let known: Promise<void>;

beforeEach(() => {
  time = createClock();
  known = Promise.resolve();
  [opened, removedAt, seen, events] = [[], [], [], []];
  const client = {
    channel(name: string) {
      const listeners = new Map<string, (payload: unknown) => void>();
      const mine: Opened = {
        name,
        at: time.now,
        filters: [],
        say: () => undefined,
        change: (table, payload) => listeners.get(table)?.(payload),
      };
      opened.push(mine);
      return {
        on: (_type: string, filter: Record<string, string>, listener: (payload: unknown) => void) => {
          mine.filters.push(filter);
          listeners.set(filter['table'] ?? '', listener);
        },
        subscribe: (callback: (status: string) => void) => void (mine.say = callback),
      };
    },
    removeChannel: () => Promise.resolve(void removedAt.push(time.now)),
    realtime: { setAuth: () => known },
  } as unknown as RealtimeClient;
  const clock = {
    now: () => new Date(time.now),
    nowMs: () => time.now,
    monotonicMs: () => time.now,
    setTimeout: (run, ms) => time.setTimeout(run, ms) as unknown as TimerId,
    clearTimeout: (id) => time.clearTimeout(id as unknown as number),
  } satisfies Clock;
  live = createLiveChannel({
    companyId: 'c1',
    userId: 'u1',
    client: () => Promise.resolve(client),
    clock,
    log: createLog((level, line) => void seen.push(`${level} ${line}`)),
    onEvent: (message) => void events.push(message),
    onOwnAccess: () => void seen.push('own access'),
    onConnected: () => void seen.push('connected'),
    onState: (state) => void seen.push(state),
  });
});
const last = () => opened.at(-1) as Opened;
async function connected() {
  const outcome = live.start();
  await time.tickAsync(0);
  last().say('SUBSCRIBED');
  return outcome;
}

test('it joins once the client knows who is signed in: before, it would join as nobody and hear nothing', async () => {
  let know = () => undefined as void;
  known = new Promise((resolve) => (know = resolve));
  void live.start();
  await time.tickAsync(50);
  expect(opened).toEqual([]);
  know();
  await time.tickAsync(0);
  expect(opened).toHaveLength(1);
});

test('it listens on shared-realtime to the news of the company and to who may do what, filtered by the company', async () => {
  void live.start();
  await time.tickAsync(0);
  expect(last().name).toBe('shared-realtime');
  expect(last().filters.map(({ table }) => table)).toEqual(LIVE_TABLES);
  expect(LIVE_TABLES).toEqual(['company_news', 'company_users', 'company_user_permissions']);
  expect(new Set(last().filters.map(({ filter }) => filter))).toEqual(new Set(['company_id=eq.c1']));
});

test('connecting goes through the three states and asks for what was missed', async () => {
  const outcome = connected();
  await time.tickAsync(100);
  expect([await outcome, live.state(), seen]).toEqual([true, 'CONNECTED', ['CONNECTING', 'CONNECTED', 'connected']]);
});

test('[SYNC-53] after 10 s without a connection it gives up waiting and reports it, but keeps trying', async () => {
  let outcome: boolean | undefined;
  void live.start().then((answer) => (outcome = answer));
  await time.tickAsync(9_900);
  expect(outcome).toBeUndefined();
  await time.tickAsync(200);
  expect([outcome, seen.at(-1)]).toEqual([false, 'warn live.not_connected_in_time']);
  last().say('SUBSCRIBED');
  expect(live.state()).toBe('CONNECTED');
});

test('[SYNC-53] a channel error reconnects: torn down after 2 s, joined again 1 s later', async () => {
  void connected();
  await time.tickAsync(0);
  const failedAt = time.now;
  last().say('CHANNEL_ERROR');
  await time.tickAsync(1_500);
  last().say('CHANNEL_ERROR'); // the library tries by itself meanwhile; one reconnect is enough
  expect(live.state()).toBe('DISCONNECTED');
  await time.tickAsync(10_000);
  expect([removedAt, opened.map(({ at }) => at)]).toEqual([[failedAt + 2_000], [0, failedAt + 3_000]]);
});

test('what an abandoned channel still says is not heard', async () => {
  void connected();
  await time.tickAsync(0);
  const abandoned = last();
  abandoned.say('TIMED_OUT');
  await time.tickAsync(3_000);
  last().say('SUBSCRIBED');
  abandoned.say('CLOSED');
  abandoned.change('company_news', { eventType: 'INSERT', new: { id: 'n1' } });
  expect([live.state(), events]).toEqual(['CONNECTED', []]);
});

test('[SYNC-53] a closed channel is only warned about', async () => {
  void connected();
  await time.tickAsync(0);
  last().say('CLOSED');
  await time.tickAsync(60_000);
  expect([live.state(), opened.length, seen.includes('warn live.closed')]).toEqual(['DISCONNECTED', 1, true]);
  void live.start(); // the tab came to the front or the network came back
  await time.tickAsync(1_000);
  expect([live.state(), opened.length]).toEqual(['CONNECTING', 2]);
});

test('stopping leaves the channel and no reconnect follows', async () => {
  void connected();
  await time.tickAsync(0);
  last().say('CHANNEL_ERROR');
  void live.stop();
  await time.tickAsync(60_000);
  expect([live.state(), opened.length, removedAt.length]).toEqual(['DISCONNECTED', 1, 1]);
});

test('[SYNC-52] a change becomes a message with table, event, data, id and payload; an unknown type only warns', async () => {
  void connected();
  await time.tickAsync(0);
  const payload = { eventType: 'UPDATE', new: { id: 'n1', seq: 3 }, old: { id: 'n1' } };
  last().change('company_news', payload);
  last().change('company_users', { eventType: 'DELETE', new: {}, old: { id: 'm2' } });
  last().change('company_news', { eventType: 'TRUNCATE' });
  expect(events).toEqual([
    { type: 'realtime-event', table: 'company_news', event: 'UPDATE', data: { id: 'n1', seq: 3 }, id: 'n1', payload },
    {
      type: 'realtime-event',
      table: 'company_users',
      event: 'DELETE',
      data: { id: 'm2' },
      id: 'm2',
      payload: { eventType: 'DELETE', new: {}, old: { id: 'm2' } },
    },
  ]);
  expect(seen.at(-1)).toBe('warn live.unknown_event');
});

test("rows of one's own membership and permissions reload the access, other people's don't", async () => {
  void connected();
  await time.tickAsync(0);
  const own = () => seen.filter((line) => line === 'own access').length;
  last().change('company_user_permissions', { eventType: 'INSERT', new: { user_id: 'u2', permission_key: 'expenses.view' } });
  last().change('company_news', { eventType: 'INSERT', new: { id: 'n1', user_id: 'u1' } });
  expect(own()).toBe(0);
  last().change('company_user_permissions', { eventType: 'INSERT', new: { user_id: 'u1', permission_key: 'expenses.view' } });
  last().change('company_users', { eventType: 'DELETE', old: { id: 'm1' } });
  expect(own()).toBe(2);
});
