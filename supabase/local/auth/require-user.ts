import type { Query } from '#local/db/port.ts';
import { verifyAccessToken } from './access-token.ts';
import type { AuthCall, AuthContext } from './auth-context.ts';
import { AuthError } from './auth-error.ts';
import { firstRow } from './rows.ts';
import type { SessionRow } from './sessions.ts';
import { findUserById, type UserRow } from './users.ts';

export type SignedIn = { readonly user: UserRow; readonly session: SessionRow };

/**
 * The signed-in person behind the bearer token. The signature is checked here again, whatever stands in front of the service,
 * and the session must still exist: a signed-out token is refused although it has not expired.
 */
export async function requireUser(auth: AuthContext, query: Query, call: AuthCall): Promise<SignedIn> {
  const bearer = /^Bearer (\S+)$/i.exec(call.request.headers.get('authorization') ?? '')?.[1];
  if (bearer === undefined || bearer === auth.keys.anonKey || bearer === auth.keys.serviceRoleKey) throw noAuthorization();
  const claims = await verifyAccessToken(bearer, auth.keys.jwtSecret, auth.now());
  if ('refused' in claims) throw new AuthError(403, 'bad_jwt', claims.refused);
  if (claims.sub === undefined || claims.session_id === undefined) throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim');
  const user = await findUserById(query, claims.sub);
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  const session = await firstRow<SessionRow>(
    query,
    'select id, user_id, aal, created_at, password_grant, proved_at from auth.sessions where id = $1 and user_id = $2',
    [claims.session_id, user.id],
  );
  if (!session) throw sessionNotFound();
  return { user, session };
}

export const sessionNotFound = () => new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
const noAuthorization = () => new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');

/** Throws 401 `insufficient_aal` when the person has a second factor that this session has not shown. */
export async function assertStrongSession(query: Query, { user, session }: SignedIn): Promise<void> {
  if (session.aal === 'aal2') return;
  const factor = await firstRow(query, `select id from auth.mfa_factors where user_id = $1 and status = 'verified' limit 1`, [user.id]);
  if (factor) throw new AuthError(401, 'insufficient_aal', 'AAL2 session is required to change an account when MFA is enabled.');
}
