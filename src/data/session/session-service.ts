import { AppError } from '#domain/errors.ts';
import { authAnswer, authOf } from './auth-call.ts';
import { hasUnsyncedWork, losesMore, NOTHING_UNSYNCED, type UnsyncedWork } from './unsynced-work.ts';
import type { openTabChannel } from '#data/tabs/tab-messages.ts';
import { SESSION_CHANNEL } from '#data/tabs/tab-messages.ts';
import { type Clock, sleep, type TimerId } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { SupabaseClient } from '#platform/supabase/client.ts';
import type { StoredSession } from '#platform/supabase/stored-session.ts';
import { type AuthEventName, INITIAL_STATE, nextSession, type SessionEvent, type SessionState } from './session-state.ts';

/** Spec §9: the auth-ready flag is set 50 ms after an auth event and at the latest 100 ms after the start. */
export const READY_AFTER_EVENT_MS = 50;
export const READY_AT_LATEST_MS = 100;
const CLIENT_RETRY_MS = 5_000;
/** The other tabs hear of a sign-out and close their databases; deleting earlier would only make them complain. */
const OTHER_TABS_CLOSE_MS = 100;

/** `isReady` says that the state has settled: until then nothing redirects to sign-in. */
export type Session = SessionState & { readonly isReady: boolean };
export type SignOutResult = { readonly signedOut: true } | { readonly signedOut: false; readonly unsynced: UnsyncedWork };

/** `email` is `''` when this device no longer knows it. */
export type LeftBehind = { readonly userId: string; readonly email: string; readonly unsynced: UnsyncedWork };
/** Spec §5: this device, all devices, or all but this one. */
export type SignOutScope = 'local' | 'global' | 'others';

/** Everything outside: browser, client, databases. */
export type SessionParts = {
  clock: Clock;
  log: Log;
  client: () => Promise<SupabaseClient>;
  /** Resolves when the client may load although nobody asks for it. */
  afterFirstPage(): Promise<void>;
  readStored(): StoredSession | null;
  removeStored(): void;
  openChannel: typeof openTabChannel;
  unsyncedWorkOf(userId: string): Promise<UnsyncedWork>;
  usersOnDevice(): Promise<string[]>;
  emailOnDevice(userId: string): string;
  /** Closes this tab's databases of the user. */
  closeDatabases(userId: string): Promise<void>;
  /** Gives back the numbers of invoices that the user's databases have along; false where some could not be. */
  giveBackNumbers(userId: string): Promise<boolean>;
  markWipe(userId: string): void;
  takeBackWipe(userId: string): Promise<void>;
  finishWipes(): Promise<boolean>;
  clearStorage(): void;
};

export type SessionService = ReturnType<typeof createSessionService>;

/** The one session of this tab: opens from the stored user at once and lets the client refresh in the background. */
export function createSessionService(parts: SessionParts) {
  const { clock } = parts;
  let state: Session = { ...INITIAL_STATE, isReady: false };
  const listeners = new Set<() => void>();
  let readyTimer: TimerId | undefined;
  let started: Promise<void> | undefined;
  /** The session that the server ended here while a person has still to say whether this device may be emptied. */
  let ended: string | undefined;

  const publish = (next: Session) => {
    if (same(state, next)) return;
    state = next;
    for (const listener of listeners) listener();
  };
  const dispatch = (event: SessionEvent) => publish({ ...nextSession(state, event), isReady: state.isReady });
  const readyIn = (ms: number) => {
    if (state.isReady || (readyTimer !== undefined && ms === READY_AT_LATEST_MS)) return;
    if (readyTimer !== undefined) clock.clearTimeout(readyTimer);
    readyTimer = clock.setTimeout(() => publish({ ...state, isReady: true }), ms);
  };

  const channel = parts.openChannel(SESSION_CHANNEL, { onLogout: () => void leaveWithOthers() });

  async function leaveWithOthers() {
    const userId = currentUserId();
    dispatch({ type: 'signed_out_elsewhere' });
    if (userId) await parts.closeDatabases(userId);
  }
  async function restore(): Promise<void> {
    await parts.finishWipes();
    dispatch({ type: 'restored', stored: parts.readStored() });
    readyIn(READY_AT_LATEST_MS);
    void parts.afterFirstPage().then(keepConnecting);
  }

  const currentUserId = () => ('user' in state ? state.user.id : null);

  let connected: Promise<SupabaseClient> | undefined;
  /** The client, whose word about the session is heard from the moment somebody first asks for it. */
  function client(): Promise<SupabaseClient> {
    connected ??= connect().catch((error: unknown) => {
      connected = undefined;
      throw error;
    });
    return connected;
  }
  async function connect(): Promise<SupabaseClient> {
    const made = await parts.client();
    made.auth.onAuthStateChange((name, session) => {
      dispatch({ type: 'auth', name: name as AuthEventName, session: session as StoredSession | null, stored: parts.readStored() });
      readyIn(READY_AFTER_EVENT_MS);
    });
    return made;
  }
  async function keepConnecting(): Promise<void> {
    try {
      await client();
    } catch (error) {
      parts.log.warn('session.client_unavailable', { error });
      clock.setTimeout(() => void keepConnecting(), CLIENT_RETRY_MS);
    }
  }

  return {
    getSnapshot: (): Session => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Finishes what an earlier sign-out could not wipe, then restores the stored user. Await it before the first render; it never waits for the network. */
    start(): Promise<void> {
      started ??= restore();
      return started;
    },
    client,
    clock,
    dispatch,
    currentUserId,
    /** What a sign-out would lose on this device. */
    unsyncedWork(): Promise<UnsyncedWork> {
      const userId = currentUserId();
      return userId ? parts.unsyncedWorkOf(userId) : Promise.resolve(NOTHING_UNSYNCED);
    },
    /**
     * Signs this device out, with or without a connection, and wipes this user's local databases. With unsynced work it does
     * nothing and says what would be lost, unless `evenIfUnsynced` (no more than what it names): losing work is a person's decision, and so is leaving numbers of invoices
     * away that nobody could use any more. `global` ends every session of
     * the person first; that needs a connection, and fails without touching anything when there is none.
     */
    async signOut({ evenIfUnsynced = false, scope = 'local' }: SignOutOptions = {}): Promise<SignOutResult> {
      const userId = currentUserId();
      if (!userId) return { signedOut: true };
      if (!evenIfUnsynced) {
        const unsynced = await parts.unsyncedWorkOf(userId);
        if (hasUnsyncedWork(unsynced)) return { signedOut: false, unsynced };
        if (unsynced.numbers > 0 && !(await parts.giveBackNumbers(userId))) return { signedOut: false, unsynced };
      } else await parts.giveBackNumbers(userId);
      // Giving back takes its time, and a dialog stands open: what another tab wrote meanwhile was named to nobody.
      const told = typeof evenIfUnsynced === 'object' ? evenIfUnsynced : NOTHING_UNSYNCED;
      const unnamed = async (): Promise<UnsyncedWork | null> => {
        const unsynced = evenIfUnsynced === true ? NOTHING_UNSYNCED : await parts.unsyncedWorkOf(userId);
        return losesMore(unsynced, told) ? unsynced : null;
      };
      const before = await unnamed();
      if (before) return { signedOut: false, unsynced: before };
      const stored = parts.readStored();
      if (scope === 'global' && (!stored || stored.refresh_token !== ended)) {
        await endSessions(parts, 'global');
        ended = parts.readStored()?.refresh_token;
        // So does a slow line. The sessions are over by now: asked again, only this device is left to do; left so, its work waits for its user (SYNC-73).
        const meanwhile = await unnamed();
        if (meanwhile) return { signedOut: false, unsynced: meanwhile };
      }
      parts.markWipe(userId);
      parts.removeStored();
      dispatch({ type: 'signed_out_here' });
      channel.send({ type: 'logout', timestamp: clock.nowMs() });
      if (scope !== 'global') void revoke(parts, stored);
      parts.clearStorage();
      await parts.closeDatabases(userId);
      await sleep(clock, OTHER_TABS_CLOSE_MS);
      await parts.finishWipes();
      return { signedOut: true };
    },
    /** Ends the person's sessions on all other devices; needs a connection. */
    signOutOthers: (): Promise<void> => endSessions(parts, 'others'),
    /**
     * Back to sign-in before the second factor was given. Whoever knows only the password must not be able to delete what is on the
     * device: nothing is wiped, the sign-in page says whose data it is.
     */
    async stepBack(): Promise<void> {
      const userId = currentUserId();
      const stored = parts.readStored();
      parts.removeStored();
      dispatch({ type: 'signed_out_here' });
      channel.send({ type: 'logout', timestamp: clock.nowMs() });
      void revoke(parts, stored);
      if (userId) await parts.closeDatabases(userId);
    },
    /** Users whose session ended without a sign-out and whose data is still on this device: it waits for them, or for a person to remove it. */
    async leftBehind(): Promise<LeftBehind[]> {
      const here = currentUserId();
      const users = (await parts.usersOnDevice()).filter((userId) => userId !== here);
      return Promise.all(
        users.map(async (userId) => ({ userId, email: parts.emailOnDevice(userId), unsynced: await parts.unsyncedWorkOf(userId) })),
      );
    },
    /** Deletes what a user left behind. Only ever a person's act. */
    async discardLeftBehind(userId: string): Promise<boolean> {
      if (userId === currentUserId()) return false;
      parts.markWipe(userId);
      return parts.finishWipes();
    },
    /**
     * A sign-in takes back a wipe that was still waiting: the data on the device is this person's again. Before anything of theirs is opened, in whichever tab:
     * what is opened earlier may be deleted under what was written since.
     */
    async keepDatabasesOf(userId: string): Promise<void> {
      if (parts.readStored()?.user.id === userId) await parts.takeBackWipe(userId);
    },
    stop(): void {
      channel.close();
      if (readyTimer !== undefined) clock.clearTimeout(readyTimer);
    },
  };
}

type SignOutOptions = { evenIfUnsynced?: boolean | UnsyncedWork; scope?: Exclude<SignOutScope, 'others'> };

async function endSessions(parts: SessionParts, scope: SignOutScope): Promise<void> {
  const auth = await authOf(parts);
  const { session } = await authAnswer(auth.getSession());
  if (!session) throw new AppError(parts.readStored() ? 'offline' : 'not_signed_in');
  await authAnswer(auth.admin.signOut(session.access_token, scope));
}

/**
 * Best effort: the server forgets the session. The client itself is not asked to sign out: with the cookies gone it has no session any more,
 * and its own way may wait for the network and then clear what the next sign-in has begun.
 */
async function revoke({ client, log }: SessionParts, stored: StoredSession | null): Promise<void> {
  if (!stored) return;
  try {
    const { error } = await (await client()).auth.admin.signOut(stored.access_token, 'local');
    if (error) throw error;
  } catch (error) {
    log.error('session.sign_out_failed', { error });
  }
}

function same(a: Session, b: Session): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
