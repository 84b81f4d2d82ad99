import type { SupabaseClient, SupabaseClientOptions } from '@supabase/supabase-js';
import { isSecurePage } from '#platform/storage/cookies.ts';
import { type BackendConfig, loadConfig } from './config.ts';
import { createPackingFetch } from './packing-fetch.ts';
import { createRetryingFetch } from './retrying-fetch.ts';
import { SESSION_KEY } from './stored-session.ts';

export type { SupabaseClient } from '@supabase/supabase-js';

type CookieMethods = {
  getAll(): { name: string; value: string }[];
  setAll(cookies: { name: string; value: string; options: Record<string, unknown> }[]): void;
};
type Parts = {
  cookies?: CookieMethods;
  fetch?: typeof fetch;
  realtime?: SupabaseClientOptions<'public'>['realtime'];
  /** Where each request asks for its token, instead of the session. */
  accessToken?: () => Promise<string>;
};

const DAYS_400_IN_S = 400 * 24 * 60 * 60;
const RECONNECT_STEPS_MS = [1_000, 2_000, 5_000, 10_000] as const;

/** Supabase's browser client with the product's limits (spec §9): session in chunked cookies for 400 days, retries, socket timings. */
export async function createSupabaseClient(config: BackendConfig, parts: Parts = {}): Promise<SupabaseClient> {
  const { createBrowserClient } = await import('@supabase/ssr');
  return createBrowserClient(config.supabaseUrl, config.supabaseAnonKey, {
    isSingleton: false,
    ...(parts.cookies && { cookies: parts.cookies }),
    ...(parts.accessToken && { accessToken: parts.accessToken }),
    cookieOptions: { name: SESSION_KEY, path: '/', sameSite: 'lax', secure: isSecurePage(), maxAge: DAYS_400_IN_S },
    // A link's code or token is redeemed by the page it leads to, which can then say what went wrong.
    auth: { detectSessionInUrl: false },
    db: { retry: false }, // the rule is in our fetch, once
    global: { fetch: withPatience(parts.fetch ?? createRetryingFetch(config.unpacksRequests ? { fetch: createPackingFetch() } : {})) },
    realtime: {
      heartbeatIntervalMs: 25_000,
      timeout: 10_000,
      reconnectAfterMs: (tries: number) => RECONNECT_STEPS_MS[tries - 1] ?? 10_000,
      ...parts.realtime,
    },
  }) as unknown as SupabaseClient; // ssr types its client by the exact schema options; the app uses the untyped one
}

/**
 * The client ends the session on any refusal of its refresh token that it does not know as temporary, and 429 is not among those:
 * an office behind one address would be signed out by asking too often. Told 503, it tries again.
 */
function withPatience(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const { url } = input instanceof Request ? input : { url: String(input) };
    const isRefresh = url.includes('/auth/v1/token?grant_type=refresh_token');
    return isRefresh && response.status === 429 ? new Response(response.body, { status: 503, headers: response.headers }) : response;
  };
}

let opening: Promise<SupabaseClient> | undefined;

/** A client that has no session of its own: each request asks for its token, and is not sent where that is refused. */
export async function supabaseClientBy(accessToken: () => Promise<string>): Promise<SupabaseClient> {
  return createSupabaseClient(await loadConfig(), { accessToken });
}

/** The app's one client with the session of all tabs, made on first use: the library is loaded only then. A failed attempt is not kept. */
export function supabaseClient(): Promise<SupabaseClient> {
  opening ??= loadConfig()
    .then((config) => createSupabaseClient(config))
    .catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
  return opening;
}
