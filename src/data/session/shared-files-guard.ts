import type { KeyValueStore } from '#platform/storage/web-storage.ts';
import type { SessionService } from './session-service.ts';

/** Begins with `sb-`, so that the sign-out rule keeps it: the next sign-in must know whose the shared files are. */
export const LAST_USER_KEY = 'sb-kontor-last-user';

type Parts = {
  readonly session: Pick<SessionService, 'getSnapshot' | 'subscribe'>;
  readonly store: KeyValueStore;
  readonly forget: () => Promise<void>;
};

/**
 * Files shared from another app wait for the form that takes them. If a session ends without a sign-out they stay, for a form that comes
 * after signing in again; but somebody else who signs in must not find them.
 */
export function guardSharedFiles({ session, store, forget }: Parts): void {
  const look = () => {
    const snapshot = session.getSnapshot();
    if (!('user' in snapshot)) return;
    const last = store.get(LAST_USER_KEY);
    if (last === snapshot.user.id) return;
    store.set(LAST_USER_KEY, snapshot.user.id);
    if (last !== null) void forget();
  };
  session.subscribe(look);
  look();
}
