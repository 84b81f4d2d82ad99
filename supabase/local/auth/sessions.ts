import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { Query } from '#local/db/port.ts';
import { type AuthenticationMethod, signAccessToken } from './access-token.ts';
import type { AuthContext } from './auth-context.ts';
import { AuthError } from './auth-error.ts';
import { allRows, firstRow, type Instant, millis, onlyRow } from './rows.ts';
import { randomToken, tokenHash } from './secrets.ts';
import { assertNotBanned, findUserById, type UserRow, userView } from './users.ts';

/** Used refresh tokens are kept this long to notice a second use. */
const FORGET_USED_AFTER_MS = 30 * 24 * 3600 * 1000;

/** How a session from a mail may set a password: one from a recovery link always, any other where there is no password yet. */
export type PasswordGrant = 'recovery' | 'mailbox';
export type SessionRow = {
  readonly id: string;
  readonly user_id: string;
  readonly aal: 'aal1' | 'aal2';
  readonly created_at: Instant;
  readonly password_grant: PasswordGrant | null;
  readonly proved_at: Instant | null;
};
type RefreshTokenRow = {
  readonly id: string | number;
  readonly token: string;
  readonly user_id: string;
  readonly session_id: string;
  readonly revoked: boolean;
  readonly updated_at: Instant;
};
export type SessionStart = {
  /** How the person proved who they are. */
  readonly method: string;
  readonly client: Client;
  readonly passwordGrant?: PasswordGrant;
};
export type Client = { readonly address: string; readonly userAgent: string | null };

/** A new session at aal1 with its first tokens, as the body of an answer. Throws 403 `user_banned`. */
export async function startSession(auth: AuthContext, query: Query, user: UserRow, start: SessionStart) {
  const { method, client, passwordGrant } = start;
  const now = auth.now();
  assertNotBanned(user, now);
  const at = now.toISOString();
  const sessionId = randomUUID();
  await query(
    `insert into auth.sessions (id, user_id, user_agent, ip, password_grant, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $6)`,
    [sessionId, user.id, client.userAgent?.slice(0, 500) ?? null, inetOrNull(client.address), passwordGrant ?? null, at],
  );
  await recordMethod(query, sessionId, method, now);
  const signedIn = await onlyRow<UserRow>(query, 'update auth.users set last_sign_in_at = $2, updated_at = $2 where id = $1 returning *', [
    user.id,
    at,
  ]);
  // The first token of a family follows no other: a random root takes the parent's place.
  const token = await addRefreshToken(auth, query, { sessionId, userId: user.id, parent: null, seed: randomToken() });
  return sessionAnswer(auth, query, signedIn, sessionId, token);
}

/** Notes how the person proved who they are; shows up in the token's `amr`. */
export async function recordMethod(query: Query, sessionId: string, method: string, now: Date): Promise<void> {
  await query(
    `insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at) values ($1, $2, $3, $3)
     on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    [sessionId, method, now.toISOString()],
  );
}

type NewRefreshToken = {
  readonly sessionId: string;
  readonly userId: string;
  /** Hash of the token it replaces. */ readonly parent: string | null;
  readonly seed: string;
};

async function addRefreshToken(auth: AuthContext, query: Query, next: NewRefreshToken): Promise<string> {
  const token = auth.secrets.refreshToken(next.sessionId, next.seed);
  await query(
    `insert into auth.refresh_tokens (token, user_id, session_id, parent, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)`,
    [tokenHash(token), next.userId, next.sessionId, next.parent, auth.now().toISOString()],
  );
  return token;
}

/** Fresh tokens for the session, after its assurance level changed. */
export async function renewSession(auth: AuthContext, query: Query, user: UserRow, sessionId: string) {
  const live = await onlyRow<RefreshTokenRow>(query, 'select * from auth.refresh_tokens where session_id = $1 and not revoked', [
    sessionId,
  ]);
  return sessionAnswer(auth, query, user, sessionId, await rotate(auth, query, live));
}

/** Access token, refresh token and user as every sign-in answers them. */
export async function sessionAnswer(auth: AuthContext, query: Query, user: UserRow, sessionId: string, refreshToken: string) {
  const session = await onlyRow<Pick<SessionRow, 'aal'>>(query, 'select aal from auth.sessions where id = $1', [sessionId]);
  const claims = await allRows<{ method: string; at: Instant }>(
    query,
    'select authentication_method as method, updated_at as at from auth.mfa_amr_claims where session_id = $1 order by updated_at desc, authentication_method',
    [sessionId],
  );
  const amr: AuthenticationMethod[] = claims.map(({ method, at }) => ({ method, timestamp: Math.floor(millis(at) / 1000) }));
  const { token, expiresAt } = await signAccessToken(
    { user, sessionId, aal: session.aal, amr },
    { secret: auth.keys.jwtSecret, issuer: issuerOf(auth.siteUrl()), now: auth.now(), config: auth.config },
  );
  return {
    access_token: token,
    token_type: 'bearer' as const,
    expires_in: auth.config.accessTokenSeconds,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: await userView(query, user),
  };
}

/** The service's own address, the `iss` of its tokens. */
export const issuerOf = (siteUrl: string) => `${new URL(siteUrl).origin}/auth/v1`;

/**
 * Trades a refresh token for a new pair. Used again within the reuse window, or while its successor was not used yet, the same successor
 * is handed out (two tabs, a lost answer); an older one ends the whole session, since two parties hold the family.
 */
export async function refreshSession(auth: AuthContext, token: string) {
  const answer = await auth.db.transaction(async (query) => {
    const hash = tokenHash(token);
    // The session is locked first: every refresh of one family waits here, so two of them can't both rotate.
    const found = await firstRow<RefreshTokenRow>(query, 'select * from auth.refresh_tokens where token = $1', [hash]);
    if (!found || !(await lockSession(query, found.session_id))) throw tokenNotFound();
    const current = await firstRow<RefreshTokenRow>(query, 'select * from auth.refresh_tokens where token = $1', [hash]);
    const user = await findUserById(query, found.user_id);
    if (!current || !user) throw tokenNotFound();
    assertNotBanned(user, auth.now());
    const next = current.revoked ? await successor(auth, query, current) : await rotate(auth, query, current);
    return next === null ? null : sessionAnswer(auth, query, user, current.session_id, next);
  });
  // Thrown outside, so that the end of the session is committed.
  if (answer === null) throw new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
  return answer;
}

/** Waits for whoever is changing the session's tokens; false when the session has ended. */
export async function lockSession(query: Query, sessionId: string): Promise<boolean> {
  return (await firstRow(query, 'select id from auth.sessions where id = $1 for update', [sessionId])) !== undefined;
}

const tokenNotFound = () => new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');

async function rotate(auth: AuthContext, query: Query, current: RefreshTokenRow): Promise<string> {
  const at = auth.now().toISOString();
  await query('update auth.refresh_tokens set revoked = true, updated_at = $2 where id = $1', [current.id, at]);
  const forgotten = new Date(auth.now().getTime() - FORGET_USED_AFTER_MS).toISOString();
  await query('delete from auth.refresh_tokens where session_id = $1 and revoked and updated_at < $2', [current.session_id, forgotten]);
  await query('update auth.sessions set refreshed_at = $2, updated_at = $2 where id = $1', [current.session_id, at]);
  return addRefreshToken(auth, query, {
    sessionId: current.session_id,
    userId: current.user_id,
    parent: current.token,
    seed: current.token,
  });
}

/**
 * The live token at the end of the chain, or null after ending the session. The direct parent of the live token always gets it: an answer
 * lost in a tunnel must not sign the traveller out, and hosted Supabase answers alike. Anything older only within the window.
 */
async function successor(auth: AuthContext, query: Query, used: RefreshTokenRow): Promise<string | null> {
  const live = await firstRow<{ parent: string | null }>(
    query,
    'select parent from auth.refresh_tokens where session_id = $1 and not revoked order by id desc limit 1',
    [used.session_id],
  );
  const isRecent = auth.now().getTime() - millis(used.updated_at) <= auth.config.refreshReuseSeconds * 1000;
  if (live?.parent && (isRecent || live.parent === used.token)) return auth.secrets.refreshToken(used.session_id, live.parent);
  await query('delete from auth.sessions where id = $1', [used.session_id]);
  auth.log.warn('auth: a refresh token was used twice, its session was ended', { session: used.session_id });
  return null;
}

export type SignOutScope = 'global' | 'local' | 'others';

/** Ends sessions of a user, and with them their refresh tokens: all, the given one, or all but the given one. */
export async function endSessions(query: Query, userId: string, scope: SignOutScope, sessionId: string): Promise<void> {
  if (scope === 'global') await query('delete from auth.sessions where user_id = $1', [userId]);
  else await query(`delete from auth.sessions where user_id = $1 and id ${scope === 'local' ? '=' : '<>'} $2`, [userId, sessionId]);
}

const inetOrNull = (address: string) => (isIP(address) === 0 ? null : address);
