import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languageOf } from '#local/operations/admin-texts.ts';
import { statementText } from '#local/db/watched-database.ts';
import { listMails } from '#local/mail/mailbox.ts';
import { routeOf } from '#local/server/answered.ts';
import { engines } from '#tests/support/database.ts';
import { until } from '#tests/support/patience.ts';
import { type PostgresServer, startPostgresServer } from '#tests/support/postgres-server.ts';
import { startServer, type WholeServer } from '#tests/support/whole-server.ts';

const scratch = mkdtempSync(join(tmpdir(), 'kontor-operations-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const keysOf = (dataDir: string) =>
  JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8')) as {
    anonKey: string;
    serviceRoleKey: string;
    jwtSecret: string;
    mailKey: string;
  };
const clientOf = (server: WholeServer, dataDir: string, key: 'anonKey' | 'serviceRoleKey' = 'anonKey') =>
  createClient(server.url('ready'), keysOf(dataDir)[key], { auth: { persistSession: false } });

const PERSON = { email: 'wilhelmine.quark@example.test', password: 'sieben grüne Heringe' };
const COMPANY = 'Quark & Töchter Feinkost';

async function register(server: WholeServer, dataDir: string): Promise<void> {
  const { error } = await clientOf(server, dataDir, 'serviceRoleKey').auth.admin.createUser({ ...PERSON, email_confirm: true });
  if (error) throw error;
}

/** A person registers, founds a company, adds a vendor, stores a picture and looks at it by a signed link. Returns what must be in no log. */
async function smallStory(server: WholeServer, dataDir: string): Promise<string[]> {
  const client = clientOf(server, dataDir);
  await register(server, dataDir);
  const { data: signedUp, error } = await client.auth.signInWithPassword(PERSON);
  if (error) throw error;
  const { access_token, refresh_token } = signedUp.session;
  const founded = await client.rpc('create_company', { p_id: randomUUID(), p_name: COMPANY });
  if (founded.error) throw new Error(founded.error.message);
  const { data: companies } = await client.from('companies').select('id,name');
  expect(companies).toHaveLength(1);
  const company = String(companies?.[0]?.id);
  const vendor = await client.from('vendors').insert({ company_id: company, name: 'Gurkenhof Sauer' });
  expect(vendor.error).toBeNull();
  await client.from('vendors').select('name').eq('name', 'Gurkenhof Sauer');
  // Nobody's statement: the refusal may quote what was typed.
  await client.from('vendors').select('name').eq('id', 'Heringssalat');
  const picture = randomUUID();
  const path = `${company}/${picture}.png`;
  const stored = await client.storage.from('logos').upload(path, PNG, { contentType: 'image/png' });
  const signed = await client.storage.from('logos').createSignedUrl(path, 60);
  const link = signed.data?.signedUrl ?? '';
  if (link !== '') await (await fetch(link)).arrayBuffer();
  await client.auth.resetPasswordForEmail(PERSON.email);
  const token = new URL(link || 'http://none/?token=none-none').searchParams.get('token') ?? '';
  expect(stored.error).toBeNull();
  expect(token).not.toBe('none-none');
  const { anonKey, serviceRoleKey, jwtSecret, mailKey } = keysOf(dataDir);
  const mails = await listMails(dataDir);
  expect(mails.length).toBeGreaterThan(0);
  return [
    ...mails.flatMap(({ text }) => text.split('\n').filter((line) => line.length > 20)),
    access_token,
    refresh_token,
    token,
    anonKey,
    serviceRoleKey,
    jwtSecret,
    mailKey,
    PERSON.email,
    PERSON.password,
    'wilhelmine',
    'Quark',
    'Gurkenhof',
    'Heringssalat',
    picture,
    company,
  ];
}
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

type Line = {
  time: string;
  level: string;
  message: string;
  requestId?: string;
  method?: string;
  route?: string;
  status?: number;
  ms?: number;
};
const linesOf = (server: WholeServer): Line[] =>
  server
    .err()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

describe.each(engines())('a running server on %s', (engine) => {
  const dataDir = join(scratch, engine);
  let postgres: PostgresServer | undefined;
  let server: WholeServer;
  let secrets: string[] = [];
  beforeAll(async () => {
    if (engine === 'postgres') postgres = startPostgresServer();
    server = await startServer({
      DATA_DIR: dataDir,
      SLOW_STATEMENT_MS: '0',
      ...(postgres ? { DATABASE_URL: postgres.url('postgres') } : {}),
    });
    secrets = await smallStory(server, dataDir);
  });
  afterAll(async () => {
    await server?.stop();
    postgres?.stop();
  });

  test('logs a line of JSON for each request: when, how, how long, by an id that the answer names', async () => {
    const { headers } = await fetch(`${server.url('ready')}/rest/v1/companies`, { headers: { apikey: keysOf(dataDir).anonKey } });
    const id = headers.get('sb-request-id');
    await until(() => linesOf(server).some(({ message, requestId }) => message === 'request' && requestId === id));
    const line = linesOf(server).find(({ message, requestId }) => message === 'request' && requestId === id);
    expect(line).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      level: 'info',
      message: 'request',
      requestId: id,
      method: 'GET',
      route: '/rest/v1/companies',
      status: 401,
      ms: expect.any(Number),
    });
    const statements = linesOf(server).filter(({ message, requestId }) => message === 'slow statement' && requestId === id);
    expect(statements.length).toBeGreaterThan(0);
  });

  test('logs no secret and no word of a customer, of a whole story with every statement logged', () => {
    const log = server.err();
    expect(linesOf(server).filter(({ message }) => message === 'slow statement').length).toBeGreaterThan(20);
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
    expect(log).not.toMatch(/[?&](?:token|apikey|select)=|Bearer |eyJ/);
  });

  test('counts requests, changes and sizes for Prometheus, on loopback alone', async () => {
    const text = await (await fetch(`${server.url('admin')}/metrics`)).text();
    const value = (name: string) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
    expect(text).toMatch(/^kontor_requests_total\{service="rest",status="201"\} 1$/m);
    expect(text).toMatch(/^kontor_request_seconds_bucket\{service="rest",le="\+Inf"\} \d+$/m);
    for (const name of ['kontor_up', 'kontor_changes_total', 'kontor_database_bytes', 'kontor_stored_bytes', 'kontor_disk_free_bytes'])
      expect([name, value(name) > 0]).toEqual([name, true]);
    for (const name of ['kontor_sockets', 'kontor_queue_news', 'kontor_queue_mails', 'kontor_queue_receipts'])
      expect([name, value(name)]).toEqual([name, 0]);
    for (const line of text.trimEnd().split('\n')) expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{[^}]*\})? -?[\d.e+]+)$/);
    for (const path of ['/metrics', '/admin', '/_admin'])
      expect(await (await fetch(server.url('ready') + path)).text()).not.toContain('kontor_');
    expect(new URL(server.url('admin')).port).not.toBe(new URL(server.url('ready')).port);
  });

  test('shows its administrator the same as a page, in the language of the browser', async () => {
    const page = async (language: string) => (await fetch(server.url('admin'), { headers: { 'accept-language': language } })).text();
    expect(await page('de-DE,de;q=0.9,en;q=0.8')).toContain('<h1>Serverstatus</h1>');
    const english = await page('fr,en;q=0.5');
    expect(english).toContain('Everything is running.');
    expect(english).toContain('No daily backups are made.');
    expect(secrets.filter((secret) => english.includes(secret))).toEqual([]);
  });

  test('is ready', async () => {
    await until(async () => (await fetch(`${server.url('ready')}/readyz`)).status === 200);
    expect(await (await fetch(`${server.url('ready')}/healthz`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${server.url('ready')}/readyz`)).json()).toEqual({ status: 'ready' });
  });
});

test('a server whose daily backup fails is ready, and warns', async () => {
  const server = await startServer({ DATA_DIR: join(scratch, 'no-backup'), BACKUP_DIR: '/dev/null/backups' });
  await until(() => server.err().includes('the last backup is old'));
  const response = await fetch(`${server.url('ready')}/readyz`);
  expect([response.status, await response.json()]).toEqual([200, { status: 'ready', warnings: ['backup is old'] }]);
  expect(await (await fetch(server.url('admin'))).text()).toContain('The last daily backup is more than two days old.');
  expect(await server.stop()).toBe(0);
});

describe.runIf(engines().includes('postgres'))('while the database is away', () => {
  const dataDir = join(scratch, 'away');
  let postgres: PostgresServer;
  let server: WholeServer;
  beforeAll(async () => {
    postgres = startPostgresServer();
    server = await startServer({ DATA_DIR: dataDir, DATABASE_URL: postgres.url('postgres') });
    await register(server, dataDir);
  });
  afterAll(async () => {
    await server?.stop();
    postgres?.stop();
  });

  test('every part answers 503 and when to ask again; it goes on by itself when the database is back', async () => {
    const url = server.url('ready');
    const { anonKey, serviceRoleKey } = keysOf(dataDir);
    const headers = { apikey: anonKey, authorization: `Bearer ${serviceRoleKey}`, 'content-type': 'application/json' };
    const ask = async (path: string, body?: object) => {
      const response = await fetch(url + path, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers });
      await response.arrayBuffer();
      return `${path} ${response.status} ${response.headers.get('retry-after')}`;
    };
    const all = () =>
      Promise.all([
        ask('/healthz'),
        ask('/readyz'),
        ask('/rest/v1/companies'),
        ask('/rest/v1/rpc/purge_companies', {}),
        ask('/auth/v1/token?grant_type=password', PERSON),
        ask('/auth/v1/admin/users'),
        ask('/storage/v1/bucket'),
        ask('/functions/v1/storage-prune', {}),
      ]);
    expect((await all()).map((line) => line.split(' ')[1])).toEqual(['200', '200', '200', '200', '200', '200', '200', '200']);
    postgres.down();
    expect((await all()).map((line) => line.replace(/^\S+ /, ''))).toEqual(Array.from({ length: 8 }, () => '503 5'));
    const page = await (await fetch(server.url('admin'))).text();
    expect(page).toContain('The database does not answer.');
    expect(await (await fetch(`${server.url('admin')}/metrics`)).text()).toMatch(/^kontor_up 0$/m);
    postgres.up();
    await until(async () => (await fetch(`${url}/healthz`)).status === 200);
    expect((await all()).map((line) => line.split(' ')[1])).toEqual(['200', '200', '200', '200', '200', '200', '200', '200']);
    const told = linesOf(server).map(({ level, message }) => `${level}: ${message}`);
    expect(told.filter((line) => line === 'error: the database does not answer')).toHaveLength(1);
    expect(told).toContain('info: the database answers again');
    expect(await server.stop()).toBe(0);
  });
});

test('a logged statement has no literal in it, and a logged route only names of ours', () => {
  expect(statementText(`select 'it''s',  E'a\\'b', $1, $$secret$$, $x$more 'of' it$x$ from "t"`)).toBe('select ?, ?, $1, ?, ? from "t"');
  const route = (url: string) => routeOf({ method: 'GET', url }).route;
  expect(route('/rest/v1/invoices?number=eq.Secret')).toBe('/rest/v1/invoices');
  expect(route('/rest/v1/rpc/sync_pull')).toBe('/rest/v1/rpc/sync_pull');
  expect(route('/rest/v1/Müller')).toBe('/rest/v1/…');
  expect(route('/storage/v1/object/sign/uploads/x/Rechnung.pdf?token=ey')).toBe('/storage/v1/object/…');
  expect(route('/_mail/secret-key/1')).toBe('/_mail');
  expect(route('/finance/expenses/Müller')).toBe('/…');
  expect(routeOf({ method: 'PROPFIND', url: '/' }).method).toBe('other');
});

test('the page of the administrator speaks German to whoever prefers it, else English', () => {
  expect(['de', 'de-AT,en;q=0.9', 'en;q=0.4,de;q=0.6', 'fr,de;q=0.3'].map(languageOf)).toEqual(['de', 'de', 'de', 'de']);
  expect(['', 'fr', 'en,de;q=0.9', 'de;q=0'].map(languageOf)).toEqual(['en', 'en', 'en', 'en']);
});
