import { createHmac } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personaId } from '#tests/support/personas.ts';
import { isRefused, OURS, type Stage, startStage, THEIRS } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
  await stage.build.vendors({ company_id: OURS, name: 'Ours only' });
  await stage.build.vendors({ company_id: THEIRS, name: 'Geheim' });
});
afterAll(() => stage?.stop());

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const CLAIMS = { sub: personaId('owner'), role: 'authenticated', aud: 'authenticated', exp: 9_999_999_999 };
const signed = (header: object, claims: object, secret: string): string => {
  const input = `${part(header)}.${part(claims)}`;
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
};
/** What each way of forging a token makes of the platform's secret and keys. */
const FORGERIES: Record<string, () => string | Promise<string>> = {
  'an unsigned token (alg none)': () => `${part({ alg: 'none' })}.${part(CLAIMS)}.`,
  'alg "None" in another spelling': () => `${part({ alg: 'nOnE' })}.${part(CLAIMS)}.`,
  'no algorithm at all': () => signed({}, CLAIMS, stage.backend.jwtSecret),
  'another algorithm with the right secret': () =>
    new SignJWT(CLAIMS).setProtectedHeader({ alg: 'HS512' }).sign(new TextEncoder().encode(stage.backend.jwtSecret.padEnd(64, 'x'))),
  'a token signed with the anon key': () => signed({ alg: 'HS256' }, CLAIMS, stage.backend.anonKey),
  'service_role signed with the anon key': () => signed({ alg: 'HS256' }, { ...CLAIMS, role: 'service_role' }, stage.backend.anonKey),
  'an empty secret': () => signed({ alg: 'HS256' }, CLAIMS, ''),
  'a key of the token itself (jwk in the header)': () =>
    signed({ alg: 'HS256', jwk: { kty: 'oct', k: 'eA' }, kid: '../../dev/null' }, CLAIMS, 'x'),
  'a good signature over other claims': async () => {
    const [header, , signature] = (await stage.token('viewer')).split('.');
    return `${header}.${part(CLAIMS)}.${signature}`;
  },
  'an expired token': () => signed({ alg: 'HS256' }, { ...CLAIMS, exp: 1_600_000_000 }, stage.backend.jwtSecret),
  'a token without an end': () => signed({ alg: 'HS256' }, { ...CLAIMS, exp: undefined }, stage.backend.jwtSecret),
  'an end that is no number': () => signed({ alg: 'HS256' }, { ...CLAIMS, exp: '9999999999' }, stage.backend.jwtSecret),
  'a token of the future': () => signed({ alg: 'HS256' }, { ...CLAIMS, nbf: 9_999_999_000 }, stage.backend.jwtSecret),
  'a token for somebody else (aud)': () => signed({ alg: 'HS256' }, { ...CLAIMS, aud: 'elsewhere' }, stage.backend.jwtSecret),
  'a role of the database': () => signed({ alg: 'HS256' }, { ...CLAIMS, role: 'postgres' }, stage.backend.jwtSecret),
  'two tokens in one': async () => `${await stage.token('owner')}.${await stage.token('owner')}`,
  'nothing but dots': () => '..',
};

describe('a forged token opens no service', () => {
  test.each(Object.keys(FORGERIES))('%s', async (name) => {
    const token = await FORGERIES[name]!();
    for (const path of ['/rest/v1/vendors', '/auth/v1/user', '/functions/v1/invite-list', `/storage/v1/object/uploads/${OURS}/x.pdf`])
      expect([path, (await stage.send('owner', path, { token })).status]).toEqual([path, expect.toBeOneOf([400, 401, 403])]);
  });
});

describe('without a session', () => {
  test('no table and no function of the database answers, whichever the catalog holds', async () => {
    const { rows } = await stage.backend.db.query(
      `select 'rpc/' || proname as path from pg_proc where pronamespace = 'public'::regnamespace
       union select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')`,
    );
    expect(rows.length).toBeGreaterThan(40);
    for (const path of rows.map((row) => String(row['path']))) {
      const isCall = path.startsWith('rpc/');
      for (const method of isCall ? ['POST'] : ['GET', 'POST', 'PATCH', 'DELETE']) {
        const answer = await stage.send('anonymous', `/rest/v1/${path}`, {
          method,
          ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }),
        });
        expect([path, method, answer.status]).toEqual([path, method, expect.toBeOneOf([400, 401, 403, 404])]);
      }
    }
  });

  test('no function of the catalog may be executed by anon or by everybody', async () => {
    const { rows } = await stage.backend.db.query(
      `select p.proname from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and has_function_privilege('anon', p.oid, 'execute')`,
    );
    expect(rows).toEqual([]);
  });

  test.each(
    readdirSync('supabase/functions', { withFileTypes: true }).flatMap((each) =>
      each.isDirectory() && each.name !== '_shared' ? [each.name] : [],
    ),
  )('the function %s refuses anonymous visitors, and a stranger nothing of ours', async (name) => {
    const path = `/functions/v1/${name}`;
    expect((await stage.send('anonymous', path, { method: 'POST', body: {} })).status).toBe(401);
    const body = {
      company_id: OURS,
      email: 'x@kontor.example',
      preset: 'viewer',
      language: 'en',
      to: 'x@kontor.example',
      invite_id: OURS,
      invoice_id: OURS,
      recurring_invoice_id: OURS,
    };
    const answer = await stage.send('stranger', path, { method: 'POST', body });
    const saysNothing = name === 'invite-list' ? answer.text === '{"invites":[]}' : isRefused(answer);
    expect([name, answer.text, saysNothing]).toEqual([name, answer.text, true]);
  });

  test('functions that only the platform calls are refused to an owner', async () => {
    const { rows } = await stage.backend.db.query(
      `select proname from pg_proc p where p.pronamespace = 'public'::regnamespace and not has_function_privilege('authenticated', p.oid, 'execute') and prorettype <> 'trigger'::regtype`,
    );
    const names = rows.map((row) => String(row['proname']));
    expect(names).toEqual(expect.arrayContaining(['rotate_epoch', 'mail_transport', 'prune_history']));
    for (const name of names)
      expect([name, isRefused(await stage.send('owner', `/rest/v1/rpc/${name}`, { method: 'POST', body: {} }))]).toEqual([name, true]);
  });
});

describe('what a request names', () => {
  const hostile = ["'; drop table public.vendors; --", '") or true --', 'name) union select 1', '$$', '\\', '%00'];
  test.each(hostile)('%j in filter, order, select, column, conflict target and RPC name is a value or a refusal', async (text) => {
    const word = encodeURIComponent(text);
    for (const query of [
      `name=eq.${word}`,
      `name=in.(${word})`,
      `or=(name.eq.${word})`,
      `order=${word}`,
      `select=${word}`,
      `${word}=eq.1`,
      `select=name->>${word}`,
      `on_conflict=${word}`,
    ]) {
      const answer = await stage.send('viewer', `/rest/v1/vendors?${query}`);
      expect([query, answer.status]).toEqual([query, expect.toBeOneOf([200, 400, 404])]);
      expect(answer.text).not.toContain('Geheim');
      expect(answer.text).not.toMatch(/syntax error/i);
    }
    expect(isRefused(await stage.send('viewer', `/rest/v1/rpc/${word}`, { method: 'POST', body: {} }))).toBe(true);
    expect(await stage.stored('select count(*)::int from public.vendors')).toBe(2);
  });

  test.each([
    'name=eq(any).{a}',
    'name=pg_sleep.9999',
    'name=fts(english).x',
    'select=pg_sleep(9999)',
    'select=name::regclass',
    'name=not.not.eq.x',
    'select=company_id.count()',
    'order=name.asc.pg_sleep',
  ])('%s calls nothing', async (query) => {
    // One that slept would never answer.
    const { status } = await stage.send('viewer', `/rest/v1/vendors?${query}`);
    expect(status).toBe(400);
  });

  test.each(['auth', 'private', 'storage', 'pg_catalog', 'information_schema', 'realtime'])(
    'the schema %s is not offered',
    async (schema) => {
      const answer = await stage.send('owner', '/rest/v1/users', { headers: { 'accept-profile': schema } });
      expect(isRefused(answer)).toBe(true);
      const write = await stage.send('owner', '/rest/v1/users', { method: 'POST', body: {}, headers: { 'content-profile': schema } });
      expect(isRefused(write)).toBe(true);
    },
  );

  test.each(['pg_sleep', 'pg_read_file', 'set_config', 'lo_import', 'current_setting', 'query_to_xml', 'has_key', 'companies_with'])(
    'the function %s of the database is not an RPC',
    async (name) => expect((await stage.send('owner', `/rest/v1/rpc/${name}`, { method: 'POST', body: {} })).status).toBe(404),
  );

  test('a header cannot change role, claims or settings of the transaction', async () => {
    const headers = {
      'x-role': 'service_role',
      role: 'service_role',
      'request.jwt.claims': '{}',
      prefer: 'tx=rollback, role=service_role',
      'x-kontor-client-address': '127.0.0.1',
    };
    expect((await stage.send('stranger', `/rest/v1/vendors?company_id=eq.${OURS}`, { headers })).text).toBe('[]');
  });
});
