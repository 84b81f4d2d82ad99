import type { JWTPayload } from 'jose';
import type { Claims, Role } from '#local/db/port.ts';
import { type TokenRefusal, verifyToken } from '#local/server/verify-token.ts';

export type TokenVerdict = { readonly ok: true; readonly claims: Claims } | { readonly ok: false; readonly message: string };

const ROLES: ReadonlySet<unknown> = new Set<Role>(['anon', 'authenticated', 'service_role']);
const CLOCK_SKEW_S = 30;
const PARTS = 3;

const MESSAGES: Readonly<Record<TokenRefusal, string>> = {
  signature: 'JWSError JWSInvalidSignature',
  payload: 'JWT invalid',
  expired: 'JWT expired',
  not_yet_valid: 'JWT not yet valid',
};

const refused = (message: string): TokenVerdict => ({ ok: false, message });

const isClaims = (payload: JWTPayload): payload is JWTPayload & Claims => ROLES.has(payload['role']);

/** API keys carry no audience; a user's token must be meant for us. */
function isForUs(claims: Claims): boolean {
  const audience = claims['aud'];
  if (claims.role !== 'authenticated' && audience === undefined) return true;
  return audience === 'authenticated' || (Array.isArray(audience) && audience.includes('authenticated'));
}

/** Who a token says that asks, if it is one of ours and for us. The messages are PostgREST's. */
export async function verifyAccessToken(token: string, secret: string, now: Date): Promise<TokenVerdict> {
  const parts = token.split('.').length;
  if (parts !== PARTS) return refused(`JWSError (CompactDecodeError Invalid number of parts: Expected ${PARTS} parts; got ${parts})`);
  const verified = await verifyToken(token, secret, now, CLOCK_SKEW_S);
  if (!verified.ok) return refused(MESSAGES[verified.refusal]);
  const claims = verified.payload;
  if (!isClaims(claims)) return refused('JWT invalid');
  if (claims.role === 'authenticated' && (claims.exp === undefined || typeof claims.sub !== 'string')) return refused('JWT invalid');
  return isForUs(claims) ? { ok: true, claims } : refused('JWT not in audience');
}
