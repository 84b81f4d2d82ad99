import { SignJWT } from 'jose';
import { afterAll, beforeAll } from 'vitest';
import { openPostgres } from '#local/db/postgres.ts';
import { type Backend, startBackend } from '#tests/support/backend.ts';
import { asAdministrator } from '#tests/support/database.ts';
import { postgresBin } from '#tests/support/postgres-server.ts';
import { type PostgRest, postgrestBinary, startPostgRest } from '#tests/support/postgrest.ts';

export type RestCall = {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Sent as it is, instead of `body` as JSON. */
  readonly text?: string;
  /** The id of the person whose token is sent; without it the anonymous key speaks. */
  readonly as?: string;
};
export type Answer = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string };

/** Where our answer may differ from PostgREST's, and why. The whole list. */
const EXCEPTIONS = {
  hint: 'spelling suggestions: PostgreSQL guesses a column, PostgREST a function; we name what was not found and nothing else',
  parse: 'the text of a query-string parse error: PostgREST quotes its parser combinator; code and status are the same',
  contentType: 'a refused single object: PostgREST sends two Content-Type headers, we send the one that is true',
  stamp:
    'what the server makes anew in each of the two transactions: times, revisions, random (version 4) ids; those of the tests are version 7',
} as const;

const HEADERS = ['content-type', 'content-range', 'preference-applied', 'location', 'www-authenticate'] as const;

const withoutHint = (body: string): string => body.replace(/"hint":(?:null|"(?:[^"\\]|\\.)*")/, `"hint":"${EXCEPTIONS.hint}"`);
const withoutStamps = (body: string): string =>
  body
    .replaceAll(/("(?:created_at|updated_at|approved_at)":\s?)"[^"]+"/g, `$1"${EXCEPTIONS.stamp}"`)
    .replaceAll(/\b[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}\b/g, EXCEPTIONS.stamp)
    .replaceAll(/srv-[\da-f-]{36}/g, EXCEPTIONS.stamp)
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+\+00/g, EXCEPTIONS.stamp);

/** An answer with the exceptions applied; both sides go through it. */
export function comparable({ status, headers, body }: Answer): Answer {
  const code = /^\{"code":"([^"]+)"/.exec(body)?.[1] ?? '';
  if (code === 'PGRST116') return { status, headers: { ...headers, 'content-type': EXCEPTIONS.contentType }, body };
  if (code === 'PGRST100') return { status, headers, body: EXCEPTIONS.parse };
  if (['42703', 'PGRST202', 'PGRST108'].includes(code)) return { status, headers, body: withoutHint(body) };
  return { status, headers, body: withoutStamps(body) };
}

const missing = postgresBin() === null ? 'a PostgreSQL server' : postgrestBinary() === null ? 'a PostgREST binary' : null;
if (missing !== null && process.env['REQUIRE_POSTGRES'] === '1') throw new Error(`REQUIRE_POSTGRES=1, but ${missing} was not found.`);
if (missing !== null) console.warn(`Not compared with PostgREST: ${missing} was not found.`);

export const canCompare = missing === null;

export type Oracle = {
  /** PostgREST's answer; what it changed is rolled back. */
  readonly expected: (call: RestCall) => Promise<Answer>;
  /** Our answer; what it changed stays for the calls after it. */
  readonly actual: (call: RestCall) => Promise<Answer>;
};

async function ask(
  base: string,
  { method = 'GET', path, headers = {}, body, text }: RestCall,
  apiKey: string,
  bearer: string,
): Promise<Answer> {
  const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const contentType = sent === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(base + path, {
    method,
    headers: { apikey: apiKey, authorization: `Bearer ${bearer}`, ...contentType, ...headers },
    ...(sent === undefined ? {} : { body: sent }),
  });
  const kept = HEADERS.flatMap((name) => (response.headers.has(name) ? [[name, response.headers.get(name)!]] : []));
  return { status: response.status, headers: Object.fromEntries(kept), body: await response.text() };
}

/** The role that PostgREST signs in as; a hosted project has it, our server asks for none. All files of a ring share it. */
async function makeAuthenticator(url: string): Promise<void> {
  const admin = await openPostgres({ url: asAdministrator(url), connections: 1 });
  await admin.exec(`
    do $$ begin create role authenticator login noinherit;
    exception when duplicate_object or unique_violation then null; end $$`);
  await admin.exec('grant anon, authenticated, service_role to authenticator');
  await admin.close();
}

/** Starts our backend on PostgreSQL and the real PostgREST on the same database, around the tests of the calling file. */
export function useOracle(prepare: (backend: Backend) => Promise<void>, maxRows = 1000): Oracle {
  let backend: Backend;
  let postgrest: PostgRest;

  const bearerOf = (call: RestCall): Promise<string> | string => {
    if (call.as === undefined) return backend.anonKey;
    return new SignJWT({ role: 'authenticated', email: 'a@example.com', aal: 'aal1' })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(call.as)
      .setAudience('authenticated')
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(backend.jwtSecret));
  };

  beforeAll(async () => {
    if (!canCompare) return;
    backend = await startBackend({ engine: 'postgres', maxRows });
    await makeAuthenticator(backend.postgresUrl!);
    await prepare(backend);
    await backend.db.exec("notify pgrst, 'reload schema'");
    postgrest = await startPostgRest({ databaseUrl: asAdministrator(backend.postgresUrl!), jwtSecret: backend.jwtSecret, maxRows });
  });
  afterAll(async () => {
    postgrest?.stop();
    await backend?.stop();
  });
  return {
    expected: async (call) => ask(postgrest.url, call, backend.anonKey, await bearerOf(call)),
    actual: async (call) => ask(`${backend.url}/rest/v1`, call, backend.anonKey, await bearerOf(call)),
  };
}
