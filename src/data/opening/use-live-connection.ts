import { useEffect, useState, useSyncExternalStore } from 'react';
import type { CompanyValue } from '#data/core/company-context.ts';
import { systemClock } from '#platform/clock/clock.ts';
import type { RealtimeEventMessage } from '#data/tabs/tab-messages.ts';

const EVENTS_KEPT = 50;
const TICK_MS = 1_000;

export type HeardEvent = {
  readonly key: number;
  readonly message: RealtimeEventMessage;
  /** When this tab heard it, as an instant. */
  readonly at: string;
  /** From the commit on the server to this tab, in milliseconds; as right as the two clocks. */
  readonly latency: number | null;
};

/** What the live page shows of an open company: its channel, the tabs, and what comes in while the page is open. */
export function useLiveConnection({ session }: Pick<CompanyValue, 'session'>) {
  const state = useSyncExternalStore(session.live.subscribe, session.live.getSnapshot);
  const election = useSyncExternalStore(session.tabs.subscribe, session.tabs.getState);
  const [events, setEvents] = useState<readonly HeardEvent[]>([]);
  const [now, setNow] = useState(() => systemClock.monotonicMs());
  useEffect(() => {
    let key = 0;
    return session.onRealtimeEvent((message) => {
      key += 1;
      const heard = { key, message, at: systemClock.now().toISOString(), latency: latencyOf(message, systemClock.nowMs()) };
      setEvents((before) => [heard, ...before].slice(0, EVENTS_KEPT));
    });
  }, [session]);
  useEffect(() => {
    const timer = setInterval(() => setNow(systemClock.monotonicMs()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const age = (at: number) => Math.max(0, now - at);
  return {
    state,
    isLeader: election.role === 'leader',
    tabId: election.id,
    leaderId: election.leaderId,
    epoch: election.epoch,
    /** Milliseconds since the leader was last heard. */
    heartbeatAge: election.role === 'leader' ? 0 : age(election.lastBeatAt),
    peers: Object.entries(election.peers).map(([id, seenAt]) => ({ id, age: age(seenAt), isLeader: id === election.leaderId })),
    events,
    reconnect: session.live.reconnect,
    takeOver: session.tabs.takeOver,
  };
}

function latencyOf({ payload }: RealtimeEventMessage, nowMs: number): number | null {
  const at = Date.parse(String((payload as { commit_timestamp?: unknown } | null)?.commit_timestamp));
  return Number.isNaN(at) ? null : Math.max(0, nowMs - at);
}
