import { SignJWT } from 'jose';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Log } from '#local/server/log.ts';
import { type Backend, startBackend } from '#tests/support/backend.ts';

const lines: string[] = [];
const record = (message: string, fields?: object): void => void lines.push(`${message} ${JSON.stringify(fields ?? {})}`);
const log: Log = { info: record, warn: record, error: record };

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend({ log });
});
afterAll(() => backend?.stop());

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> => fetch(`${backend.url}/rest/v1/${path}`, { headers });

type Mint = { claims?: Record<string, unknown>; secret?: string; expires?: string; audience?: string };
function mint({ claims = {}, secret = backend.jwtSecret, expires = '1h', audience = 'authenticated' }: Mint): Promise<string> {
  return new SignJWT({ role: 'authenticated', sub: '00000000-0000-7000-8000-000000000001', ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audience)
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(secret));
}
const withToken = async (token: string): Promise<Response> =>
  get('companies', { apikey: backend.anonKey, authorization: `Bearer ${token}` });

describe('the door to the API', () => {
  test('a call without an API key, or with a wrong one, is refused', async () => {
    expect((await get('companies')).status).toBe(401);
    expect((await get('companies', { apikey: 'nonsense' })).status).toBe(401);
    expect((await get('companies', { authorization: `Bearer ${await mint({})}` })).status).toBe(401);
    expect((await get('companies', { apikey: backend.serviceRoleKey })).status).toBe(200);
  });

  test('a good token opens the door; an expired, foreign or unsigned one does not', async () => {
    expect((await withToken(await mint({}))).status).toBe(200);
    const expired = await withToken(await mint({ expires: '-5m' }));
    expect([expired.status, ((await expired.json()) as { message: string }).message]).toEqual([401, 'JWT expired']);
    expect(expired.headers.get('www-authenticate')).toContain('invalid_token');
    expect((await withToken(await mint({ secret: 'x'.repeat(43) }))).status).toBe(401);
    expect((await withToken(await mint({ audience: 'elsewhere' }))).status).toBe(401);
    expect((await withToken('x')).status).toBe(401);
    const [, payload] = (await mint({})).split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    expect((await withToken(unsigned)).status).toBe(401);
  });

  test('a token cannot name another database role', async () => {
    for (const role of ['postgres', 'authenticator', 'supabase_admin', '', null])
      expect((await withToken(await mint({ claims: { role } }))).status).toBe(401);
  });

  test('a browser of any origin may ask, and every answer has a request id', async () => {
    const preflight = await fetch(`${backend.url}/rest/v1/companies`, {
      method: 'OPTIONS',
      headers: { origin: 'https://a.example', 'access-control-request-headers': 'apikey,prefer' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([204, 'apikey,prefer']);
    const response = await get('companies', { apikey: backend.anonKey });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('sb-request-id')).toMatch(/^[\da-f-]{36}$/);
  });

  test('data is packed as the client takes it, what fits into one packet and what holds tokens is not', async () => {
    const asked = async (path: string, encoding: string, init: RequestInit = {}) => {
      const headers = { apikey: backend.serviceRoleKey, 'content-type': 'application/json', 'accept-encoding': encoding };
      const response = await fetch(`${backend.url}${path}`, { ...init, headers });
      const length = Number(response.headers.get('content-length'));
      return {
        encoding: response.headers.get('content-encoding'),
        vary: response.headers.get('vary'),
        length,
        text: await response.text(),
      };
    };
    const keys = '/rest/v1/permissions?order=key';
    const plain = await asked(keys, 'identity');
    expect(plain).toMatchObject({ encoding: null, length: plain.text.length });
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
    ] as const) {
      const packed = await asked(keys, accepted);
      expect(packed).toMatchObject({ encoding, text: plain.text });
      expect(packed.vary).toContain('accept-encoding');
      expect(packed.length).toBeLessThan(plain.length / 3);
    }
    expect((await asked(`${keys}&limit=5`, 'br')).encoding).toBeNull();
    const person = (n: number) => ({
      method: 'POST',
      body: JSON.stringify({ email: `person-${n}@kontor.example`, password: 'correct horse 1' }),
    });
    for (let n = 0; n < 4; n += 1) await asked('/auth/v1/admin/users', 'br', person(n));
    const people = await asked('/auth/v1/admin/users', 'br');
    expect([people.text.length > 1400, people.encoding]).toEqual([true, null]);
    const head = await asked(keys, 'br', { method: 'HEAD' });
    expect(head.text).toBe('');
  });

  test('a body beyond the limit is refused, with and without its length announced', async () => {
    const big = JSON.stringify({ name: 'x'.repeat(9 * 1024 * 1024) });
    const headers = { apikey: backend.anonKey, 'content-type': 'application/json' };
    const announced = await fetch(`${backend.url}/rest/v1/vendors`, { method: 'POST', headers, body: big });
    expect(announced.status).toBe(413);
    const streamed = await fetch(`${backend.url}/rest/v1/vendors`, {
      method: 'POST',
      headers,
      body: new Blob([big]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(streamed.status).toBe(413);
    expect((await get('companies', { apikey: backend.serviceRoleKey })).status).toBe(200);
  });

  test('deeply nested JSON is refused and harms nothing', async () => {
    const bomb = '['.repeat(200_000) + ']'.repeat(200_000);
    const body = `{"p_company":"00000000-0000-7000-8000-000000000001","p_changes":${bomb}}`;
    const response = await fetch(`${backend.url}/rest/v1/rpc/sync_push`, {
      method: 'POST',
      headers: { apikey: backend.serviceRoleKey, 'content-type': 'application/json' },
      body,
    });
    expect([400, 413, 500]).toContain(response.status);
    expect((await get('companies', { apikey: backend.serviceRoleKey })).status).toBe(200);
  });

  test('rubbish instead of HTTP gets a 400 and the server goes on', async () => {
    const { hostname, port } = new URL(backend.url);
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.write('rubbish\r\n\r\n'));
      socket.on('data', (data) => resolve(data.toString()));
    });
    expect(answer).toContain('400');
    expect((await get('companies', { apikey: backend.serviceRoleKey })).status).toBe(200);
  });

  test('HTTP answers while the database is busy with a slow query', async () => {
    let isDone = false;
    const slow = backend.db.query('select count(*) from generate_series(1, 2000000) a where a % 7 = 3').then(() => (isDone = true));
    const answer = await fetch(`${backend.url}/rest/v1/companies`, { headers: { apikey: 'nonsense' } });
    expect([answer.status, isDone]).toEqual([401, false]);
    await slow;
  });

  test('the log names neither values nor tokens', async () => {
    const token = await mint({});
    await fetch(`${backend.url}/rest/v1/vendors`, {
      method: 'POST',
      headers: { apikey: backend.anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"name":"Geheime Firma"}',
    });
    await fetch(`${backend.url}/rest/v1/vendors?name=eq.Geheime`, { headers: { apikey: backend.anonKey } });
    const text = lines.join('\n');
    for (const secret of ['Geheim', token, backend.anonKey, backend.jwtSecret]) expect(text).not.toContain(secret);
  });
});
