import type { Caller, PlatformKeys } from '#local/db/port.ts';
import { type TokenVerdict, verifyAccessToken } from './access-token.ts';

export type Identity =
  | { readonly kind: 'caller'; readonly caller: Caller }
  | { readonly kind: 'no_key'; readonly message: string }
  | { readonly kind: 'bad_token'; readonly message: string };

/** Paths opened by a link in a mail or an `<img>`: they carry a token of their own and can't send headers. */
const OPEN_PATHS =
  /^\/(?:auth\/v1\/(?:verify|callback|authorize|settings|health|\.well-known\/.+)|storage\/v1\/(?:object\/(?:public|sign)|render\/image\/(?:public|sign))\/.+)$/;

/** Someone without a sign-in. */
export const anonymous: Caller = { role: 'anon', claims: { role: 'anon' } };

const asIdentity = (verdict: TokenVerdict): Identity =>
  verdict.ok
    ? { kind: 'caller', caller: { role: verdict.claims.role, claims: verdict.claims } }
    : { kind: 'bad_token', message: verdict.message };

/** Who asks: the bearer token if there is one, else the API key itself. */
export async function authenticate(request: Request, url: URL, keys: PlatformKeys, now: Date): Promise<Identity> {
  const apiKey = request.headers.get('apikey') ?? url.searchParams.get('apikey');
  const known = apiKey === keys.anonKey || apiKey === keys.serviceRoleKey;
  const isOpen = OPEN_PATHS.test(url.pathname);
  if (!known && !isOpen) return { kind: 'no_key', message: apiKey === null ? 'No API key found in request' : 'Invalid API key' };
  const bearer = /^Bearer\s+(.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? (known ? apiKey : null);
  return bearer === null ? { kind: 'caller', caller: anonymous } : asIdentity(await verifyAccessToken(bearer, keys.jwtSecret, now));
}
