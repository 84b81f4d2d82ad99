/** Spec §9, in milliseconds. */
export const LEADER_TIMINGS = {
  heartbeat: 2_000,
  check: 2_500,
  stale: 5_000,
  presence: 5_000,
  /** Claims wait a random time below this, so that tabs that notice together don't claim together. */
  claimDelay: 200,
  /** Without Web Locks a new tab first gives a living leader the time to answer. */
  answerGrace: 250,
  /** So does a follower that slept: the leader had stopped to speak to it, and may be busy. */
  wakingGrace: 2_000,
} as const;
/** A tab that was silent for this many presence periods is gone. */
const PRESENCE_PERIODS = 3;

export type LeaderMessage = {
  readonly kind: 'heartbeat' | 'who' | 'presence' | 'resign';
  readonly from: string;
  /** Which leadership the sender knows of; each claim opens the next. */ readonly epoch: number;
};
export type TimerName = 'heartbeat' | 'check' | 'claim';
type Ticking = readonly (readonly [TimerName, number])[];

export type LeaderState = {
  /** Begins with the time the tab was opened: the smaller id is the older tab. */
  readonly id: string;
  readonly role: 'follower' | 'leader';
  readonly epoch: number;
  readonly leaderId: string | null;
  /** When a leader was last heard (or this tab, leading, last spoke). */
  readonly lastBeatAt: number;
  /** When this tab last looked whether a leader lives. */
  readonly checkedAt: number;
  /** When this tab, following, last said that it is there. */
  readonly presentAt: number;
  /** The value of `lastBeatAt` a waiting claim was made for; a later heartbeat makes the claim void. */
  readonly claimFor: number | null;
  readonly peers: Readonly<Record<string, number>>;
  /** With a Web Lock as the fence whoever holds the lock leads; without one the heartbeat alone decides. */
  readonly usesLock: boolean;
};

export type LeaderInput =
  | { readonly kind: 'started' }
  | { readonly kind: 'timer'; readonly timer: TimerName }
  | { readonly kind: 'message'; readonly message: LeaderMessage }
  | { readonly kind: 'lock_granted' }
  | { readonly kind: 'lock_lost' }
  | { readonly kind: 'hidden' }
  /** A person wants this tab to lead. */
  | { readonly kind: 'take_over' }
  | { readonly kind: 'shown_again' };

export type FollowReason = 'lock_lost' | 'tie_break' | 'slept' | 'closed';
export type LeaderEffect =
  | { readonly kind: 'send'; readonly message: LeaderMessage }
  | { readonly kind: 'claim_in'; readonly ms: number }
  | { readonly kind: 'queue_for_lock' }
  | { readonly kind: 'steal_lock' }
  | { readonly kind: 'release_lock' }
  | { readonly kind: 'lead'; readonly epoch: number }
  | { readonly kind: 'follow'; readonly reason: FollowReason };

export type Circumstances = { /** Monotonic milliseconds. */ readonly now: number; /** In [0, 1). */ readonly random: number };
type Step = readonly [LeaderState, readonly LeaderEffect[]];

export function newLeaderState({ id, usesLock, now }: { id: string; usesLock: boolean; now: number }): LeaderState {
  return {
    id,
    role: 'follower',
    epoch: 0,
    leaderId: null,
    lastBeatAt: now,
    checkedAt: now,
    presentAt: now,
    claimFor: null,
    peers: {},
    usesLock,
  };
}

const OF_FOLLOWER: Ticking = [['check', LEADER_TIMINGS.check]];
const OF_LEADER: Ticking = [['heartbeat', LEADER_TIMINGS.heartbeat]];
const AT_REST: Ticking = [];

/**
 * What has to tick for a tab. A leader that holds the lock and is alone wakes up for nothing: nobody hears it, and the lock tells if it is replaced.
 * The first word of another tab ends its rest.
 */
export function tickingOf({ role, usesLock, peers }: LeaderState): Ticking {
  if (role === 'follower') return OF_FOLLOWER;
  return usesLock && Object.keys(peers).length === 0 ? AT_REST : OF_LEADER;
}

/** What a tab does about one event: its next state, and what has to happen outside. Pure, so that the timings are tested with an owned clock. */
export function decideLeader(state: LeaderState, input: LeaderInput, at: Circumstances): Step {
  switch (input.kind) {
    case 'started':
    case 'shown_again':
      return start(state, at);
    case 'timer':
      return onTimer(state, input.timer, at);
    case 'message':
      return onMessage({ ...state, peers: { ...state.peers, [input.message.from]: at.now } }, input.message, at);
    case 'lock_granted':
      return lead(state, at);
    case 'lock_lost':
      return stepDown(state, 'lock_lost', at, [{ kind: 'queue_for_lock' }]);
    case 'hidden':
      return resign(state, at);
    case 'take_over':
      if (state.role === 'leader') return [state, []];
      return state.usesLock ? [state, [{ kind: 'steal_lock' }]] : lead(state, at);
  }
}

function start(state: LeaderState, at: Circumstances): Step {
  const asking: LeaderState = { ...state, lastBeatAt: at.now, checkedAt: at.now, presentAt: at.now, claimFor: null };
  const who: LeaderEffect = say(asking, 'who');
  if (state.usesLock) return [asking, [who, { kind: 'queue_for_lock' }]];
  const [claiming, effects] = claimSoon(asking, at, LEADER_TIMINGS.answerGrace);
  return [claiming, [who, ...effects]];
}

function onTimer(state: LeaderState, timer: TimerName, at: Circumstances): Step {
  const isStale = at.now - state.lastBeatAt > LEADER_TIMINGS.stale;
  switch (timer) {
    case 'heartbeat':
      if (state.role !== 'leader') return [state, []];
      // Whoever slept past the limit may have been replaced. The lock tells; without one it has to ask.
      if (isStale && !state.usesLock) return slept(state, at);
      return [{ ...withoutGonePeers(state, at.now), lastBeatAt: at.now }, [say(state, 'heartbeat')]];
    case 'check':
      return state.role === 'follower' ? look(state, isStale, at) : [state, []];
    case 'claim':
      return claim(state, at);
  }
}

/** A follower says now and then that it is there, and claims where no leader is heard. */
function look(state: LeaderState, isStale: boolean, at: Circumstances): Step {
  const looking: LeaderState = { ...withoutGonePeers(state, at.now), checkedAt: at.now };
  // To whoever was silent for long nobody speaks any more: it asks before it takes the lead from one that lives.
  const hasSlept = isStale && at.now - state.checkedAt > LEADER_TIMINGS.stale;
  const isDue = at.now - state.presentAt > LEADER_TIMINGS.presence - LEADER_TIMINGS.check / 2;
  const speaking: Step = hasSlept
    ? [{ ...looking, presentAt: at.now }, [say(state, 'who')]]
    : isDue
      ? [{ ...looking, presentAt: at.now }, [say(state, 'presence')]]
      : [looking, []];
  if (!isStale) return speaking;
  const [claiming, claims] = claimSoon(speaking[0], at, hasSlept ? LEADER_TIMINGS.wakingGrace : 0);
  return [claiming, [...speaking[1], ...claims]];
}

function claimSoon(state: LeaderState, at: Circumstances, grace = 0): Step {
  if (state.claimFor !== null || state.role === 'leader') return [state, []];
  return [{ ...state, claimFor: state.lastBeatAt }, [{ kind: 'claim_in', ms: grace + at.random * LEADER_TIMINGS.claimDelay }]];
}

function claim(state: LeaderState, at: Circumstances): Step {
  const isVoid = state.claimFor === null || state.role === 'leader' || state.lastBeatAt !== state.claimFor;
  const unclaimed: LeaderState = { ...state, claimFor: null };
  if (isVoid) return [unclaimed, []];
  return state.usesLock ? [unclaimed, [{ kind: 'steal_lock' }]] : lead(unclaimed, at);
}

function lead(state: LeaderState, at: Circumstances): Step {
  if (state.role === 'leader') return [state, []];
  const leading: LeaderState = { ...state, role: 'leader', epoch: state.epoch + 1, leaderId: state.id, lastBeatAt: at.now, claimFor: null };
  return [leading, [say(leading, 'heartbeat'), { kind: 'lead', epoch: leading.epoch }]];
}

function stepDown(state: LeaderState, reason: FollowReason, at: Circumstances, then: readonly LeaderEffect[] = []): Step {
  const following: LeaderState = { ...state, role: 'follower', leaderId: null, lastBeatAt: at.now };
  return [following, [...(state.role === 'leader' ? [{ kind: 'follow', reason } as const] : []), ...then]];
}

function slept(state: LeaderState, at: Circumstances): Step {
  const [following, effects] = stepDown(state, 'slept', at, [say(state, 'who')]);
  const [claiming, claims] = claimSoon(following, at, LEADER_TIMINGS.answerGrace);
  return [claiming, [...effects, ...claims]];
}

function resign(state: LeaderState, at: Circumstances): Step {
  if (state.role !== 'leader') return [{ ...state, claimFor: null }, [{ kind: 'release_lock' }]];
  return stepDown({ ...state, claimFor: null }, 'closed', at, [{ kind: 'release_lock' }, say(state, 'resign')]);
}

function onMessage(state: LeaderState, message: LeaderMessage, at: Circumstances): Step {
  switch (message.kind) {
    case 'heartbeat':
      return state.role === 'leader'
        ? contest(state, message, at)
        : [{ ...state, leaderId: message.from, epoch: Math.max(state.epoch, message.epoch), lastBeatAt: at.now }, []];
    case 'who':
      return [state, state.role === 'leader' ? [say(state, 'heartbeat')] : []];
    case 'resign':
      // With a lock the next in the queue has it already.
      if (state.usesLock || state.role === 'leader' || (state.leaderId !== null && state.leaderId !== message.from)) return [state, []];
      return claimSoon({ ...state, leaderId: null, epoch: Math.max(state.epoch, message.epoch) }, at);
    case 'presence':
      return [state, []];
  }
}

/** Two tabs think they lead: the later leadership wins, within one the older tab. The winner says so again. */
function contest(state: LeaderState, message: LeaderMessage, at: Circumstances): Step {
  const otherWins = message.epoch !== state.epoch ? message.epoch > state.epoch : message.from < state.id;
  if (!otherWins) return [state, [say(state, 'heartbeat')]];
  const [following, effects] = stepDown(
    { ...state, epoch: message.epoch },
    'tie_break',
    at,
    state.usesLock ? [{ kind: 'release_lock' }, { kind: 'queue_for_lock' }] : [],
  );
  return [{ ...following, leaderId: message.from }, effects];
}

function withoutGonePeers(state: LeaderState, now: number): LeaderState {
  const living = Object.entries(state.peers).filter(([, seenAt]) => now - seenAt <= PRESENCE_PERIODS * LEADER_TIMINGS.presence);
  return living.length === Object.keys(state.peers).length ? state : { ...state, peers: Object.fromEntries(living) };
}

function say(state: LeaderState, kind: LeaderMessage['kind']): LeaderEffect {
  return { kind: 'send', message: { kind, from: state.id, epoch: state.epoch } };
}
