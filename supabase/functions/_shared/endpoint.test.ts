import { afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { asCaller } from './database.ts';
import { endpoint } from './endpoint.ts';
import { Refusal } from './refusal.ts';

const ENV = { SUPABASE_URL: 'https://kontor.example', SUPABASE_ANON_KEY: 'anon' };
const request = (init: RequestInit = {}) =>
  new Request('https://kontor.example/functions/v1/greet', { method: 'POST', body: '{}', headers: { authorization: 'Bearer t' }, ...init });

/** What a browser on another origin gets from a function that does this; without the first header it would only hear of "no answer". */
async function answerOf(run: () => Promise<object>, init?: RequestInit) {
  const response = await endpoint(z.object({}), run)(request(init), ENV);
  return [response.headers.get('access-control-allow-origin'), response.status, await response.json()];
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('every answer can be read from another origin and says in JSON what is wrong', async () => {
  const nothing = async () => ({});
  expect(await answerOf(nothing)).toEqual(['*', 200, {}]);
  expect(await answerOf(() => Promise.reject(new Refusal(422, 'mail_failed', 'x')))).toEqual([
    '*',
    422,
    { error: 'mail_failed', detail: 'x' },
  ]);
  expect(await answerOf(nothing, { body: '{' })).toEqual(['*', 400, { error: 'invalid_input', detail: 'body' }]);
  expect(await answerOf(nothing, { method: 'GET', body: null })).toEqual(['*', 405, { error: 'method_not_allowed' }]);
  const asked = await endpoint(z.object({}), nothing)(request({ method: 'OPTIONS', body: null }), ENV);
  expect([asked.status, asked.headers.get('access-control-allow-origin'), asked.headers.get('access-control-allow-headers')]).toEqual([
    200,
    '*',
    'authorization, x-client-info, apikey, content-type',
  ]);
});

test('what nobody foresaw is answered too, and neither answered nor logged in its own words', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const failed = ['*', 500, { error: 'The function failed' }];
  expect(await answerOf(() => Promise.reject(new Error('Frau Müller, IBAN DE00')))).toEqual(failed);
  expect(await answerOf(() => Promise.reject('smtp password hunter2'))).toEqual(failed);
  expect(log.mock.calls).toEqual([
    ['function failed', '/functions/v1/greet', 'Error'],
    ['function failed', '/functions/v1/greet', 'string'],
  ]);
});

test.each([
  ['a database that nobody reaches', () => Promise.reject(new TypeError('connection refused')), 503, 'The database did not answer'],
  [
    'a database that fails',
    () => Promise.resolve(Response.json({ code: '57014', message: 'canceling' }, { status: 500 })),
    503,
    'The database did not answer',
  ],
  [
    'a page of a proxy instead of an answer',
    () => Promise.resolve(new Response('<html>', { status: 502 })),
    503,
    'The database did not answer',
  ],
  [
    'a session that has ended',
    () => Promise.resolve(Response.json({ code: 'PT401', message: 'session_ended' }, { status: 401 })),
    401,
    'not_signed_in',
  ],
  [
    'a refusal that has no sentence',
    () => Promise.resolve(Response.json({ code: '23505', message: 'Müller' }, { status: 409 })),
    500,
    'The function failed',
  ],
])('%s has its own status', async (_, fetch, status, error) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', fetch);
  expect(
    await answerOf(async () => ({ row: await asCaller({ env: ENV, caller: { headers: {}, isPlatform: false } }, 'my_invites') })),
  ).toEqual(['*', status, { error }]);
});

describe('whose call it is', () => {
  const SECRETS = {
    SUPABASE_URL: 'https://kontor.example',
    SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_p"}',
    SUPABASE_SECRET_KEYS: '{"default":"sb_secret_s"}',
    SCHEDULER_SECRET: 'a-secret-of-the-scheduler-with-32-characters',
  };
  const OLDER = { SUPABASE_URL: 'https://kontor.example', SUPABASE_ANON_KEY: 'anon.j.wt', SUPABASE_SERVICE_ROLE_KEY: 'service.j.wt' };
  const seen = async (env: Record<string, string>, headers: Record<string, string>) => {
    const response = await endpoint(z.object({}), async ({ caller }) => caller)(request({ headers }), env);
    return response.ok ? response.json() : response.status;
  };

  test.each([
    ['a person', { authorization: 'Bearer t' }, { headers: { apikey: 'sb_publishable_p', authorization: 'Bearer t' }, isPlatform: false }],
    ['the scheduler', { 'x-scheduler-secret': SECRETS.SCHEDULER_SECRET }, { headers: { apikey: 'sb_secret_s' }, isPlatform: true }],
    ['whoever has the secret key', { apikey: 'sb_secret_s' }, { headers: { apikey: 'sb_secret_s' }, isPlatform: true }],
    ['nobody', {}, 401],
    ['the app without a session', { apikey: 'sb_publishable_p', authorization: 'Bearer sb_publishable_p' }, 401],
    ['a scheduler with another secret', { 'x-scheduler-secret': `${SECRETS.SCHEDULER_SECRET}x` }, 401],
  ])('with the newer keys: %s', async (_, headers, expected) => {
    expect(await seen(SECRETS, headers)).toEqual(expected);
  });

  test.each([
    ['a person', { authorization: 'Bearer t' }, { headers: { apikey: 'anon.j.wt', authorization: 'Bearer t' }, isPlatform: false }],
    [
      'whoever has the service key',
      { authorization: 'Bearer service.j.wt' },
      { headers: { apikey: 'service.j.wt', authorization: 'Bearer service.j.wt' }, isPlatform: true },
    ],
    ['the app without a session', { apikey: 'anon.j.wt', authorization: 'Bearer anon.j.wt' }, 401],
  ])('with the older keys: %s', async (_, headers, expected) => {
    expect(await seen(OLDER, headers)).toEqual(expected);
  });

  test('a secret that is short or missing opens nothing', async () => {
    expect(await seen({ ...SECRETS, SCHEDULER_SECRET: 'short' }, { 'x-scheduler-secret': 'short' })).toBe(401);
    expect(await seen({ SUPABASE_URL: '' }, { 'x-scheduler-secret': '', apikey: '' })).toBe(401);
  });
});
