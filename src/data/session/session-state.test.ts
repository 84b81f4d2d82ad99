import { expect, test } from 'vitest';
import type { StoredSession } from '#platform/supabase/stored-session.ts';
import { type AuthEventName, INITIAL_STATE, nextSession, type SessionState } from './session-state.ts';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
function stored({ aal = 'aal1', factors = [] as { id: string; factor_type: string; status: string }[], id = 'u1' } = {}): StoredSession {
  return {
    access_token: `${part({})}.${part({ aal })}.s`,
    refresh_token: 'r',
    expires_at: 1,
    user: { id, email: 'a@example.com', user_metadata: { display_name: 'Ann' }, factors },
  };
}
const totp = { id: 'f1', factor_type: 'totp', status: 'verified' };
const restored = (session: StoredSession | null) => nextSession(INITIAL_STATE, { type: 'restored', stored: session });
const auth = (state: SessionState, name: AuthEventName, session: StoredSession | null, cookies = session) =>
  nextSession(state, { type: 'auth', name, session, stored: cookies });

test('a stored session opens the app, expired or not', () => {
  expect(restored(stored())).toEqual({
    status: 'signed_in',
    user: { id: 'u1', email: 'a@example.com', displayName: 'Ann', avatarPath: '', mutedNotices: [] },
    isRecovery: false,
  });
  expect(restored(null)).toEqual({ status: 'signed_out', reason: 'none' });
});

test('[SYNC-70] the client answering "no session" offline does not sign out while its cookies are there', () => {
  const open = restored(stored());
  expect(auth(open, 'INITIAL_SESSION', null, stored())).toMatchObject({ status: 'signed_in' });
});

test('a session the server ended is signed out as expired', () => {
  expect(auth(restored(stored()), 'SIGNED_OUT', null)).toEqual({ status: 'signed_out', reason: 'expired' });
});

test('a verified factor at the first level keeps the person outside until it is verified', () => {
  const pending = restored(stored({ factors: [totp] }));
  expect(pending).toMatchObject({ status: 'pending_second_factor', factors: [{ id: 'f1', type: 'totp' }] });
  expect(auth(pending, 'MFA_CHALLENGE_VERIFIED', stored({ aal: 'aal2', factors: [totp] }))).toMatchObject({ status: 'signed_in' });
});

test('a factor that was never verified asks for nothing', () => {
  expect(restored(stored({ factors: [{ ...totp, status: 'unverified' }] }))).toMatchObject({ status: 'signed_in' });
});

test('a recovery link signs in only until the new password is set', () => {
  const recovering = auth(restored(null), 'PASSWORD_RECOVERY', stored());
  expect(recovering).toMatchObject({ status: 'signed_in', isRecovery: true });
  expect(auth(recovering, 'TOKEN_REFRESHED', stored())).toMatchObject({ isRecovery: true });
  expect(nextSession(recovering, { type: 'recovery_done' })).toMatchObject({ isRecovery: false });
  expect(auth(recovering, 'SIGNED_IN', stored({ id: 'u2' }))).toMatchObject({ isRecovery: false });
});

test("signing out names its cause: here, in another tab, and the client's later event changes nothing", () => {
  const here = nextSession(restored(stored()), { type: 'signed_out_here' });
  expect(auth(here, 'SIGNED_OUT', null)).toEqual({ status: 'signed_out', reason: 'signed_out' });
  const expired = auth(restored(stored()), 'SIGNED_OUT', null);
  expect(nextSession(expired, { type: 'signed_out_elsewhere' })).toEqual({ status: 'signed_out', reason: 'other_tab' });
  expect(nextSession(here, { type: 'signed_out_elsewhere' })).toEqual(here);
});
