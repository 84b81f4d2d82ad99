import { expect, test } from 'vitest';
import type { openBus } from './bus.ts';
import { shareLiveState } from './shared-live-state.ts';

/** Tabs of one browser; the first one leads. */
function tabs(count: number) {
  const ears = new Map<number, (message: never) => void>();
  let reconnects = 0;
  const open = (tab: number) => {
    const openHere = ((_name: string, listener: (message: never) => void) => {
      ears.set(tab, listener);
      return {
        post: (message: never) => [...ears].forEach(([other, hear]) => other !== tab && hear(message)),
        close: () => void ears.delete(tab),
      };
    }) as unknown as typeof openBus;
    return shareLiveState({ name: 'x', isLeader: () => tab === 0, onReconnect: () => (reconnects += 1), open: openHere as never });
  };
  return { all: Array.from({ length: count }, (_, tab) => open(tab)), open, reconnects: () => reconnects };
}

test('every tab knows the state of the channel, one that opens later too', () => {
  const { all, open } = tabs(2);
  all[0]?.tell('CONNECTED');
  expect(all.map((tab) => tab.getSnapshot())).toEqual(['CONNECTED', 'CONNECTED']);
  expect(open(7).getSnapshot()).toBe('CONNECTED');
});

test('whoever watches hears of changes only', () => {
  const { all } = tabs(2);
  const seen: string[] = [];
  all[1]?.subscribe(() => seen.push(all[1]?.getSnapshot() ?? ''));
  for (const state of ['CONNECTING', 'CONNECTING', 'CONNECTED', 'DISCONNECTED'] as const) all[0]?.tell(state);
  expect(seen).toEqual(['CONNECTING', 'CONNECTED', 'DISCONNECTED']);
});

test('a follower asks the leader to reconnect, the leader does it itself', () => {
  const { all, reconnects } = tabs(3);
  all[2]?.reconnect();
  all[0]?.reconnect();
  expect(reconnects()).toBe(2);
});
