import { afterEach, expect, test } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { until } from '#tests/support/patience.ts';
import { openBus } from './bus.ts';
import { joinElection, type Leader } from './leader.ts';
import { openTabChannel, type RealtimeEventMessage, type TabChannel } from './tab-messages.ts';
import type { OpenTimers } from './tab-timers.ts';

/* Node has the same BroadcastChannel and Web Locks as a browser. */

const open: { close(): void }[] = [];
afterEach(() => open.splice(0).forEach((each) => each.close()));
function channel(name: string, listeners: Parameters<typeof openTabChannel>[1]): TabChannel {
  const made = openTabChannel(name, listeners);
  open.push(made);
  return made;
}
/** No timer ever fires: what happens all the same happens at once. */
const noTimers: OpenTimers = () => ({ every: () => undefined, once: () => undefined, stop: () => undefined });
function elect(name: string): Leader {
  const parts = { log: createLog(() => undefined), timers: noTimers };
  const tab = joinElection(name, { onLead: () => undefined, onFollow: () => undefined }, parts);
  open.push({ close: () => tab.stop() });
  return tab;
}

test('realtime events and logouts reach every other tab and not the sender', async () => {
  const heard: string[] = [];
  const event: RealtimeEventMessage = {
    type: 'realtime-event',
    table: 'expenses',
    event: 'INSERT',
    data: { id: 'e1' },
    id: 'e1',
    payload: { eventType: 'INSERT' },
  };
  const sender = channel('x', { onRealtimeEvent: () => heard.push('sender'), onLogout: () => heard.push('sender') });
  for (const tab of ['b', 'c'])
    channel('x', {
      onRealtimeEvent: (message) => heard.push(`${tab} ${message.table} ${message.id}`),
      onLogout: ({ timestamp }) => heard.push(`${tab} logout ${timestamp}`),
    });
  sender.send(event);
  sender.send({ type: 'logout', timestamp: 7 });
  await until(() => heard.length >= 4);
  expect(heard.sort()).toEqual(['b expenses e1', 'b logout 7', 'c expenses e1', 'c logout 7']);
});

test('what is no message of ours is dropped', async () => {
  const heard: unknown[] = [];
  channel('y', { onRealtimeEvent: (message) => heard.push(message), onLogout: (message) => heard.push(message) });
  const stranger = openBus<unknown>('y', () => undefined);
  open.push(stranger);
  for (const message of [null, 'logout', { type: 'logout' }, { type: 'realtime-event', table: 'x', event: 'TRUNCATE' }, { type: 'other' }])
    stranger.post(message);
  stranger.post({ type: 'logout', timestamp: 1 });
  await until(() => heard.length > 0);
  expect(heard).toEqual([{ type: 'logout', timestamp: 1 }]);
});

test('over the real channel and the real lock exactly one of three tabs leads, and closing it hands over at once', async () => {
  const name = `election-${process.pid}`;
  const tabs = [elect(name), elect(name), elect(name)];
  const leading = () => tabs.filter((tab) => tab.isLeader());
  await until(() => leading().length > 0);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(leading()).toHaveLength(1);
  const [first] = leading();
  first?.stop();
  await until(() => leading().some((tab) => tab !== first));
  expect(leading().filter((tab) => tab !== first)).toHaveLength(1);
});
