import { type Clock, systemClock } from '#platform/clock/clock.ts';
import { newId, randomFraction } from '#platform/ids/ids.ts';
import { log as appLog, type Log } from '#platform/log/log.ts';
import { type Bus, openBus } from './bus.ts';
import {
  decideLeader,
  type FollowReason,
  type LeaderEffect,
  type LeaderInput,
  type LeaderMessage,
  type LeaderState,
  newLeaderState,
  tickingOf,
  type TimerName,
} from './leader-state.ts';
import { type OpenTimers, openTimers } from './tab-timers.ts';

type LeaderDuties = { onLead(epoch: number): void; onFollow(reason: FollowReason): void };
type LeaderParts = {
  readonly clock?: Clock;
  readonly id?: string;
  readonly random?: () => number;
  readonly log?: Log;
  readonly open?: typeof openBus<LeaderMessage>;
  readonly timers?: OpenTimers;
  /** null: the browser has none. */
  readonly locks?: Pick<LockManager, 'request'> | null;
  readonly page?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
};
/** By then a tab knows whether it leads; well before a leader that stands still is replaced. */
const SETTLE_MS = 1_000;

export type Leader = {
  isLeader(): boolean;
  /** Tabs known to be open, this one included. */
  tabCount(): number;
  /** What this tab knows of the others; a new object whenever that changed. */
  getState(): LeaderState;
  subscribe(listener: () => void): () => void;
  /** Leads from now on, whoever led before. */
  takeOver(): void;
  stop(): void;
};

/**
 * Takes part in the election of the one tab that talks to the server for `name`. A Web Lock is the fence and the fast path: followers queue
 * for it, so a closed or crashed leader is replaced at once; a frozen one keeps the lock, so after 5 s without a heartbeat it is stolen.
 */
export function joinElection(name: string, duties: LeaderDuties, parts: LeaderParts = {}): Leader {
  const { clock = systemClock, random = randomFraction, page = globalThis, log = appLog } = parts;
  const locks = parts.locks === undefined ? (globalThis.navigator?.locks ?? null) : parts.locks;
  let state = newLeaderState({ id: parts.id ?? newId(), usesLock: locks !== null, now: clock.monotonicMs() });
  let isStopped = false;
  const listeners = new Set<() => void>();
  const lock = locks && holdLock(leaderLock(name), locks, (kind) => take({ kind }));
  const bus: Bus<LeaderMessage> = (parts.open ?? openBus)(`kontor-leader:${name}`, (message) => take({ kind: 'message', message }));
  const timers = (parts.timers ?? openTimers)((timer) => take({ kind: 'timer', timer: timer as TimerName }));
  let ticking: ReturnType<typeof tickingOf> = [];
  let isSettled = false;

  /** What ticks follows the state. Mostly a tab is alone and leads in a moment, and then nothing has to tick at all. */
  function setTicking(): void {
    const wanted = tickingOf(state);
    if (!isSettled || wanted === ticking) return;
    ticking = wanted;
    timers.every(wanted);
  }
  const settle = () =>
    clock.setTimeout(() => {
      isSettled = true;
      setTicking();
    }, SETTLE_MS);
  let settling = settle();

  /** Nothing ticks any more in a page that leaves. */
  function rest(): void {
    clock.clearTimeout(settling);
    isSettled = false;
    ticking = [];
    timers.every(ticking);
  }

  function take(input: LeaderInput): void {
    if (isStopped) return;
    const [next, effects] = decideLeader(state, input, { now: clock.monotonicMs(), random: random() });
    const isNew = next !== state;
    state = next;
    effects.forEach(run);
    setTicking();
    if (isNew) for (const listener of listeners) listener();
  }

  function run(effect: LeaderEffect): void {
    switch (effect.kind) {
      case 'send':
        return bus.post(effect.message);
      case 'claim_in':
        return timers.once('claim', effect.ms);
      case 'queue_for_lock':
        return lock?.queue();
      case 'steal_lock':
        return lock?.steal();
      case 'release_lock':
        return lock?.release();
      case 'lead':
        log.debug('tabs.leading', { epoch: effect.epoch });
        return duties.onLead(effect.epoch);
      case 'follow':
        log.debug('tabs.following', { reason: effect.reason });
        return duties.onFollow(effect.reason);
    }
  }

  const onHide = () => {
    rest();
    take({ kind: 'hidden' });
  };
  // Back from the back/forward cache: the page lives on, but gave up the lock when it left.
  const onShow = (event: Event) => {
    if (!(event as PageTransitionEvent).persisted) return;
    settling = settle();
    take({ kind: 'shown_again' });
  };
  page.addEventListener?.('pagehide', onHide);
  page.addEventListener?.('pageshow', onShow);
  take({ kind: 'started' });

  return {
    isLeader: () => state.role === 'leader',
    tabCount: () => Object.keys(state.peers).length + 1,
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    takeOver: () => take({ kind: 'take_over' }),
    stop() {
      onHide();
      isStopped = true;
      page.removeEventListener?.('pagehide', onHide);
      page.removeEventListener?.('pageshow', onShow);
      timers.stop();
      bus.close();
    },
  };
}

/** The Web Lock that the tabs of `name` hold or wait for. */
export const leaderLock = (name: string): string => `kontor-leader:${name}`;

/** One place in the queue of a Web Lock at a time. Reports the lock it got and the lock that was stolen from it. */
function holdLock(name: string, locks: Pick<LockManager, 'request'>, report: (what: 'lock_granted' | 'lock_lost') => void) {
  let current: { abort: AbortController; letGo?: () => void } | undefined;

  function request(steal: boolean): void {
    release();
    const mine: NonNullable<typeof current> = { abort: new AbortController() };
    current = mine;
    const hold = () =>
      new Promise<void>((resolve) => {
        if (current !== mine) return resolve();
        mine.letGo = resolve;
        report('lock_granted');
      });
    locks.request(name, steal ? { steal: true } : { signal: mine.abort.signal }, hold).catch(() => {
      if (current !== mine) return; // given up by ourselves
      current = undefined;
      report('lock_lost');
    });
  }

  function release(): void {
    const leaving = current;
    current = undefined;
    leaving?.abort.abort();
    leaving?.letGo?.();
  }

  return { queue: () => request(false), steal: () => request(true), release };
}
