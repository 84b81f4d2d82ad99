import { SESSION_KEY } from '#platform/supabase/stored-session.ts';
import type { KeyValueStore } from '#platform/storage/web-storage.ts';
import type { SessionService } from './session-service.ts';
import { COMPANY_KEY, USER_KEY } from './current-company.ts';

/** Spec §4: what a sign-out leaves in local storage. `supabase.auth.` is the client's own prefix. */
const KEPT_PREFIXES = ['sb-', 'supabase.auth.', COMPANY_KEY, USER_KEY];

export const isKeptAtSignOut = (key: string): boolean => KEPT_PREFIXES.some((prefix) => key.startsWith(prefix));

/** Clears local storage except the kept keys, and all of session storage. */
export function clearBrowserStorage(local: KeyValueStore, session: KeyValueStore): void {
  clearUnkept(local, session);
  for (const key of local.keys()) if (key.startsWith(SESSION_KEY)) local.remove(key);
}

function clearUnkept(local: KeyValueStore, session: KeyValueStore): void {
  for (const key of local.keys()) if (!isKeptAtSignOut(key)) local.remove(key);
  session.clear();
}

type Parts = {
  readonly session: Pick<SessionService, 'getSnapshot' | 'subscribe'>;
  readonly local: KeyValueStore;
  /** This tab's session storage. */
  readonly tab: KeyValueStore;
  readonly admitKeys: (rule: (key: string) => boolean) => void;
};

/**
 * While nobody is signed in only the kept keys are written: what ends late (a line of the log, a fetched picture) brings nothing back. A tab
 * that hears of a sign-out elsewhere takes away what it wrote meanwhile, but not the session: somebody may have signed in again.
 */
export function guardLateWrites({ session, local, tab, admitKeys }: Parts): void {
  const look = () => {
    const snapshot = session.getSnapshot();
    admitKeys(snapshot.status === 'signed_out' ? isKeptAtSignOut : () => true);
    if (snapshot.status === 'signed_out' && snapshot.reason === 'other_tab') clearUnkept(local, tab);
  };
  session.subscribe(look);
  look();
}
