import { randomUUID } from 'node:crypto';
import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js';
import WebSocket from 'ws';
import type { AuthConfigChanges } from '#local/auth/config.ts';
import { generateKeys } from '#local/keys.ts';
import type { StoredMail } from '#local/mail/mailer.ts';
import { type Platform, startPlatform } from '#local/platform.ts';
import { addressBehind } from '#local/server/client-address.ts';
import { silentLog } from '#local/server/log.ts';
import { type Backend, startBackend } from '#tests/support/backend.ts';

export const PASSWORD = 'correct horse battery';

/** One server with the real client library in front of it. */
export type AuthServer = {
  readonly url: string;
  /** A browser of its own: session and PKCE verifier are kept in memory. */
  browser(options?: { flow?: 'implicit' | 'pkce'; key?: string }): SupabaseClient;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** A confirmed person, signed in. */
  person(name?: string): Promise<Person>;
};
export type Person = { email: string; client: SupabaseClient; session: Session };

/** A backend with a clock that tests can move on. */
export type AuthBackend = Omit<Backend, 'url'> &
  AuthServer & {
    now(): Date;
    advance(seconds: number): void;
    /** An address nobody has used. */
    address(name?: string): string;
    lastMail(to: string): Promise<StoredMail>;
    /** A second server on the same database with other settings, and rate limits of its own. */
    variant(auth: AuthConfigChanges, proxies?: readonly string[]): Promise<AuthServer>;
  };

const FAST = { bcryptCost: 4, evenAnswerMs: 0 };

export async function startAuthBackend(engine: 'pglite' | 'postgres' = 'pglite'): Promise<AuthBackend> {
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  const backend = await startBackend({ engine, now });
  const started: Platform[] = [];
  const address = (name = 'person') => `${name}-${randomUUID()}@example.test`;
  const lastMail = async (to: string) => {
    const mail = (await backend.mail(to))[0];
    if (!mail) throw new Error(`No mail was sent to ${to}.`);
    return mail;
  };
  const serverAt = (url: string) => authServer({ url, anonKey: backend.anonKey, address, lastMail });
  return {
    ...backend,
    ...serverAt(backend.url),
    now,
    advance: (seconds) => void (ahead += seconds * 1000),
    address,
    lastMail,
    async variant(auth, proxies = []) {
      const { jwtSecret, anonKey, serviceRoleKey, mailKey } = backend;
      const keys = { ...generateKeys(now()), jwtSecret, anonKey, serviceRoleKey, mailKey };
      const site = async () => new Response('Not found', { status: 404 });
      const { db, dataDir } = backend;
      const platform = await startPlatform({
        db,
        keys,
        now,
        log: silentLog,
        dataDir,
        site,
        host: '127.0.0.1',
        port: 0,
        auth: { ...FAST, ...auth },
        clientAddress: addressBehind(proxies),
      });
      started.push(platform);
      return serverAt(platform.http.url);
    },
    async stop() {
      await Promise.all(started.map((platform) => platform.close()));
      await backend.stop();
    },
  };
}

type ServerDeps = { url: string; anonKey: string; address: AuthBackend['address']; lastMail: AuthBackend['lastMail'] };

function authServer({ url, anonKey, address, lastMail }: ServerDeps): AuthServer {
  const browser: AuthServer['browser'] = ({ flow = 'implicit', key = anonKey } = {}) => {
    const items = new Map<string, string>();
    const storage = {
      getItem: (name: string) => items.get(name) ?? null,
      setItem: (name: string, value: string) => void items.set(name, value),
      removeItem: (name: string) => void items.delete(name),
    };
    return createClient(url, key, {
      auth: { flowType: flow, storage, persistSession: true, autoRefreshToken: false, detectSessionInUrl: false },
      realtime: { transport: WebSocket as unknown as typeof globalThis.WebSocket },
    });
  };
  const send: AuthServer['fetch'] = (path, init = {}) => {
    const headers = { apikey: anonKey, 'content-type': 'application/json', ...(init.headers as Record<string, string> | undefined) };
    return fetch(`${url}/auth/v1${path}`, { redirect: 'manual', ...init, headers });
  };
  return {
    url,
    browser,
    fetch: send,
    post: (path, body, headers = {}) => send(path, { method: 'POST', body: JSON.stringify(body), headers }),
    async person(name) {
      const email = address(name);
      const client = browser();
      const { data: signedUp, error } = await client.auth.signUp({ email, password: PASSWORD });
      if (error) throw error;
      if (signedUp.session) return { email, client, session: signedUp.session };
      const { data, error: refused } = await client.auth.verifyOtp({ email, token: (await lastMail(email)).code ?? '', type: 'signup' });
      if (refused) throw refused;
      return { email, client, session: data.session! };
    },
  };
}

/** The parts of a token, unchecked. */
export function decodeToken(token: string): { header: Record<string, unknown>; claims: Record<string, unknown> } {
  const [header, claims] = token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part || 'e30', 'base64url').toString('utf8')));
  return { header, claims };
}

/** Where a link leads, with the parameters of query and fragment. */
export async function follow(link: string): Promise<{ status: number; url: URL; query: URLSearchParams; fragment: URLSearchParams }> {
  const response = await fetch(link, { redirect: 'manual' });
  const url = new URL(response.headers.get('location') ?? 'about:blank');
  return { status: response.status, url, query: url.searchParams, fragment: new URLSearchParams(url.hash.slice(1)) };
}
