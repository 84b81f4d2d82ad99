import { createClock, type Clock as FakeClock } from '@sinonjs/fake-timers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TimerId } from '#platform/clock/clock.ts';
import { createSupabaseClient } from '#platform/supabase/client.ts';
import { readStoredSession, SESSION_KEY, type StoredSession } from '#platform/supabase/stored-session.ts';
import { MFA_CHECK_AFTER_MS, signIn } from './auth-actions.ts';
import { guardForcedClose } from './forced-close.ts';
import { SESSION_CHECK_EVERY_MS, FIRST_CHECK_MS, startSessionCheck } from './session-check.ts';
import type { Session, SessionService } from './session-service.ts';
import { INITIAL_STATE, nextSession, type AuthEventName } from './session-state.ts';

/** Spec §4 and §9 with the real client. Its cookies, the ready flag, sign-out and its storage have tests of their own beside their files. */
const config = { supabaseUrl: 'http://backend.example', supabaseAnonKey: 'anon' };
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const START = Date.UTC(2026, 0, 5, 8);

function sessionEndingIn(seconds: number) {
  const exp = START / 1000 + seconds;
  const user = { id: 'ann', email: 'ann@kontor.example', aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '' };
  return {
    access_token: `${encoded({ alg: 'HS256' })}.${encoded({ sub: 'ann', aal: 'aal1', exp })}.c2ln`,
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: exp,
    user,
  };
}

type Answer = () => Response | Promise<Response>;
const answerOf: Record<'fresh' | 'busy' | 'refused' | 'unknown_session', Answer> = {
  fresh: () => Response.json(sessionEndingIn(7200)),
  busy: () => Response.json({ msg: 'busy' }, { status: 503 }),
  refused: () => Response.json({ code: 'refresh_token_not_found', msg: 'gone' }, { status: 400 }),
  unknown_session: () =>
    Response.json({ code: 'session_not_found', msg: 'gone' }, { status: 403, headers: { 'x-supabase-api-version': '2024-01-01' } }),
};

/** The real client on a cookie jar that holds a session, before a server that always answers the same. */
async function clientWith(session: object, answer: Answer) {
  const jar = new Map([[SESSION_KEY, `base64-${encoded(session)}`]]);
  const cookies = {
    getAll: () => [...jar].map(([name, value]) => ({ name, value })),
    setAll: (changed: { name: string; value: string }[]) =>
      changed.forEach(({ name, value }) => (value ? jar.set(name, value) : jar.delete(name))),
  };
  const calls: { path: string; atMs: number }[] = [];
  const fetch = (url: RequestInfo | URL) => {
    calls.push({ path: new URL(url instanceof Request ? url.url : String(url)).pathname, atMs: Date.now() - START });
    return Promise.resolve(answer());
  };
  const client = await createSupabaseClient(config, { cookies, fetch: fetch as typeof globalThis.fetch });
  await client.auth.stopAutoRefresh();
  const events: string[] = [];
  client.auth.onAuthStateChange((name) => void events.push(name));
  await vi.advanceTimersByTimeAsync(0);
  return { client, jar, calls, events };
}

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

describe('the session of spec §4', () => {
  test.each([
    [80, 1],
    [100, 0],
  ])('a session that expires in %i s is refreshed %i times before it is used: "close to now" is 90 s', async (seconds, refreshes) => {
    const { client, calls, events } = await clientWith(sessionEndingIn(seconds), answerOf.fresh);
    const used = client.auth.getSession();
    await vi.advanceTimersByTimeAsync(0);
    expect((await used).data.session?.expires_at).toBe(START / 1000 + (refreshes === 1 ? 7200 : seconds));
    expect(calls.filter(({ path }) => path.endsWith('/token'))).toHaveLength(refreshes);
    expect(events.includes('TOKEN_REFRESHED')).toBe(refreshes === 1);
  });

  test('tokens are asked for again after 200, 400, 800 ms … while the server is busy, and the session stays', async () => {
    const { client, jar, calls } = await clientWith(sessionEndingIn(3600), answerOf.busy);
    calls.length = 0;
    const refreshed = client.auth.refreshSession();
    const startMs = Date.now() - START;
    await vi.advanceTimersByTimeAsync(60_000);
    await refreshed;
    const waits = calls.map(({ atMs }) => atMs - startMs).slice(0, 5);
    expect(waits).toEqual([0, 200, 600, 1400, 3000]);
    expect([...jar.keys()]).toEqual([SESSION_KEY]);
  });

  test('a refresh that is refused for good removes the session, and a signed-out event follows', async () => {
    const { client, jar, events } = await clientWith(sessionEndingIn(-10), answerOf.refused);
    const refreshed = client.auth.refreshSession();
    await vi.advanceTimersByTimeAsync(1_000);
    await refreshed;
    expect([...jar.keys()]).toEqual([]);
    expect(events).toContain('SIGNED_OUT');
  });

  test('the assurance level is looked at 100 ms after signing in', async () => {
    const time = createClock();
    const factors = [{ id: 'f1', factor_type: 'totp', status: 'verified', friendly_name: 'Phone' }];
    const session = { ...sessionEndingIn(3600), user: { ...sessionEndingIn(3600).user, factors } };
    const client = { auth: { signInWithPassword: () => Promise.resolve({ data: { user: session.user, session }, error: null }) } };
    const service = {
      client: () => Promise.resolve(client),
      keepDatabasesOf: () => Promise.resolve(),
      clock: { setTimeout: (run: () => void, ms: number) => time.setTimeout(run, ms) },
    } as unknown as SessionService;
    let answer: unknown = 'not yet';
    void signIn(service, { email: 'ann@kontor.example', password: 'x' }).then((result) => (answer = result));
    expect(MFA_CHECK_AFTER_MS).toBe(100);
    await time.tickAsync(99);
    expect(answer).toBe('not yet');
    await time.tickAsync(1);
    expect(answer).toEqual({ pendingFactors: [{ id: 'f1', type: 'totp', name: 'Phone' }] });
  });

  const stored = { ...sessionEndingIn(3600) } as StoredSession;
  const signedIn = nextSession(INITIAL_STATE, { type: 'restored', stored });
  test.each<[AuthEventName, StoredSession | null, string]>([
    ['INITIAL_SESSION', stored, 'signed_in'],
    ['SIGNED_IN', stored, 'signed_in'],
    ['TOKEN_REFRESHED', stored, 'signed_in'],
    ['USER_UPDATED', stored, 'signed_in'],
    ['PASSWORD_RECOVERY', stored, 'signed_in'],
    ['MFA_CHALLENGE_VERIFIED', stored, 'signed_in'],
    ['SIGNED_OUT', null, 'signed_out'],
  ])('the event %s leaves the person %s', (name, session, status) => {
    const next = nextSession(signedIn, { type: 'auth', name, session, stored: session });
    expect(next.status).toBe(status);
    expect('isRecovery' in next && next.isRecovery).toBe(name === 'PASSWORD_RECOVERY');
  });
});

describe('a tab that another tab has signed out', () => {
  function leftAs(reason: 'other_tab' | 'signed_out', page: string | undefined): string[] {
    const gone: string[] = [];
    let tell: () => void = () => undefined;
    const snapshot: Session = { status: 'signed_out', reason, isReady: true };
    const session = { getSnapshot: () => snapshot, subscribe: (run: () => void) => ((tell = run), () => undefined) };
    guardForcedClose({ session, page: () => page, leave: (to) => void gone.push(to) });
    tell();
    return gone;
  }

  test('goes to the configured page, and to sign-in when there is none', () => {
    expect(leftAs('other_tab', '/bye.html')).toEqual(['/bye.html']);
    expect(leftAs('other_tab', 'https://www.example.com/bye')).toEqual(['https://www.example.com/bye']);
    expect(leftAs('other_tab', undefined)).toEqual([]);
  });

  test('goes nowhere that is not a page, and the tab that signed out itself stays', () => {
    for (const bad of ['javascript:alert(1)', '//evil.example', '/\\evil.example', 'http://plain.example'])
      expect(leftAs('other_tab', bad)).toEqual([]);
    expect(leftAs('signed_out', '/bye.html')).toEqual([]);
  });
});

describe('a session that was ended on another device', () => {
  let time: FakeClock;
  beforeEach(() => void (time = createClock()));
  const person = { id: 'ann', email: 'ann@kontor.example', displayName: '', avatarPath: '', mutedNotices: [] };

  async function checked(answer: Answer, { isOnline = true } = {}) {
    const { client, jar, calls } = await clientWith(sessionEndingIn(3600), answer);
    calls.length = 0;
    const snapshot: Session = { status: 'signed_in', user: person, isRecovery: false, isReady: true };
    let comeBack: () => void = () => undefined;
    startSessionCheck({
      session: { getSnapshot: () => snapshot, subscribe: () => () => undefined },
      client: () => Promise.resolve(client),
      clock: {
        now: () => new Date(time.now),
        nowMs: () => time.now,
        monotonicMs: () => time.now,
        setTimeout: (run, ms) => time.setTimeout(run, ms) as unknown as TimerId,
        clearTimeout: (id) => time.clearTimeout(id as unknown as number),
      },
      readStored: () => readStoredSession(jar),
      isOnline: () => isOnline,
      isVisible: () => true,
      onReturn: (listener) => void (comeBack = listener),
    });
    const pass = async (ms: number) => {
      await time.tickAsync(ms);
      await vi.advanceTimersByTimeAsync(1_000);
    };
    return { jar, calls, pass, comeBack: () => comeBack() };
  }
  const paths = (calls: { path: string }[]) => calls.map(({ path }) => path.replace('/auth/v1', ''));

  test('is noticed soon after the start, although the token is still good', async () => {
    const { jar, pass } = await checked(answerOf.unknown_session);
    await pass(FIRST_CHECK_MS - 1);
    expect(jar.size).toBe(1);
    await pass(1);
    expect(jar.size).toBe(0);
  });

  test('is asked about from time to time and on return, but not again at once', async () => {
    const { calls, pass, comeBack } = await checked(() => Response.json(sessionEndingIn(3600).user));
    await pass(FIRST_CHECK_MS + SESSION_CHECK_EVERY_MS);
    expect(paths(calls)).toEqual(['/user', '/user']);
    comeBack();
    await pass(0);
    expect(calls).toHaveLength(2);
    await pass(30_000);
    comeBack();
    await pass(0);
    expect(calls).toHaveLength(3);
  });

  test('without a connection nobody is asked, and a busy server ends nothing', async () => {
    const offline = await checked(answerOf.unknown_session, { isOnline: false });
    await offline.pass(FIRST_CHECK_MS);
    expect([offline.calls.length, offline.jar.size]).toEqual([0, 1]);
    const busy = await checked(answerOf.busy);
    await busy.pass(FIRST_CHECK_MS);
    expect(busy.jar.size).toBe(1);
  });

  test('a person who was changed elsewhere is taken over', async () => {
    const renamed = { ...sessionEndingIn(3600).user, user_metadata: { display_name: 'Ann B.' } };
    const { calls, pass } = await checked(() => Response.json(renamed));
    await pass(FIRST_CHECK_MS);
    expect(paths(calls)).toEqual(['/user', '/token']);
  });
});
