import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSupabaseClient } from './client.ts';
import { SESSION_KEY } from './stored-session.ts';

const config = { supabaseUrl: 'http://backend.example', supabaseAnonKey: 'anon' };
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const expired = {
  access_token: `${encoded({ alg: 'HS256' })}.${encoded({ sub: 'ann', exp: 1 })}.c2ln`,
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: 1,
  user: { id: 'ann', aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '' },
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The cookies that are left after a refresh of an expired session was answered like this. */
async function cookiesAfter(status: number, code: string): Promise<string[]> {
  const jar = new Map([[SESSION_KEY, `base64-${encoded(expired)}`]]);
  const cookies = {
    getAll: () => [...jar].map(([name, value]) => ({ name, value })),
    setAll: (changed: { name: string; value: string }[]) =>
      changed.forEach(({ name, value }) => (value ? jar.set(name, value) : jar.delete(name))),
  };
  const fetch = () => Promise.resolve(Response.json({ code, msg: code }, { status }));
  const client = await createSupabaseClient(config, { cookies, fetch });
  await client.auth.stopAutoRefresh();
  const refreshed = client.auth.refreshSession();
  await vi.advanceTimersByTimeAsync(60_000); // the client tries a temporary fault again for half a minute
  expect((await refreshed).error).not.toBeNull();
  return [...jar.keys()];
}

test('[SYNC-73] a server that has too much to do ends no session, one that refuses the token does', async () => {
  expect(await cookiesAfter(429, 'over_request_rate_limit')).toEqual([SESSION_KEY]);
  expect(await cookiesAfter(400, 'refresh_token_not_found')).toEqual([]);
});
