import type { SupabaseClient } from '#platform/supabase/client.ts';
import { authError } from './auth-errors.ts';

type WithClient = { readonly client: () => Promise<SupabaseClient> };

/** Runs a call of the auth client and turns whatever it throws or returns as `error` into an AppError. */
export async function authAnswer<R extends { data: unknown; error: unknown }>(
  call: Promise<R>,
): Promise<Extract<R, { error: null }>['data']> {
  try {
    const { data, error } = await call;
    if (error) throw error;
    return data as Extract<R, { error: null }>['data'];
  } catch (error) {
    throw authError(error);
  }
}

/** The auth client; fails with `offline` when it can't even be set up. */
export async function authOf(service: WithClient): Promise<SupabaseClient['auth']> {
  try {
    return (await service.client()).auth;
  } catch (error) {
    throw authError(error);
  }
}
