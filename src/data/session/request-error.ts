import { AppError } from '#domain/errors.ts';
import { isFailedFetch } from './auth-errors.ts';

/** Maps the answer of a table query or RPC that is not the sync engine's to the product's refusals. */
export function requestError(error: unknown, status = 0): AppError {
  if (error instanceof AppError) return error;
  const { code, message, details } = (typeof error === 'object' && error !== null ? error : {}) as {
    code?: unknown;
    message?: unknown;
    details?: unknown;
  };
  const refuse = (as: AppError['code'], data: Record<string, unknown> = {}) => new AppError(as, data, { cause: error });
  if (code === 'P0001') return refuse('invalid_input', { reason: message, field: details });
  if (code === '42501' || status === 403) return refuse('not_allowed');
  if (status === 401) return refuse('not_signed_in');
  if (status === 429) return refuse('rate_limited');
  if (status >= 500) return refuse('server_failed', { status });
  if (status >= 400) return refuse('invalid_input', { reason: code });
  return isFailedFetch(error) || status === 0 ? refuse('offline') : refuse('unexpected');
}
