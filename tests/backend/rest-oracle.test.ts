import { readFileSync } from 'node:fs';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Backend, startBackend } from '#tests/support/backend.ts';
import { postgresBin } from '#tests/support/postgres-server.ts';
import { type PostgRest, postgrestBinary, startPostgRest } from '#tests/support/postgrest.ts';
import { REST_CASES, type RestCase } from './rest-cases.ts';

/** Where our answer may differ from PostgREST's, and why. */
const EXCEPTIONS = {
  hint: 'spelling suggestions: PostgreSQL guesses a column, PostgREST a function; we name what was not found and nothing else',
  parse: 'the text of a query-string parse error: PostgREST quotes its parser combinator; code and status are the same',
  contentType: 'a refused single object: PostgREST sends two Content-Type headers, we send the one that is true',
} as const;

const HEADERS = ['content-type', 'content-range', 'preference-applied', 'location', 'www-authenticate'] as const;

type Answer = { status: number; headers: Record<string, string>; body: string };

const missing = postgresBin() === null ? 'a PostgreSQL server' : postgrestBinary() === null ? 'a PostgREST binary' : null;
if (missing !== null && process.env['REQUIRE_POSTGRES'] === '1') throw new Error(`REQUIRE_POSTGRES=1, but ${missing} was not found.`);
if (missing !== null) console.warn(`Not compared with PostgREST: ${missing} was not found.`);

/** Applies the named exceptions to both sides. */
function comparable({ status, headers, body }: Answer): Answer {
  const code = /^\{"code":"([^"]+)"/.exec(body)?.[1] ?? '';
  if (code === 'PGRST116') return { status, headers: { ...headers, 'content-type': EXCEPTIONS.contentType }, body };
  if (code === 'PGRST100') return { status, headers, body: EXCEPTIONS.parse };
  if (['42703', 'PGRST202', 'PGRST108'].includes(code))
    return { status, headers, body: body.replace(/"hint":(?:null|"(?:[^"\\]|\\.)*")/, `"hint":"${EXCEPTIONS.hint}"`) };
  return { status, headers, body };
}

describe.skipIf(missing !== null)('the answer equals that of the real PostgREST', () => {
  let backend: Backend;
  let oracle: PostgRest;
  let token: string;

  beforeAll(async () => {
    backend = await startBackend({ engine: 'postgres' });
    await backend.db.exec('alter role authenticator login');
    await backend.db.exec(readFileSync(new URL('./rest-fixture.sql', import.meta.url), 'utf8'));
    await backend.db.exec("notify pgrst, 'reload schema'");
    token = await new SignJWT({ role: 'authenticated', email: 'a@example.com', aal: 'aal1' })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject('00000000-0000-7000-8000-0000000000aa')
      .setAudience('authenticated')
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(backend.jwtSecret));
    oracle = await startPostgRest({ databaseUrl: backend.postgresUrl!, jwtSecret: backend.jwtSecret });
  });
  afterAll(async () => {
    oracle?.stop();
    await backend?.stop();
  });

  async function ask(base: string, { method = 'GET', path, headers = {}, body, text, as }: RestCase): Promise<Answer> {
    const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(base + path, {
      method,
      headers: {
        apikey: backend.anonKey,
        authorization: `Bearer ${as === 'owner' ? token : backend.anonKey}`,
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    });
    const kept = HEADERS.flatMap((name) => (response.headers.has(name) ? [[name, response.headers.get(name)!]] : []));
    return { status: response.status, headers: Object.fromEntries(kept), body: await response.text() };
  }

  test.each(REST_CASES.map((restCase) => [restCase.name, restCase] as const))('%s', async (_name, restCase) => {
    const expected = await ask(oracle.url, restCase);
    const actual = await ask(`${backend.url}/rest/v1`, restCase);
    expect(comparable(actual)).toEqual(comparable(expected));
  });
});
