import { fileURLToPath } from 'node:url';
import { createClient, FunctionsHttpError } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { openPglite } from '#local/db/pglite.ts';
import { createFunctionsService } from '#local/functions/functions-service.ts';
import { createGateway } from '#local/gateway/gateway.ts';
import { generateKeys } from '#local/keys.ts';
import type { Log } from '#local/server/log.ts';

const now = () => new Date();
const keys = generateKeys(now());
const lines: string[] = [];
const note = (...parts: unknown[]) => void lines.push(JSON.stringify(parts));
const log: Log = { info: note, warn: note, error: note };

describe('functions', () => {
  let fetchThroughGateway: typeof fetch;
  beforeAll(async () => {
    const db = await openPglite({ dir: null });
    const functionsDir = fileURLToPath(new URL('./functions-fixture', import.meta.url));
    // What is slow is given up soon; everything else has the time it needs on a busy machine.
    const [service, impatient] = [60_000, 300].map((timeoutMs) =>
      createFunctionsService({
        db,
        keys,
        now,
        log,
        functionsDir,
        siteUrl: () => 'http://localhost:1',
        timeoutMs,
      }),
    );
    const gateways = [service, impatient].map((each) => createGateway({ services: each ? [each] : [], keys, now, log }));
    fetchThroughGateway = async (input, init) => {
      const request = new Request(input, init);
      const gateway = gateways[request.url.endsWith('/slow') ? 1 : 0];
      return (await gateway?.handle(request)) ?? new Response(null, { status: 404 });
    };
    return () => db.close();
  });

  const anna = () =>
    new SignJWT({ sub: '00000000-0000-4000-8000-000000000001', role: 'authenticated', aud: 'authenticated' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(keys.jwtSecret));
  const invoke = async (name: string, { token, body = {} }: { token?: string; body?: unknown } = {}) => {
    const client = createClient('http://localhost:1', keys.anonKey, {
      global: { fetch: fetchThroughGateway },
      accessToken: async () => token ?? keys.anonKey,
    });
    const { data, error } = await client.functions.invoke(name, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    if (!(error instanceof FunctionsHttpError)) return { status: 200, data };
    const response: Response = error.context;
    return { status: response.status, data: await response.json() };
  };

  test('a function gets the request, the environment of the platform and the domain layer', async () => {
    const token = await anna();
    const { status, data } = await invoke('greet', { token, body: { name: 'Jörg' } });
    expect(status).toBe(200);
    expect(data).toEqual({
      greeting: 'Hallo Jörg',
      env: ['SUPABASE_URL', 'SUPABASE_ANON_KEY', 'SUPABASE_SERVICE_ROLE_KEY'],
      authorization: `Bearer ${token}`,
    });
  });

  test('its own refusals come through with their status', async () => {
    expect(await invoke('greet', { token: await anna(), body: { name: 1 } })).toEqual({ status: 422, data: { error: 'invalid_input' } });
  });

  test('an unknown name, and a name that tries to leave the folder, is not found', async () => {
    const token = await anna();
    for (const name of ['missing', '..%2Fgreet', 'greet%2F..%2Ffail', 'Greet', 'README.md', '%00']) {
      expect(await invoke(name, { token })).toMatchObject({
        status: 404,
        data: { code: 'NOT_FOUND', error: 'Requested function was not found' },
      });
    }
  });

  test('a function that throws or answers nonsense is a 500, and its text is not logged', async () => {
    const token = await anna();
    for (const name of ['fail', 'nothing']) {
      expect(await invoke(name, { token })).toMatchObject({
        status: 500,
        data: { code: 'WORKER_ERROR', error: 'Function exited due to an error' },
      });
    }
    expect(lines.join()).toContain('fail');
    expect(lines.join()).not.toContain('IBAN');
  });

  test('a function that takes too long is given up and told so', async () => {
    expect(await invoke('slow', { token: await anna() })).toMatchObject({ status: 504, data: { code: 'IDLE_TIMEOUT' } });
  });
});
