import type { Clock, TimerId } from '#platform/clock/clock.ts';
import type { SupabaseClient } from '#platform/supabase/client.ts';
import type { StoredSession } from '#platform/supabase/stored-session.ts';
import type { SessionService } from './session-service.ts';

/** An access token is good for an hour; a session that was ended elsewhere is noticed within this time while the tab is in front. */
export const SESSION_CHECK_EVERY_MS = 5 * 60_000;
/** After the start, when nothing else wants the line. */
export const FIRST_CHECK_MS = 5_000;
const AT_MOST_EVERY_MS = 20_000;

type Parts = {
  readonly session: Pick<SessionService, 'getSnapshot' | 'subscribe'>;
  readonly client: () => Promise<SupabaseClient>;
  readonly clock: Clock;
  readonly readStored: () => StoredSession | null;
  readonly isOnline: () => boolean;
  readonly isVisible: () => boolean;
  /** Calls back on reconnect and when the tab comes to the front. */
  readonly onReturn: (listener: () => void) => void;
};

/**
 * Asks the server whether this session still lives: at first, on return, and from time to time. "Sign out everywhere" on another device
 * then reaches this one, although its token has not expired: the client removes a session the server does not know. What changed about
 * the person elsewhere (name, address, second factor) is taken over.
 */
export function startSessionCheck(parts: Parts): void {
  const { session, clock } = parts;
  let timer: TimerId | undefined;
  let lastMs = Number.NEGATIVE_INFINITY;
  const schedule = (ms: number) => {
    if (timer !== undefined) clock.clearTimeout(timer);
    timer = 'user' in session.getSnapshot() ? clock.setTimeout(check, ms) : undefined;
  };
  const check = () => {
    schedule(SESSION_CHECK_EVERY_MS);
    if (!('user' in session.getSnapshot()) || !parts.isOnline() || !parts.isVisible()) return;
    if (clock.monotonicMs() - lastMs < AT_MOST_EVERY_MS) return;
    lastMs = clock.monotonicMs();
    askServer(parts).catch(() => undefined); // without an answer nothing is known, and nothing changes
  };
  parts.onReturn(check);
  session.subscribe(() => {
    const isHere = 'user' in session.getSnapshot();
    if (isHere !== (timer !== undefined)) schedule(FIRST_CHECK_MS);
  });
  schedule(FIRST_CHECK_MS);
}

async function askServer({ client, readStored }: Parts): Promise<void> {
  const { auth } = await client();
  const { data } = await auth.getUser();
  const stored = readStored();
  if (data.user && stored?.user.id === data.user.id && personOf(stored.user) !== personOf(data.user as StoredSession['user']))
    await auth.refreshSession();
}

function personOf({ email, user_metadata: metadata, factors }: StoredSession['user']): string {
  const verified = (factors ?? []).filter(({ status }) => status === 'verified').map(({ id }) => id);
  const named = Object.entries(metadata ?? {}).filter(([key]) => !SET_BY_SERVER.has(key));
  return JSON.stringify([email, named.toSorted(([a], [b]) => (a < b ? -1 : 1)), verified.toSorted()]);
}

/** The service states these in the metadata itself. */
const SET_BY_SERVER: ReadonlySet<string> = new Set(['sub', 'email', 'email_verified', 'phone_verified']);
