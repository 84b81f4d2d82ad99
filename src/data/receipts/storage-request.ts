import { tokenOf } from '#data/sync/transport.ts';
import { loadConfig, storedConfig } from '#platform/supabase/config.ts';
import { supabaseClient } from '#platform/supabase/client.ts';

type StorageInit = Omit<RequestInit, 'headers'> & { readonly headers: Readonly<Record<string, string>> };

/** A request to the storage service under `path`, in the name of the signed-in person. Rejects when nobody answers. */
export type StorageRequest = (path: string, init: StorageInit) => Promise<Response>;

/** For what the client library has no words for. Throws `TransportError` when the session is no longer this user's. */
export async function storageRequest(userId: string, path: string, init: StorageInit): Promise<Response> {
  const { supabaseUrl, supabaseAnonKey } = storedConfig() ?? (await loadConfig());
  const { auth } = await supabaseClient();
  const authorization = `Bearer ${await tokenOf(auth, userId)}`;
  return fetch(`${supabaseUrl}/storage/v1/${path}`, { ...init, headers: { ...init.headers, apikey: supabaseAnonKey, authorization } });
}
