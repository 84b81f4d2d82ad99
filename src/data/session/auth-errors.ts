import { AppError, type ErrorCode } from '#domain/errors.ts';

type ForeignError = { code?: unknown; status?: unknown; name?: unknown; reasons?: unknown; message?: unknown };

/** Codes of the auth service that mean "what you gave is not acceptable"; the code itself is the reason the sentence is chosen by. */
const INPUT_REASONS: ReadonlySet<string> = new Set([
  'invalid_credentials',
  'email_not_confirmed',
  'user_already_exists',
  'email_exists',
  'weak_password',
  'same_password',
  'otp_expired',
  'email_address_invalid',
  'validation_failed',
  'signup_disabled',
  'user_banned',
  'mfa_verification_failed',
  'mfa_challenge_expired',
  'bad_code_verifier',
  'flow_state_not_found',
  'flow_state_expired',
  'identity_already_exists',
  'identity_not_found',
  'single_identity_not_deletable',
  'current_password_required',
  'reauthentication_needed',
  'reauthentication_not_valid',
]);

/** Maps what the auth client throws or returns to the product's refusals, by code and status, never by English text. */
export function authError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, status, name, reasons } = (typeof error === 'object' && error !== null ? error : {}) as ForeignError;
  const refuse = (as: ErrorCode, data: Record<string, unknown> = {}) => new AppError(as, data, { cause: error });
  if (name === 'AuthWeakPasswordError')
    return refuse('invalid_input', { reason: 'weak_password', reasons: Array.isArray(reasons) ? reasons : [] });
  if (name === 'AuthSessionMissingError' || code === 'session_not_found') return refuse('not_signed_in');
  if (status === 429 || code === 'over_request_rate_limit' || code === 'over_email_send_rate_limit') return refuse('rate_limited');
  if (typeof code === 'string' && INPUT_REASONS.has(code)) return refuse('invalid_input', { reason: code });
  if (typeof name === 'string' && /PKCE|ImplicitGrantRedirect/.test(name)) return refuse('invalid_input', { reason: 'flow_mismatch' });
  if (typeof status === 'number' && status >= 500) return refuse('server_failed', { status });
  if (name === 'AuthRetryableFetchError' || isFailedFetch(error)) return refuse('offline');
  if (typeof status === 'number' && status >= 400)
    return refuse('invalid_input', { reason: typeof code === 'string' ? code : `status_${status}` });
  return refuse('unexpected');
}

/** A request that never got an answer: the browser's own error, or our time limit. */
export function isFailedFetch(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    (error instanceof DOMException && (error.name === 'TimeoutError' || error.name === 'AbortError' || error.name === 'NetworkError'))
  );
}
