import type { PasswordFault } from '#domain/account/password-rule.ts';

const API_VERSION_HEADER = 'x-supabase-api-version';
const API_VERSION = '2024-01-01';

/** A refusal of the auth service: HTTP status, the hosted service's error code, its English message. */
export class AuthError extends Error {
  readonly status: number;
  readonly code: string;
  readonly extra: { readonly weakPassword?: readonly PasswordFault[]; readonly retryAfterSeconds?: number };
  constructor(status: number, code: string, message: string, extra: AuthError['extra'] = {}) {
    super(message);
    this.name = 'AuthError';
    this.status = status;
    this.code = code;
    this.extra = extra;
  }
}

/** The refusal as the client asked to read it: since API version 2024-01-01 `code` is the error code, before that the HTTP status beside `error_code`. */
export function errorResponse(error: AuthError, request: Request): Response {
  const versioned = (request.headers.get(API_VERSION_HEADER) ?? '') >= API_VERSION;
  const headers = new Headers();
  if (versioned) headers.set(API_VERSION_HEADER, API_VERSION);
  if (error.extra.retryAfterSeconds !== undefined) headers.set('retry-after', String(error.extra.retryAfterSeconds));
  const body = versioned
    ? { code: error.code, message: error.message }
    : { code: error.status, error_code: error.code, msg: error.message };
  const weak = error.extra.weakPassword;
  return Response.json(weak === undefined ? body : { ...body, weak_password: { reasons: weak } }, { status: error.status, headers });
}
