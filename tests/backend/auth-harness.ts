import { createHash } from 'node:crypto';
import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js';
import WebSocket from 'ws';
import type { AuthConfig } from '#local/auth/config.ts';
import type { StoredMail } from '#local/mail/mailer.ts';
import { type PlatformSql, readPlatformSql } from '#local/db/platform-sql.ts';
import { type Backend, startBackend } from '#tests/support/backend.ts';

export const PASSWORD = 'correct horse battery';

/** A backend with a clock that tests can move on, and the real client library in front of it. */
export type AuthBackend = Backend & {
  advance(seconds: number): void;
  now(): Date;
  /** A browser of its own: session and PKCE verifier are kept in memory. */
  browser(options?: { flow?: 'implicit' | 'pkce'; key?: string }): SupabaseClient;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** An address nobody has used. */
  address(name?: string): string;
  /** A confirmed person, signed in. */
  person(name?: string): Promise<{ email: string; client: SupabaseClient; session: Session }>;
  lastMail(to: string): Promise<StoredMail>;
};

export type AuthBackendOptions = { readonly auth?: Partial<AuthConfig>; readonly engine?: 'pglite' | 'postgres' };

export async function startAuthBackend({ auth = {}, engine = 'pglite' }: AuthBackendOptions = {}): Promise<AuthBackend> {
  let ahead = 0;
  let addresses = 0;
  const now = () => new Date(Date.now() + ahead);
  const backend = await startBackend({ auth, engine, now, sql: authOnly() });
  const browser: AuthBackend['browser'] = ({ flow = 'implicit', key = backend.anonKey } = {}) => {
    const items = new Map<string, string>();
    const storage = {
      getItem: (name: string) => items.get(name) ?? null,
      setItem: (name: string, value: string) => void items.set(name, value),
      removeItem: (name: string) => void items.delete(name),
    };
    return createClient(backend.url, key, {
      auth: { flowType: flow, storage, persistSession: true, autoRefreshToken: false, detectSessionInUrl: false },
      realtime: { transport: WebSocket as unknown as typeof globalThis.WebSocket },
    });
  };
  const address = (name = 'person') => `${name}-${(addresses += 1)}@example.test`;
  return {
    ...backend,
    browser,
    address,
    now,
    advance: (seconds) => void (ahead += seconds * 1000),
    fetch: (path, init = {}) => {
      const headers = {
        apikey: backend.anonKey,
        'content-type': 'application/json',
        ...(init.headers as Record<string, string> | undefined),
      };
      return fetch(`${backend.url}/auth/v1${path}`, { redirect: 'manual', ...init, headers });
    },
    async lastMail(to) {
      const mail = (await backend.mail(to))[0];
      if (!mail) throw new Error(`No mail was sent to ${to}.`);
      return mail;
    },
    async person(name) {
      const email = address(name);
      const client = browser();
      const { error } = await client.auth.signUp({ email, password: PASSWORD });
      if (error) throw error;
      const code = (await backend.mail(email))[0]?.code ?? '';
      const { data, error: refused } = await client.auth.verifyOtp({ email, token: code, type: 'signup' });
      if (refused) throw refused;
      return { email, client, session: data.session! };
    },
  };
}

/** The platform's own tables: these tests ask nothing of the product's schema. */
function authOnly(): PlatformSql {
  const sql = readPlatformSql();
  return { ...sql, migrations: [], after: [], hash: `auth-${createHash('sha256').update(sql.before.join()).digest('hex').slice(0, 20)}` };
}

/** The parts of a token, unchecked. */
export function decodeToken(token: string): { header: Record<string, unknown>; claims: Record<string, unknown> } {
  const [header, claims] = token.split('.').map((part) => JSON.parse(Buffer.from(part || 'e30', 'base64url').toString('utf8')));
  return { header, claims };
}

/** Where a link leads, with the parameters of query and fragment. */
export async function follow(link: string): Promise<{ status: number; url: URL; query: URLSearchParams; fragment: URLSearchParams }> {
  const response = await fetch(link, { redirect: 'manual' });
  const url = new URL(response.headers.get('location') ?? 'about:blank');
  return { status: response.status, url, query: url.searchParams, fragment: new URLSearchParams(url.hash.slice(1)) };
}
