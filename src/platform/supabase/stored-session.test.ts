import { expect, test } from 'vitest';
import { createSupabaseClient } from './client.ts';
import { SESSION_KEY, readStoredSession, tokenClaims } from './stored-session.ts';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const accessToken = `${part({ alg: 'HS256' })}.${part({ sub: 'u1', aal: 'aal1', session_id: 's1', exp: 4_000_000_000 })}.sig`;
const user = {
  id: '018f0000-abcd-7000-8000-000000000001',
  email: 'jürgen@example.com',
  user_metadata: { bio: 'ü'.repeat(5_000) },
  aud: 'authenticated',
};
const session = { access_token: accessToken, refresh_token: 'r1', expires_in: 3600, expires_at: 4_000_000_000, token_type: 'bearer', user };

function cookieJar() {
  const jar = new Map<string, string>();
  const setAll = (cookies: { name: string; value: string; options: Record<string, unknown> }[]) => {
    for (const { name, value, options } of cookies)
      if (options['maxAge'] === 0) jar.delete(name);
      else jar.set(name, value);
    lifetimes.push(...cookies.map((cookie) => cookie.options['maxAge']));
  };
  const lifetimes: unknown[] = [];
  return { jar, lifetimes, methods: { getAll: () => [...jar].map(([name, value]) => ({ name, value })), setAll } };
}

test('what the real client stores in its cookies is read back without the client, in chunks of about 3180 characters for 400 days', async () => {
  const { jar, lifetimes, methods } = cookieJar();
  const answer = (() => Promise.resolve(Response.json(session))) as typeof fetch;
  const client = await createSupabaseClient(
    { supabaseUrl: 'http://localhost:1', supabaseAnonKey: 'anon' },
    { cookies: methods, fetch: answer },
  );
  await client.auth.signInWithPassword({ email: 'a@example.com', password: 'secret-secret' });
  await client.auth.stopAutoRefresh();

  expect(readStoredSession(jar)).toMatchObject({ refresh_token: 'r1', user: { id: user.id, email: user.email } });
  const chunks = [...jar.keys()].filter((name) => /\.\d+$/.test(name));
  expect(chunks.length).toBeGreaterThan(2);
  expect(Math.max(...[...jar.values()].map((value) => value.length))).toBeLessThanOrEqual(3180);
  expect(lifetimes.filter((age) => age !== 0)).toContain(400 * 86_400);
});

test('a damaged cookie reads as no session', () => {
  expect(readStoredSession(new Map([[SESSION_KEY, 'base64-%%%']]))).toBeNull();
  expect(readStoredSession(new Map([[`${SESSION_KEY}.0`, 'base64-eyJhY2Nlc3M']]))).toBeNull();
  expect(readStoredSession(new Map())).toBeNull();
});

test('the assurance level is read from the token', () => {
  expect(tokenClaims(accessToken)).toMatchObject({ aal: 'aal1' });
  expect(tokenClaims('no token')).toEqual({});
});
