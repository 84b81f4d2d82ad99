import { createClock, type Clock as FakeClock } from '@sinonjs/fake-timers';
import { beforeEach, expect, test } from 'vitest';
import type { LogoutMessage, TabListeners } from '#data/tabs/tab-messages.ts';
import type { TimerId } from '#platform/clock/clock.ts';
import { createLog } from '#platform/log/log.ts';
import type { SupabaseClient } from '#platform/supabase/client.ts';
import type { StoredSession } from '#platform/supabase/stored-session.ts';
import { createSessionService, type SessionParts, type SessionService } from './session-service.ts';
import { NOTHING_UNSYNCED, type UnsyncedWork } from './unsynced-work.ts';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const EXPIRED: StoredSession = {
  access_token: `${part({})}.${part({ aal: 'aal1', exp: 1 })}.s`,
  refresh_token: 'r',
  expires_at: 1,
  user: { id: 'u1', email: 'ann@kontor.example' },
};

let time: FakeClock;
let cookies: StoredSession | null;
let done: string[];
let tabs: { listeners: TabListeners; sent: LogoutMessage[] }[];
beforeEach(() => {
  time = createClock();
  [cookies, done, tabs] = [EXPIRED, [], []];
});

/** A tab of a browser whose network is dead: the client never comes up. */
function tab(changes: Partial<SessionParts> = {}): SessionService {
  const did = (what: string) => void done.push(what);
  return createSessionService({
    clock: {
      now: () => new Date(time.now),
      nowMs: () => time.now,
      monotonicMs: () => time.now,
      setTimeout: (run, ms) => time.setTimeout(run, ms) as unknown as TimerId,
      clearTimeout: (id) => time.clearTimeout(id as unknown as number),
    },
    log: createLog(() => undefined),
    client: () => new Promise<SupabaseClient>(() => undefined),
    afterFirstPage: () => Promise.resolve(),
    readStored: () => cookies,
    removeStored: () => {
      cookies = null;
      did('cookies removed');
    },
    openChannel: (_name, listeners) => {
      const mine = { listeners, sent: [] as LogoutMessage[] };
      tabs.push(mine);
      return {
        send: (message) => {
          mine.sent.push(message as LogoutMessage);
          for (const other of tabs) if (other !== mine) other.listeners.onLogout?.(message as LogoutMessage);
        },
        close: () => undefined,
      };
    },
    unsyncedWorkOf: () => Promise.resolve(NOTHING_UNSYNCED),
    giveBackNumbers: () => Promise.resolve(true),
    usersOnDevice: () => Promise.resolve(['u1']),
    emailOnDevice: (userId) => `${userId}@kontor.example`,
    closeDatabases: (userId) => Promise.resolve(did(`closed ${userId}`)),
    markWipe: (userId) => did(`marked ${userId}`),
    takeBackWipe: (userId) => Promise.resolve(did(`taken back ${userId}`)),
    finishWipes: () => Promise.resolve(did('wiped')).then(() => true),
    clearStorage: () => did('storage cleared'),
    ...changes,
  });
}

async function signedOut(session: SessionService, options = {}) {
  const outcome = session.signOut(options);
  await time.tickAsync(100);
  return outcome;
}

test('[SYNC-70] with an expired token and no network the app opens on the stored user, after finishing an earlier wipe', async () => {
  const session = tab();
  await session.start();
  expect(session.getSnapshot()).toMatchObject({ status: 'signed_in', user: { id: 'u1' } });
  expect([done, time.now]).toEqual([['wiped'], 0]);
});

test('[SYNC-72] a wipe is taken back for who is signed in alone', async () => {
  const session = tab();
  await session.keepDatabasesOf('u2');
  expect(done).toEqual([]);
  await session.keepDatabasesOf('u1');
  expect(done).toEqual(['taken back u1']);
});

test('the client loads once the first page stands, or as soon as somebody asks for it, and its word is heard from then on', async () => {
  const firstPage = Promise.withResolvers<void>();
  const listening: number[] = [];
  let asked = 0;
  const client = { auth: { onAuthStateChange: () => void listening.push(asked) } } as unknown as SupabaseClient;
  const parts = { afterFirstPage: () => firstPage.promise, client: () => Promise.resolve(((asked += 1), client)) };
  const waiting = tab(parts);
  await waiting.start();
  await time.tickAsync(60_000);
  expect([asked, listening]).toEqual([0, []]);
  firstPage.resolve();
  await time.tickAsync(0);
  expect([asked, listening]).toEqual([1, [1]]);
  const inHaste = tab({ ...parts, afterFirstPage: () => new Promise(() => undefined) });
  await inHaste.start();
  expect([await inHaste.client(), await inHaste.client()]).toEqual([client, client]);
  expect([asked, listening]).toEqual([2, [1, 2]]);
});

test('the ready flag is set 100 ms after the start at the latest', async () => {
  const session = tab();
  await session.start();
  await time.tickAsync(99);
  expect(session.getSnapshot().isReady).toBe(false);
  await time.tickAsync(1);
  expect(session.getSnapshot().isReady).toBe(true);
});

test('the ready flag is set 50 ms after an auth event', async () => {
  let emit: (name: string, session: unknown) => void = () => undefined;
  const client = { auth: { onAuthStateChange: (listener: typeof emit) => void (emit = listener) } } as unknown as SupabaseClient;
  const session = tab({ client: () => Promise.resolve(client) });
  await session.start();
  await time.tickAsync(10);
  emit('INITIAL_SESSION', null);
  expect(session.getSnapshot().status).toBe('signed_in'); // the client's "no session" is not believed while the cookies are there
  await time.tickAsync(49);
  expect(session.getSnapshot().isReady).toBe(false);
  await time.tickAsync(1);
  expect(session.getSnapshot().isReady).toBe(true);
});

test('[SYNC-71] signing out needs no network: tokens go first, then storage, then the databases', async () => {
  const session = tab();
  await session.start();
  expect(await signedOut(session)).toEqual({ signedOut: true });
  expect(session.getSnapshot()).toMatchObject({ status: 'signed_out', reason: 'signed_out' });
  expect(done.slice(1)).toEqual(['marked u1', 'cookies removed', 'storage cleared', 'closed u1', 'wiped']);
});

test('[SYNC-71] with unsynced work signing out does nothing but name what would be lost, until a person decides', async () => {
  const unsynced = { ...NOTHING_UNSYNCED, changes: 3, receipts: 2, issues: 1 };
  const session = tab({ unsyncedWorkOf: () => Promise.resolve(unsynced) });
  await session.start();
  expect(await session.signOut()).toEqual({ signedOut: false, unsynced });
  expect([session.getSnapshot().status, done]).toEqual(['signed_in', ['wiped']]);
  expect(await signedOut(session, { evenIfUnsynced: true })).toEqual({ signedOut: true });
});

test('[SYNC-71] what another tab wrote while the question stood open, or numbers went back, was named to nobody: it is asked again', async () => {
  const told = { ...NOTHING_UNSYNCED, changes: 1, numbers: 1, things: ['a'] };
  let now: UnsyncedWork = told;
  const giveBackNumbers = () => {
    now = { ...now, drafts: 1, things: [...new Set([...now.things, 'b'])] };
    return Promise.resolve(true);
  };
  const session = tab({ unsyncedWorkOf: () => Promise.resolve(now), giveBackNumbers });
  await session.start();
  expect(await signedOut(session, { evenIfUnsynced: told })).toEqual({ signedOut: false, unsynced: now });
  // One was sent, another one written: as many, but not what was named.
  now = { ...told, changes: 0 };
  expect(await signedOut(session, { evenIfUnsynced: { ...told, things: ['c'] } })).toEqual({ signedOut: false, unsynced: now });
  now = { ...NOTHING_UNSYNCED, numbers: 1 };
  expect(await signedOut(session)).toEqual({ signedOut: false, unsynced: { ...NOTHING_UNSYNCED, numbers: 1, drafts: 1, things: ['b'] } });
  expect([session.getSnapshot().status, done]).toEqual(['signed_in', ['wiped']]);
  // What was sent meanwhile is no reason to ask again.
  expect(await signedOut(session, { evenIfUnsynced: { ...told, drafts: 1, things: ['a', 'b'] } })).toEqual({ signedOut: true });
});

test('[SYNC-84] numbers that were taken along go back before a sign-out; where they can’t, a person decides', async () => {
  const unsynced = { ...NOTHING_UNSYNCED, numbers: 3 };
  let isReached = false;
  const giveBackNumbers = () => {
    done.push('numbers given back');
    return Promise.resolve(isReached);
  };
  const session = tab({ unsyncedWorkOf: () => Promise.resolve(unsynced), giveBackNumbers });
  await session.start();
  expect(await session.signOut()).toEqual({ signedOut: false, unsynced });
  expect([session.getSnapshot().status, done]).toEqual(['signed_in', ['wiped', 'numbers given back']]);
  isReached = true;
  expect(await signedOut(session)).toEqual({ signedOut: true });
  expect(done.slice(2, 4)).toEqual(['numbers given back', 'marked u1']);
});

test('[SYNC-84] who signs out in spite of what is only here leaves no number away that could go back', async () => {
  const giveBackNumbers = () => {
    done.push('numbers given back');
    return Promise.resolve(false);
  };
  const unsynced = { ...NOTHING_UNSYNCED, changes: 1, numbers: 3 };
  const session = tab({ unsyncedWorkOf: () => Promise.resolve(unsynced), giveBackNumbers });
  await session.start();
  expect(await session.signOut()).toEqual({ signedOut: false, unsynced });
  expect(await signedOut(session, { evenIfUnsynced: true })).toEqual({ signedOut: true });
  expect(done.slice(1, 3)).toEqual(['numbers given back', 'marked u1']);
});

test('a sign-out reaches the other tabs as a logout message with its time; they close their databases and wipe nothing themselves', async () => {
  const [here, there] = [tab(), tab()];
  await Promise.all([here.start(), there.start()]);
  await time.tickAsync(1234);
  done = [];
  await signedOut(here);
  expect(tabs[0]?.sent).toEqual([{ type: 'logout', timestamp: 1234 }]);
  expect(there.getSnapshot()).toMatchObject({ status: 'signed_out', reason: 'other_tab' });
  expect(done.filter((what) => what === 'closed u1')).toHaveLength(2);
  expect(done.filter((what) => what.startsWith('marked'))).toHaveLength(1);
});

test('[SYNC-73] a session that the server ended keeps the work on the device and says whose it is', async () => {
  let emit: (name: string, session: unknown) => void = () => undefined;
  const client = { auth: { onAuthStateChange: (listener: typeof emit) => void (emit = listener) } } as unknown as SupabaseClient;
  const unsynced = { ...NOTHING_UNSYNCED, changes: 1 };
  const session = tab({ client: () => Promise.resolve(client), unsyncedWorkOf: () => Promise.resolve(unsynced) });
  await session.start();
  await time.tickAsync(10);
  cookies = null;
  emit('SIGNED_OUT', null);
  expect(session.getSnapshot()).toMatchObject({ status: 'signed_out', reason: 'expired' });
  expect(done).toEqual(['wiped']); // the one at the start
  expect(await session.leftBehind()).toEqual([{ userId: 'u1', email: 'u1@kontor.example', unsynced }]);
});

test('who leaves before the second factor deletes nothing: knowing the password is not enough for that', async () => {
  const session = tab();
  await session.start();
  done = [];
  await session.stepBack();
  expect(done).toEqual(['cookies removed', 'closed u1']);
  expect(session.getSnapshot()).toMatchObject({ status: 'signed_out', reason: 'signed_out' });
  expect(await session.leftBehind()).toEqual([{ userId: 'u1', email: 'u1@kontor.example', unsynced: NOTHING_UNSYNCED }]);
});

test('signing out everywhere fails without a connection, and then nothing here has changed', async () => {
  const session = tab({ client: () => Promise.reject(new TypeError('Failed to fetch')) });
  await session.start();
  await expect(session.signOut({ scope: 'global' })).rejects.toMatchObject({ code: 'offline' });
  expect([session.getSnapshot().status, done]).toEqual(['signed_in', ['wiped']]);
});

test.each(['global', 'others'] as const)('the sign-out scope "%s" is asked of the server', async (scope) => {
  const asked: string[] = [];
  const auth = {
    onAuthStateChange: () => undefined,
    getSession: () => Promise.resolve({ data: { session: EXPIRED }, error: null }),
    admin: { signOut: (_token: string, which: string) => Promise.resolve({ data: asked.push(which), error: null }) },
  };
  const session = tab({ client: () => Promise.resolve({ auth } as unknown as SupabaseClient) });
  await session.start();
  if (scope === 'others') await session.signOutOthers();
  else await signedOut(session, { scope });
  expect([asked, session.getSnapshot().status]).toEqual([[scope], scope === 'others' ? 'signed_in' : 'signed_out']);
});

test('[SYNC-71] what another tab wrote while the sessions of all devices were ended is asked about too, and then only this device is left to do', async () => {
  const asked: string[] = [];
  let now: UnsyncedWork = NOTHING_UNSYNCED;
  const late: UnsyncedWork = { ...NOTHING_UNSYNCED, changes: 1, things: ['late'] };
  const auth = {
    onAuthStateChange: () => undefined,
    getSession: () => Promise.resolve({ data: { session: EXPIRED }, error: null }),
    admin: {
      signOut(_token: string, which: string) {
        now = late;
        return Promise.resolve({ data: asked.push(which), error: null });
      },
    },
  };
  const session = tab({ client: () => Promise.resolve({ auth } as unknown as SupabaseClient), unsyncedWorkOf: () => Promise.resolve(now) });
  await session.start();
  expect(await signedOut(session, { scope: 'global' })).toEqual({ signedOut: false, unsynced: late });
  expect([session.getSnapshot().status, done, asked]).toEqual(['signed_in', ['wiped'], ['global']]);
  expect(await signedOut(session, { scope: 'global', evenIfUnsynced: late })).toEqual({ signedOut: true });
  // Of a later session nothing has been ended yet.
  cookies = { ...EXPIRED, refresh_token: 'r2' };
  const next = tab({ client: () => Promise.resolve({ auth } as unknown as SupabaseClient), unsyncedWorkOf: () => Promise.resolve(now) });
  await next.start();
  await signedOut(next, { scope: 'global', evenIfUnsynced: late });
  expect(asked).toEqual(['global', 'global']);
});
