import * as z from 'zod/mini';
import { readCookies, removeCookie } from '#platform/storage/cookies.ts';

/**
 * The name under which Supabase's browser client keeps the session. Fixed, not derived from the backend's address, so that
 * the signed-in user is known before `/config.json` and the client are loaded.
 */
export const SESSION_KEY = 'sb-kontor-auth-token';

const factorSchema = z.object({
  id: z.string(),
  factor_type: z.string(),
  status: z.string(),
  friendly_name: z.optional(z.nullable(z.string())),
});
const sessionSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_at: z.optional(z.number()),
  user: z.object({
    id: z.string(),
    email: z.optional(z.nullable(z.string())),
    user_metadata: z.optional(z.record(z.string(), z.unknown())),
    factors: z.optional(z.nullable(z.array(factorSchema))),
  }),
});
export type StoredSession = z.infer<typeof sessionSchema>;

/** The session as the client left it in its cookies, valid or expired; null when there is none or it is damaged. */
export function readStoredSession(cookies: ReadonlyMap<string, string> = readCookies()): StoredSession | null {
  const raw = cookies.get(SESSION_KEY) ?? joinChunks(cookies);
  if (!raw) return null;
  try {
    const text = raw.startsWith('base64-') ? decodeBase64Url(raw.slice('base64-'.length)) : raw;
    return z.parse(sessionSchema, JSON.parse(text));
  } catch {
    return null;
  }
}

/** Removes every cookie of the client, without asking it: its own sign-out may wait for the network. */
export function removeStoredSession(): void {
  for (const name of readCookies().keys()) if (name.startsWith(SESSION_KEY)) removeCookie(name);
}

/** Claims of an access token, unverified: good for what to show, never for what to allow. */
export function tokenClaims(accessToken: string): { aal?: string; session_id?: string } {
  try {
    return JSON.parse(decodeBase64Url(accessToken.split('.')[1] ?? '')) as { aal?: string; session_id?: string };
  } catch {
    return {};
  }
}

function joinChunks(cookies: ReadonlyMap<string, string>): string {
  let joined = '';
  for (let n = 0; ; n += 1) {
    const chunk = cookies.get(`${SESSION_KEY}.${n}`);
    if (!chunk) return joined;
    joined += chunk;
  }
}

function decodeBase64Url(text: string): string {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
}
