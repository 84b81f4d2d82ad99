import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import WebSocket from 'ws';
import { type Backend, type BackendOptions, startBackend } from '#tests/support/backend.ts';
import { type Builders, buildersFor, testId } from '#tests/support/builders.ts';
import { insertAccounts, insertMembers, type Persona, personaId } from '#tests/support/personas.ts';

export const OURS = testId(0xa);
export const THEIRS = testId(0xb);
type Answer = { readonly status: number; readonly text: string; readonly headers: Headers };
type Claims = Record<string, unknown>;
type Send = { readonly method?: string; readonly body?: unknown; readonly headers?: Record<string, string>; readonly token?: string };

/** A running backend with two companies: ours with all personas as members, theirs with the stranger as its owner. */
export type Stage = {
  readonly backend: Backend;
  readonly build: Builders;
  /** The real client library, signed in as the persona. */
  as(persona: Persona, claims?: Claims): Promise<SupabaseClient>;
  /** A token as the platform would sign it. */
  token(persona: Persona, claims?: Claims): Promise<string>;
  /** A bare request; a body that is no string is sent as JSON. */
  send(persona: Persona, path: string, request?: Send): Promise<Answer>;
  /** One value from the database, beyond any caller's rights. */
  stored(sql: string, params?: unknown[]): Promise<unknown>;
  stop(): Promise<void>;
};

/** Starts it for one test file, on a database of its own: its companies and people have fixed ids. `stop()` it in `afterAll`. */
export async function startStage(options: BackendOptions = {}): Promise<Stage> {
  const backend = await startBackend({ database: 'own', ...options });
  const build = buildersFor((sql, params) => backend.db.query(sql, params), 0x100);
  await insertAccounts((sql, params) => backend.db.query(sql, params));
  await build.company({ id: OURS, name: 'Ours' });
  await build.company({ id: THEIRS, name: 'Theirs' });
  await insertMembers((sql, params) => backend.db.query(sql, params), OURS);
  await backend.db.query('insert into public.company_users (company_id, user_id, is_owner) values ($1, $2, true)', [
    THEIRS,
    personaId('stranger'),
  ]);
  const token: Stage['token'] = async (persona, claims = {}) =>
    persona === 'anonymous'
      ? backend.anonKey
      : new SignJWT({
          sub: personaId(persona),
          role: 'authenticated',
          aud: 'authenticated',
          email: `${persona}@kontor.example`,
          aal: 'aal1',
          ...claims,
        })
          .setProtectedHeader({ alg: 'HS256' })
          .setIssuedAt()
          .setExpirationTime('1h')
          .sign(new TextEncoder().encode(backend.jwtSecret));
  return {
    backend,
    build,
    token,
    async as(persona, claims) {
      const access = await token(persona, claims);
      return createClient(backend.url, backend.anonKey, {
        accessToken: async () => access,
        realtime: { transport: WebSocket as unknown as typeof globalThis.WebSocket },
      });
    },
    async send(persona, path, { method = 'GET', body, headers = {}, token: given } = {}) {
      const authorization = `Bearer ${given ?? (await token(persona))}`;
      const response = await fetch(`${backend.url}${path}`, {
        method,
        redirect: 'manual',
        headers: { apikey: backend.anonKey, authorization, 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      return { status: response.status, text: await response.text(), headers: response.headers };
    },
    stored: async (sql, params = []) => Object.values((await backend.db.query(sql, params)).rows[0] ?? {})[0],
    stop: () => backend.stop(),
  };
}

/** Refused or without any effect: no server error, nothing of the other company in the answer. */
export const isRefused = ({ status }: { readonly status: number }): boolean => status >= 400 && status < 500;
