import type { SessionService } from '#data/session/session-service.ts';
import { requestError } from '#data/session/request-error.ts';
import type { AppError } from '#domain/errors.ts';
import type { PendingInvite } from '#domain/invites/invite.ts';
import type { Clock, TimerId } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';

/** After a sign-in the page waits this long for the answer, to lead to an invitation at once; nobody waits longer for it. */
export const INVITE_PATIENCE_MS = 2_000;

/** The invitations that wait for the signed-in person. */
export type InviteCheck = {
  readonly status: 'unknown' | 'checking' | 'ready' | 'failed';
  readonly invites: readonly PendingInvite[];
  /** Right after a sign-in: where it leads is still open. */
  readonly isDeciding: boolean;
  /** The person has just signed in and has not been led to the invitations yet. */
  readonly isNews: boolean;
  /** Why they are not known; never a reason to keep anybody out. */
  readonly error: AppError | null;
};

type Parts = {
  readonly session: Pick<SessionService, 'getSnapshot' | 'subscribe'>;
  readonly fetchInvites: () => Promise<readonly PendingInvite[]>;
  /** Resolves when a question may be asked that nobody waits for. */
  readonly afterFirstPage: () => Promise<void>;
  readonly isOnline: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
};

const NOTHING_KNOWN: InviteCheck = { status: 'unknown', invites: [], isDeciding: false, isNews: false, error: null };

/** Follows the session and asks for invitations after every sign-in and start. A failure is noted and the person goes on (spec §8). */
export function createInviteCheck({ session, fetchInvites, afterFirstPage, isOnline, clock, log }: Parts) {
  let state = NOTHING_KNOWN;
  let userId: string | null = null;
  let wasHere = session.getSnapshot().status;
  let patience: TimerId | undefined;
  const listeners = new Set<() => void>();
  const publish = (next: InviteCheck) => {
    state = next;
    for (const listener of listeners) listener();
  };

  function follow(): void {
    const snapshot = session.getSnapshot();
    const hasSignedIn = wasHere === 'signed_out' || wasHere === 'pending_second_factor';
    wasHere = snapshot.status;
    const now = snapshot.status === 'signed_in' ? snapshot.user.id : null;
    if (now === userId) return;
    userId = now;
    stopWaiting();
    publish(NOTHING_KNOWN);
    if (!now) return;
    if (hasSignedIn) void check({ hasSignedIn });
    else void afterFirstPage().then(() => check());
  }

  function stopWaiting(): void {
    if (patience !== undefined) clock.clearTimeout(patience);
    patience = undefined;
  }

  async function check({ hasSignedIn = false } = {}): Promise<void> {
    const asked = userId;
    if (!asked || !isOnline()) return;
    publish({ ...state, status: 'checking', isDeciding: hasSignedIn, isNews: state.isNews || hasSignedIn });
    if (hasSignedIn) patience = clock.setTimeout(() => publish({ ...state, isDeciding: false }), INVITE_PATIENCE_MS);
    try {
      const invites = await fetchInvites();
      if (asked === userId) publish({ ...state, status: 'ready', invites, isDeciding: false, error: null });
    } catch (cause) {
      if (asked !== userId) return;
      log.warn('people.invite_check_failed', { error: cause });
      publish({ ...state, status: 'failed', isDeciding: false, isNews: false, error: requestError(cause) });
    } finally {
      if (asked === userId) stopWaiting();
    }
  }

  session.subscribe(follow);
  follow();
  return {
    getSnapshot: () => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Asks again; offline what was known stays. */
    refresh: (): Promise<void> => check(),
    /** The person has seen the invitations: from now on they go where they like. */
    seen(): void {
      if (state.isNews) publish({ ...state, isNews: false });
    },
    /** Takes an answered invitation off the list. */
    drop(inviteId: string): void {
      publish({ ...state, invites: state.invites.filter(({ id }) => id !== inviteId) });
    },
  };
}
