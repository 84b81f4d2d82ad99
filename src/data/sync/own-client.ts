import { type SupabaseClient, supabaseClient, supabaseClientBy } from '#platform/supabase/client.ts';
import { tokenOf } from './transport.ts';

type OwnClient = () => Promise<SupabaseClient>;
type Parts = { readonly shared: typeof supabaseClient; readonly make: typeof supabaseClientBy };

/**
 * The client in the name of one user, whoever the session of the tabs belongs to by then: every request carries the very token that was found to be this
 * user's, and is not sent where it is somebody else's (SYNC-75). Each call looks first, so that nothing is prepared in vain.
 */
export function createOwnClient(userId: string, { shared, make }: Parts): OwnClient {
  let made: Promise<SupabaseClient> | undefined;
  const own = async (auth: SupabaseClient['auth']) => Object.assign(await make(() => tokenOf(auth, userId)), { auth });
  return async () => {
    const { auth } = await shared();
    await tokenOf(auth, userId);
    made ??= own(auth).catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

const byUser = new Map<string, OwnClient>();

/** The same on the session of this browser. */
export function ownClient(userId: string): OwnClient {
  const client = byUser.get(userId) ?? createOwnClient(userId, { shared: supabaseClient, make: supabaseClientBy });
  byUser.set(userId, client);
  return client;
}
