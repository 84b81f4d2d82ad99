import { randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  confirmCode,
  confirmLink,
  requestPasswordReset,
  resendConfirmation,
  setNewPassword,
  signIn,
  signUp,
  verifySecondFactor,
} from '#data/session/auth-actions.ts';
import type { SessionService } from '#data/session/session-service.ts';
import { readStoredSession, SESSION_KEY } from '#platform/supabase/stored-session.ts';
import { type Backend, startBackend } from '#tests/support/backend.ts';
import { type Browser, openBrowser } from '#tests/support/browser-tab.ts';
import { until } from '#tests/support/patience.ts';

const PASSWORD = 'correct horse battery';
let backend: Backend;
let browser: Browser;
let aheadMs = 0;
beforeAll(async () => void (backend = await startBackend({ now: () => new Date(Date.now() + aheadMs) })));
afterAll(() => backend?.stop());
beforeEach(() => void (browser = openBrowser(backend)));
afterEach(() => browser.close());

const redirectTo = () => `${backend.url}/auth/confirm`;
const address = () => `${randomUUID()}@kontor.example`;
async function lastMail(to: string) {
  const [mail] = await backend.mail(to);
  if (!mail) throw new Error('no mail');
  return mail;
}
/** Where the link of the last mail leads in the end. */
async function linkOf(to: string): Promise<URL> {
  const response = await fetch((await lastMail(to)).link ?? '', { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? 'about:blank');
}
async function registered(session: SessionService): Promise<string> {
  const email = address();
  await signUp(session, { email, password: PASSWORD, displayName: 'Ann', redirectTo: redirectTo(), locale: 'de' });
  await confirmLink(session, await linkOf(email));
  return email;
}
const statusOf = (session: SessionService) => session.getSnapshot().status;

test('signing up asks for a confirmation, and its link signs in', async () => {
  const { session } = await browser.tab();
  const email = address();
  expect(await signUp(session, { email, password: PASSWORD, displayName: ' Ann ', redirectTo: redirectTo(), locale: 'de' })).toEqual({
    needsConfirmation: true,
  });
  expect(statusOf(session)).toBe('signed_out');
  expect((await lastMail(email)).subject).toMatch(/bestätig/i); // in the language of the form
  expect(await confirmLink(session, await linkOf(email))).toBe('signup');
  expect(session.getSnapshot()).toMatchObject({ status: 'signed_in', user: { email, displayName: 'Ann' }, isRecovery: false });
});

test('the code of the mail does the same, and a confirmation can be sent again', async () => {
  const { session } = await browser.tab();
  const email = address();
  await signUp(session, { email, password: PASSWORD, displayName: 'Ann', redirectTo: redirectTo(), locale: 'de' });
  await resendConfirmation(session, { email, redirectTo: redirectTo() }).catch(() => undefined); // may be too soon after the first
  await confirmCode(session, { email, code: ` ${(await lastMail(email)).code} `, type: 'signup' });
  expect(statusOf(session)).toBe('signed_in');
});

test('a wrong password and an unknown address are refused alike', async () => {
  const { session } = await browser.tab();
  const email = await registered(session);
  await session.signOut();
  for (const credentials of [
    { email, password: 'wrong wrong wrong' },
    { email: address(), password: PASSWORD },
  ]) {
    await expect(signIn(session, credentials)).rejects.toMatchObject({ code: 'invalid_input', data: { reason: 'invalid_credentials' } });
  }
  expect(await signIn(session, { email, password: PASSWORD })).toEqual({ pendingFactors: [] });
  expect(statusOf(session)).toBe('signed_in');
});

test('an unconfirmed address and a weak password say so', async () => {
  const { session } = await browser.tab();
  const email = address();
  await signUp(session, { email, password: PASSWORD, displayName: '', redirectTo: redirectTo(), locale: 'de' });
  await expect(signIn(session, { email, password: PASSWORD })).rejects.toMatchObject({ data: { reason: 'email_not_confirmed' } });
  await expect(
    signUp(session, { email: address(), password: 'short', displayName: '', redirectTo: redirectTo(), locale: 'de' }),
  ).rejects.toMatchObject({
    code: 'invalid_input',
    data: { reason: 'weak_password', reasons: ['length'] },
  });
});

test('a recovery link signs in for setting a new password only, and the new one counts afterwards', async () => {
  const { session } = await browser.tab();
  const email = await registered(session);
  await session.signOut();
  await requestPasswordReset(session, { email, redirectTo: redirectTo() });
  expect(await confirmLink(session, await linkOf(email))).toBe('recovery');
  expect(session.getSnapshot()).toMatchObject({ status: 'signed_in', isRecovery: true });
  await setNewPassword(session, { password: 'another good password' });
  expect(session.getSnapshot()).toMatchObject({ status: 'signed_in', isRecovery: false });
  await session.signOut();
  await expect(signIn(session, { email, password: PASSWORD })).rejects.toMatchObject({ data: { reason: 'invalid_credentials' } });
  await signIn(session, { email, password: 'another good password' });
});

test('with a verified factor a sign-in waits outside until its code is given', async () => {
  const { session, client } = await browser.tab();
  const email = await registered(session);
  await client.auth.updateUser({ current_password: PASSWORD });
  const { data: enrolled, error } = await client.auth.mfa.enroll({ factorType: 'totp' });
  if (error) throw error;
  const code = () => new TOTP({ secret: enrolled.totp.secret }).generate({ timestamp: Date.now() + aheadMs });
  await verifySecondFactor(session, { factorId: enrolled.id, code: code() });
  expect(statusOf(session)).toBe('signed_in');
  await session.signOut();
  aheadMs += 60_000; // a code works once

  expect(await signIn(session, { email, password: PASSWORD })).toMatchObject({ pendingFactors: [{ id: enrolled.id, type: 'totp' }] });
  expect(session.getSnapshot()).toMatchObject({ status: 'pending_second_factor', factors: [{ id: enrolled.id }] });
  await expect(verifySecondFactor(session, { factorId: enrolled.id, code: '000000' })).rejects.toMatchObject({
    code: 'invalid_input',
    data: { reason: 'mfa_verification_failed' },
  });
  expect(statusOf(session)).toBe('pending_second_factor');
  await verifySecondFactor(session, { factorId: enrolled.id, code: ` ${code()} ` });
  expect(statusOf(session)).toBe('signed_in');
});

test('a link that was used, opened elsewhere, planted or incomplete is refused with its reason', async () => {
  const { session } = await browser.tab();
  const email = address();
  await signUp(session, { email, password: PASSWORD, displayName: '', redirectTo: redirectTo(), locale: 'de' });
  const { link } = await lastMail(email);
  const good = await linkOf(email);
  const spent = new URL((await fetch(link ?? '', { redirect: 'manual' })).headers.get('location') ?? '');
  await expect(confirmLink(session, spent)).rejects.toMatchObject({
    code: 'invalid_input',
    data: { reason: 'otp_expired', description: expect.stringMatching(/.+/) },
  });

  const elsewhere = openBrowser(backend);
  const other = await elsewhere.tab();
  await expect(confirmLink(other.session, good)).rejects.toMatchObject({ code: 'invalid_input' });
  await elsewhere.close();

  const planted = new URL(`${redirectTo()}#access_token=abc&refresh_token=def&type=signup`);
  await expect(confirmLink(session, planted)).rejects.toMatchObject({ data: { reason: 'flow_mismatch' } });
  await expect(confirmLink(session, new URL(redirectTo()))).rejects.toMatchObject({ data: { reason: 'link_incomplete' } });
  expect(statusOf(session)).toBe('signed_out');
});

test('a reload finds the person signed in from the cookies alone, before the client says anything', async () => {
  const first = await browser.tab();
  const email = await registered(first.session);
  const reloaded = await browser.tab({ fetch: () => new Promise(() => undefined) });
  expect(reloaded.session.getSnapshot()).toMatchObject({ status: 'signed_in', user: { email } });
});

test('signing out ends the session on the server and in the other tabs, and leaves no token behind', async () => {
  const here = await browser.tab();
  await registered(here.session);
  const there = await browser.tab();
  const { data } = await here.client.auth.getSession();
  await here.session.signOut();
  await until(() => statusOf(there.session) === 'signed_out');
  expect(there.session.getSnapshot()).toMatchObject({ reason: 'other_tab' });
  expect([...browser.cookies.keys()]).toEqual([]);
  const refresh = () =>
    fetch(`${backend.url}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { apikey: backend.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: data.session?.refresh_token }),
    });
  await expect.poll(async () => (await refresh()).status).toBe(400);
});

test('[SYNC-71] signing out without a network works at once and leaves no token behind', async () => {
  const online = await browser.tab();
  await registered(online.session);
  let asked = 0;
  const offline = await browser.tab({ fetch: () => Promise.reject(new TypeError(`Failed to fetch, ${(asked += 1)}`)) });
  asked = 0;
  expect(await offline.session.signOut()).toEqual({ signedOut: true });
  expect(asked).toBeLessThan(2);
  expect([offline.session.getSnapshot().status, [...browser.cookies.keys()]]).toEqual(['signed_out', []]);
});

test('[SYNC-73] a session the server has ended is signed out as expired; a server that cannot be reached ends nothing', async () => {
  const { session, client } = await browser.tab();
  await registered(session);
  const unreachable = await browser.tab({ fetch: () => Promise.reject(new TypeError('Failed to fetch')) });
  void unreachable.client.auth.refreshSession();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(statusOf(unreachable.session)).toBe('signed_in');

  await backend.db.query('delete from auth.sessions where user_id = $1', [(await client.auth.getUser()).data.user?.id]);
  const stored = { ...readStoredSession(browser.cookies), expires_at: 1 };
  browser.cookies.clear();
  browser.cookies.set(SESSION_KEY, `base64-${Buffer.from(JSON.stringify(stored)).toString('base64url')}`);
  await client.auth.refreshSession();
  await until(() => statusOf(session) === 'signed_out');
  expect(session.getSnapshot()).toMatchObject({ reason: 'expired' });
});
