import { createClock } from '@sinonjs/fake-timers';
import { expect, test } from 'vitest';
import type { Session } from '#data/session/session-service.ts';
import type { SessionUser } from '#data/session/session-state.ts';
import type { PendingInvite } from '#domain/invites/invite.ts';
import type { TimerId } from '#platform/clock/clock.ts';
import { createLog } from '#platform/log/log.ts';
import { createInviteCheck, INVITE_PATIENCE_MS } from './invite-check.ts';

const OFFER = { id: 'i1', company_id: 'c1', company_name: 'Nordlicht', invited_by_name: 'Svea' } as PendingInvite;
const user: SessionUser = { id: 'u1', email: 'ann@kontor.example', displayName: 'Ann', avatarPath: '', mutedNotices: [] };
const signedIn: Session = { status: 'signed_in', user, isRecovery: false, isReady: true };
const signedOut: Session = { status: 'signed_out', reason: 'none', isReady: true };
const restoring: Session = { status: 'restoring', isReady: false };

function stage(first: Session, { isOnline = true } = {}) {
  const time = createClock();
  const firstPage = Promise.withResolvers<void>();
  let current = first;
  let tell: () => void = () => undefined;
  const asked: { answer: (invites: readonly PendingInvite[]) => void; refuse: (error: Error) => void }[] = [];
  const check = createInviteCheck({
    session: { getSnapshot: () => current, subscribe: (listener) => ((tell = listener), () => undefined) },
    fetchInvites: () => new Promise((answer, refuse) => asked.push({ answer, refuse })),
    afterFirstPage: () => firstPage.promise,
    isOnline: () => isOnline,
    clock: {
      now: () => new Date(time.now),
      nowMs: () => time.now,
      monotonicMs: () => time.now,
      setTimeout: (run, ms) => time.setTimeout(run, ms) as unknown as TimerId,
      clearTimeout: (id) => time.clearTimeout(id as unknown as number),
    },
    log: createLog(() => undefined),
  });
  return {
    time,
    firstPageStands: firstPage.resolve,
    check,
    asked,
    become(next: Session) {
      current = next;
      tell();
    },
    settled: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

test('after a sign-in the invitations are news, and the way on waits for them', async () => {
  const { check, asked, become, settled } = stage(signedOut);
  become(signedIn);
  expect(check.getSnapshot()).toMatchObject({ status: 'checking', isDeciding: true, isNews: true });
  asked[0]?.answer([OFFER]);
  await settled();
  expect(check.getSnapshot()).toMatchObject({ status: 'ready', invites: [OFFER], isDeciding: false, isNews: true });
  check.seen();
  expect(check.getSnapshot()).toMatchObject({ invites: [OFFER], isNews: false });
});

test('a session that was restored is not held up, and its invitations are no news', async () => {
  const { check, asked, become, settled, firstPageStands } = stage(restoring);
  become(signedIn);
  await settled();
  expect([check.getSnapshot().status, asked.length]).toEqual(['unknown', 0]);
  firstPageStands();
  await settled();
  expect(check.getSnapshot()).toMatchObject({ status: 'checking', isDeciding: false, isNews: false });
  asked[0]?.answer([OFFER]);
  await settled();
  expect(check.getSnapshot()).toMatchObject({ status: 'ready', invites: [OFFER], isNews: false });
});

test('a slow answer holds nobody up for long', () => {
  const { check, become, time } = stage(signedOut);
  become(signedIn);
  time.tick(INVITE_PATIENCE_MS - 1);
  expect(check.getSnapshot().isDeciding).toBe(true);
  time.tick(1);
  expect(check.getSnapshot().isDeciding).toBe(false);
});

test('a check that fails lets the person go on', async () => {
  const { check, asked, become, settled } = stage(signedOut);
  become(signedIn);
  asked[0]?.refuse(new TypeError('Failed to fetch'));
  await settled();
  expect(check.getSnapshot()).toMatchObject({
    status: 'failed',
    invites: [],
    isDeciding: false,
    isNews: false,
    error: { code: 'offline' },
  });
});

test('offline nothing is asked and nobody waits', () => {
  const { check, asked, become } = stage(signedOut, { isOnline: false });
  become(signedIn);
  expect(asked).toEqual([]);
  expect(check.getSnapshot()).toMatchObject({ status: 'unknown', isDeciding: false });
});

test('an answer for somebody who has signed out meanwhile is dropped', async () => {
  const { check, asked, become, settled } = stage(signedOut);
  become(signedIn);
  become(signedOut);
  asked[0]?.answer([OFFER]);
  await settled();
  expect(check.getSnapshot()).toMatchObject({ status: 'unknown', invites: [] });
});
