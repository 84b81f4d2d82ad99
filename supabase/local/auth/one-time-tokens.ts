import type { Query } from '#local/db/port.ts';
import type { AuthContext } from './auth-context.ts';
import { AuthError } from './auth-error.ts';
import { allowedRedirect } from './redirects.ts';
import { firstRow, type Instant, millis } from './rows.ts';
import { randomCode, randomToken, tokenHash } from './secrets.ts';
import { issuerOf } from './sessions.ts';
import type { UserRow } from './users.ts';

/** Guesses at one six-digit code. The link of the same mail stays good: its token can't be guessed. */
const MAX_CODE_ATTEMPTS = 5;

type StoredType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'reauthentication_token';
export type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change';
/** `email_change_current`: the same link as `email_change`, for the mailbox so far. */
export type TokenType = LinkType | 'email_change_current' | 'reauthentication';

const STORED_AS: Record<TokenType, StoredType> = {
  signup: 'confirmation_token',
  invite: 'confirmation_token',
  magiclink: 'recovery_token',
  recovery: 'recovery_token',
  email_change: 'email_change_token_new',
  email_change_current: 'email_change_token_current',
  reauthentication: 'reauthentication_token',
};

export type OneTimeTokenRow = {
  readonly id: string;
  readonly user_id: string;
  readonly token_type: StoredType;
  readonly code_hash: string;
  readonly relates_to: string;
  readonly attempts: number;
  readonly redirect_to: string | null;
  readonly code_challenge: string | null;
  readonly code_challenge_method: 's256' | 'plain' | null;
  readonly expires_at: Instant;
};
export type CodeChallenge = { readonly challenge: string; readonly method: 's256' | 'plain' };
export type Issue = {
  readonly type: TokenType;
  /** The address it is sent to, which is the one the code belongs to. */
  readonly to: string;
  readonly redirectTo?: string | null | undefined;
  readonly challenge?: CodeChallenge | null;
};
export type IssuedToken = { readonly token: string; readonly code: string; readonly link: string; readonly redirectTo: string };

/** A fresh token and code; an earlier one of the same kind ends with it. Only their hashes are stored. */
export async function issueToken(auth: AuthContext, query: Query, user: UserRow, issue: Issue): Promise<IssuedToken> {
  const now = auth.now();
  // The prefix tells hosted Supabase's clients that this link ends in a code to exchange.
  const token = `${issue.challenge ? 'pkce_' : ''}${randomToken()}`;
  const code = randomCode();
  const redirectTo = allowedRedirect(issue.redirectTo, auth.siteUrl(), auth.config.redirectOrigins);
  await query(
    `insert into auth.one_time_tokens (user_id, token_type, token_hash, code_hash, relates_to, redirect_to, code_challenge, code_challenge_method, expires_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
     on conflict (user_id, token_type) do update set token_hash = excluded.token_hash, code_hash = excluded.code_hash, relates_to = excluded.relates_to,
       redirect_to = excluded.redirect_to, code_challenge = excluded.code_challenge, code_challenge_method = excluded.code_challenge_method,
       expires_at = excluded.expires_at, attempts = 0, created_at = excluded.created_at, updated_at = excluded.updated_at`,
    [
      user.id,
      STORED_AS[issue.type],
      tokenHash(token),
      auth.secrets.codeHash(issue.to, code),
      issue.to,
      redirectTo,
      issue.challenge?.challenge ?? null,
      issue.challenge?.method ?? null,
      new Date(now.getTime() + auth.config.oneTimeTokenSeconds * 1000).toISOString(),
      now.toISOString(),
    ],
  );
  const link = `${issuerOf(auth.siteUrl())}/verify?${new URLSearchParams({ token, type: linkType(issue.type), redirect_to: redirectTo })}`;
  return { token, code, link, redirectTo };
}

const linkType = (type: TokenType): string => (type === 'email_change_current' ? 'email_change' : type);

/** The stored kinds a client may mean with `type`: "email" covers confirmation and sign-in codes alike. */
export function storedTypes(type: string): readonly StoredType[] {
  if (type === 'email') return ['recovery_token', 'confirmation_token'];
  if (type === 'email_change') return ['email_change_token_new', 'email_change_token_current'];
  if (type === 'signup' || type === 'invite' || type === 'magiclink' || type === 'recovery' || type === 'reauthentication')
    return [STORED_AS[type]];
  throw new AuthError(400, 'validation_failed', 'Verify requires a verification type');
}

export const tokenExpired = () => new AuthError(403, 'otp_expired', 'Token has expired or is invalid');

/** Takes the token of a link out of the table, so that it works once; null when there is none or it is too old. */
export async function takeByToken(auth: AuthContext, query: Query, token: string, type: string): Promise<OneTimeTokenRow | null> {
  const row = await firstRow<OneTimeTokenRow>(
    query,
    'delete from auth.one_time_tokens where token_hash = $1 and token_type::text = any($2::text[]) returning *',
    [tokenHash(token), storedTypes(type)],
  );
  return row && millis(row.expires_at) > auth.now().getTime() ? row : null;
}

/** The same by address and six-digit code; a wrong code counts against the row. */
export async function takeByCode(
  auth: AuthContext,
  query: Query,
  guess: { email: string; code: string; type: string },
): Promise<OneTimeTokenRow | null> {
  const hash = auth.secrets.codeHash(guess.email, guess.code);
  const types = storedTypes(guess.type);
  const now = auth.now().toISOString();
  const taken = await firstRow<OneTimeTokenRow>(
    query,
    `delete from auth.one_time_tokens where relates_to = $1 and token_type::text = any($2::text[]) and code_hash = $3 and attempts < $4 and expires_at > $5 returning *`,
    [guess.email, types, hash, MAX_CODE_ATTEMPTS, now],
  );
  if (taken) return taken;
  await query(
    'update auth.one_time_tokens set attempts = attempts + 1, updated_at = $3 where relates_to = $1 and token_type::text = any($2::text[])',
    [guess.email, types, now],
  );
  return null;
}
