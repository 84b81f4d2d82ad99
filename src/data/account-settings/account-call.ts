import { authError } from '#data/session/auth-errors.ts';
import { requestError } from '#data/session/request-error.ts';
import { AppError } from '#domain/errors.ts';
import type { SupabaseClient } from '#platform/supabase/client.ts';

/** What calls about one's own account need of the session. */
export type AccountService = { readonly client: () => Promise<SupabaseClient> };

/** Calls a function of the database about the caller's own account; refusals come as AppErrors. */
export async function callRpc(service: AccountService, name: string, args: Record<string, unknown> = {}): Promise<unknown> {
  const client = await service.client().catch((error: unknown) => {
    throw authError(error);
  });
  const { data, error, status } = await client.rpc(name, args);
  if (!error) return data;
  if (error.message === 'second_factor_required') throw new AppError('invalid_input', { reason: 'insufficient_aal' }, { cause: error });
  if (error.message === 'too_many_attempts') throw new AppError('rate_limited', {}, { cause: error });
  throw requestError(error, status);
}

/** The session has to show a second factor first: asked for in place, then the call is made again. */
export const needsSecondFactor = (error: unknown): boolean => error instanceof AppError && error.data['reason'] === 'insufficient_aal';
