import { expect, test } from 'vitest';
import { decideLeader, type LeaderState, newLeaderState, tickingOf } from './leader-state.ts';

const following = (changes: Partial<LeaderState> = {}): LeaderState => ({
  ...newLeaderState({ id: 'm', usesLock: true, now: 0 }),
  ...changes,
});
const leading = (changes: Partial<LeaderState> = {}) => following({ role: 'leader', leaderId: 'm', epoch: 3, ...changes });
const at = (now: number) => ({ now, random: 0.5 });

test('a leader that slept longer than 5 s without a lock does not go on speaking: it steps down, asks who leads and claims only if nobody answers', () => {
  const [next, effects] = decideLeader(leading({ usesLock: false }), { kind: 'timer', timer: 'heartbeat' }, at(5_001));
  expect(next.role).toBe('follower');
  expect(effects).toMatchObject([
    { kind: 'follow', reason: 'slept' },
    { kind: 'send', message: { kind: 'who' } },
    { kind: 'claim_in', ms: 350 },
  ]);
  const [answered] = decideLeader(next, { kind: 'message', message: { kind: 'heartbeat', from: 'z', epoch: 4 } }, at(5_100));
  expect(decideLeader(answered, { kind: 'timer', timer: 'claim' }, at(5_351))[1]).toEqual([]);
});

test('with the lock it goes on: the lock would tell if it had been stolen', () => {
  const [next, effects] = decideLeader(leading(), { kind: 'timer', timer: 'heartbeat' }, at(60_000));
  expect([next.role, effects]).toMatchObject(['leader', [{ kind: 'send', message: { kind: 'heartbeat', epoch: 3 } }]]);
});

test('a stolen lock ends the leadership at once, before any message, and queues for the next', () => {
  const [next, effects] = decideLeader(leading(), { kind: 'lock_lost' }, at(100));
  expect([next.role, effects]).toEqual(['follower', [{ kind: 'follow', reason: 'lock_lost' }, { kind: 'queue_for_lock' }]]);
});

test('a follower whose place in the queue was lost queues again and tells nobody', () => {
  expect(decideLeader(following(), { kind: 'lock_lost' }, at(100))[1]).toEqual([{ kind: 'queue_for_lock' }]);
});

test('after exactly 5 s nobody claims, after more the claim comes within 200 ms and only once', () => {
  const check = { kind: 'timer', timer: 'check' } as const;
  const awake = following({ checkedAt: 2_500, presentAt: 2_500 });
  expect(decideLeader(awake, check, at(5_000))[1]).toEqual([]);
  const [waiting, effects] = decideLeader(awake, check, { now: 5_001, random: 0.999 });
  expect(effects).toEqual([{ kind: 'claim_in', ms: expect.closeTo(199.8) }]);
  expect(decideLeader(waiting, check, at(7_501))[1]).toMatchObject([{ kind: 'send', message: { kind: 'presence' } }]);
});

test('who slept longer than that asks who leads, and leaves it 2 s to answer', () => {
  const slept = following({ checkedAt: 1_000 });
  const [waiting, effects] = decideLeader(slept, { kind: 'timer', timer: 'check' }, at(6_001));
  expect(effects).toMatchObject([
    { kind: 'send', message: { kind: 'who' } },
    { kind: 'claim_in', ms: 2_100 },
  ]);
  const [answered] = decideLeader(waiting, { kind: 'message', message: { kind: 'heartbeat', from: 'z', epoch: 4 } }, at(8_000));
  expect(decideLeader(answered, { kind: 'timer', timer: 'claim' }, at(8_101))[1]).toEqual([]);
  expect(decideLeader(waiting, { kind: 'timer', timer: 'claim' }, at(8_101))[1]).toEqual([{ kind: 'steal_lock' }]);
});

test('a leader with a lock ticks while it knows of another tab, one without a lock always, a follower always', () => {
  const names = (state: LeaderState) => tickingOf(state).map(([name]) => name);
  expect(names(leading())).toEqual([]);
  expect(names(leading({ peers: { x: 0 } }))).toEqual(['heartbeat']);
  expect(names(leading({ usesLock: false }))).toEqual(['heartbeat']);
  expect(names(following())).toEqual(['check']);
  const [alone] = decideLeader(leading({ peers: { x: 0 } }), { kind: 'timer', timer: 'heartbeat' }, at(15_001));
  expect(names(alone)).toEqual([]);
});

test('a page that leaves gives up lock and leadership and says so; one that comes back asks anew', () => {
  const [next, effects] = decideLeader(leading(), { kind: 'hidden' }, at(10));
  expect(effects).toMatchObject([
    { kind: 'follow', reason: 'closed' },
    { kind: 'release_lock' },
    { kind: 'send', message: { kind: 'resign' } },
  ]);
  expect(decideLeader(next, { kind: 'shown_again' }, at(20))[1]).toMatchObject([
    { kind: 'send', message: { kind: 'who' } },
    { kind: 'queue_for_lock' },
  ]);
});

test('tabs that were silent for three presence periods are no longer counted', () => {
  const [heard] = decideLeader(
    following({ lastBeatAt: 14_000 }),
    { kind: 'message', message: { kind: 'presence', from: 'x', epoch: 0 } },
    at(0),
  );
  expect(Object.keys(decideLeader(heard, { kind: 'timer', timer: 'check' }, at(15_000))[0].peers)).toEqual(['x']);
  expect(decideLeader(heard, { kind: 'timer', timer: 'check' }, at(15_001))[0].peers).toEqual({});
});

test('a person makes a follower lead: with the lock it is stolen, without one the next leadership begins; a leader has nothing to do', () => {
  expect(decideLeader(following(), { kind: 'take_over' }, at(100))[1]).toEqual([{ kind: 'steal_lock' }]);
  const [next, effects] = decideLeader(following({ usesLock: false, epoch: 4 }), { kind: 'take_over' }, at(100));
  expect([next.role, next.epoch, effects.at(-1)]).toEqual(['leader', 5, { kind: 'lead', epoch: 5 }]);
  expect(decideLeader(leading(), { kind: 'take_over' }, at(100))[1]).toEqual([]);
});
