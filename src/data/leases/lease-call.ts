import { AppError } from '#domain/errors.ts';
import type { SupabaseClient } from '#platform/supabase/client.ts';

/** Asks the server's functions about numbers; refusals come as AppErrors, whose `reason` is the server's word. */
export type LeaseCall = (name: string, args: Record<string, unknown>) => Promise<unknown>;

/** The same over a client that is signed in. */
export const leaseCallOf =
  (client: Pick<SupabaseClient, 'rpc'>): LeaseCall =>
  async (name, args) => {
    const { data, error } = await client.rpc(name, args);
    if (!error) return data as unknown;
    const code = error.code === 'P0001' ? 'invalid_input' : error.code === '42501' ? 'not_allowed' : 'server_failed';
    throw new AppError(code, { reason: error.message }, { cause: error });
  };
