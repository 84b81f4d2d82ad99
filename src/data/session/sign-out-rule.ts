import { SESSION_KEY } from '#platform/supabase/stored-session.ts';
import type { KeyValueStore } from '#platform/storage/web-storage.ts';
import { COMPANY_KEY, USER_KEY } from './current-company.ts';

/** Spec §4: what a sign-out leaves in local storage. `supabase.auth.` is the client's own prefix. */
const KEPT_PREFIXES = ['sb-', 'supabase.auth.', COMPANY_KEY, USER_KEY];

/** Clears local storage except the kept keys, and all of session storage. */
export function clearBrowserStorage(local: KeyValueStore, session: KeyValueStore): void {
  for (const key of local.keys()) {
    const isKept = KEPT_PREFIXES.some((prefix) => key.startsWith(prefix)) && !key.startsWith(SESSION_KEY);
    if (!isKept) local.remove(key);
  }
  session.clear();
}
