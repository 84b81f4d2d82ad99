import { SignJWT } from 'jose';
import { verifyToken } from '#local/server/verify-token.ts';
import type { AuthConfig } from './config.ts';
import type { UserRow } from './users.ts';

export type AuthenticationMethod = { readonly method: string; /** Unix seconds. */ readonly timestamp: number };
export type TokenSubject = {
  readonly user: UserRow;
  readonly sessionId: string;
  readonly aal: 'aal1' | 'aal2';
  readonly amr: readonly AuthenticationMethod[];
};
type Issuing = { readonly secret: string; readonly issuer: string; readonly now: Date; readonly config: AuthConfig };

/** A signed HS256 access token with hosted Supabase's claims, and its expiry in Unix seconds. */
export async function signAccessToken(subject: TokenSubject, issuing: Issuing): Promise<{ token: string; expiresAt: number }> {
  const issuedAt = Math.floor(issuing.now.getTime() / 1000);
  const expiresAt = issuedAt + issuing.config.accessTokenSeconds;
  const { user } = subject;
  const token = await new SignJWT({
    iss: issuing.issuer,
    sub: user.id,
    aud: 'authenticated',
    exp: expiresAt,
    iat: issuedAt,
    email: user.email ?? '',
    phone: '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    role: user.role,
    aal: subject.aal,
    amr: subject.amr,
    session_id: subject.sessionId,
    is_anonymous: false,
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(Buffer.from(issuing.secret));
  return { token, expiresAt };
}

export type OwnClaims = { readonly sub?: string; readonly role?: string; readonly session_id?: string };

/** Claims of a token signed with the platform secret and still valid, else the reason in hosted Supabase's words. */
export async function verifyAccessToken(token: string, secret: string, now: Date): Promise<OwnClaims | { readonly refused: string }> {
  const verified = await verifyToken(token, secret, now);
  if (verified.ok) return verified.payload as OwnClaims;
  const refused = 'invalid JWT: unable to parse or verify signature';
  return { refused: verified.refusal === 'expired' ? `${refused}, token has invalid claims: token is expired` : refused };
}
