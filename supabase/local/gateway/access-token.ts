import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Claims, Role } from '#local/db/port.ts';

export type TokenVerdict = { readonly ok: true; readonly claims: Claims } | { readonly ok: false; readonly message: string };

const ROLES: ReadonlySet<unknown> = new Set<Role>(['anon', 'authenticated', 'service_role']);
const CLOCK_SKEW_S = 30;

const refused = (message: string): TokenVerdict => ({ ok: false, message });

function decode(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function isSignedWith(secret: string, input: string, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(input).digest();
  const given = Buffer.from(signature, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const isClaims = (value: Record<string, unknown>): value is Record<string, unknown> & Claims => ROLES.has(value['role']);

/** API keys carry no audience; a user's token must be meant for us. */
function isForUs(claims: Claims): boolean {
  const audience = claims['aud'];
  if (claims.role !== 'authenticated' && audience === undefined) return true;
  return audience === 'authenticated' || (Array.isArray(audience) && audience.includes('authenticated'));
}

/** Checks signature (HS256 only), times, audience and role. The messages are PostgREST's. */
export function verifyAccessToken(token: string, secret: string, now: Date): TokenVerdict {
  const parts = token.split('.');
  const [header = '', payload = '', signature = ''] = parts;
  if (parts.length !== 3) return refused(`JWSError (CompactDecodeError Invalid number of parts: Expected 3 parts; got ${parts.length})`);
  const algorithm = decode(header)?.['alg'];
  if (algorithm !== 'HS256' || !isSignedWith(secret, `${header}.${payload}`, signature)) return refused('JWSError JWSInvalidSignature');
  const claims = decode(payload);
  if (!claims) return refused('JWT invalid');
  const seconds = now.getTime() / 1000;
  const { exp, nbf } = claims;
  if (exp !== undefined && !(typeof exp === 'number' && exp + CLOCK_SKEW_S > seconds)) return refused('JWT expired');
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf - CLOCK_SKEW_S < seconds)) return refused('JWT not yet valid');
  if (!isClaims(claims)) return refused('JWT invalid');
  if (claims.role === 'authenticated' && (exp === undefined || typeof claims.sub !== 'string')) return refused('JWT invalid');
  return isForUs(claims) ? { ok: true, claims } : refused('JWT not in audience');
}
