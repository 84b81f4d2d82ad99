import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkHosted } from '#local/hosted/check-project.ts';
import { createSite } from '#local/site.ts';
import { type Backend, startBackend } from '#tests/support/backend.ts';

const SECRET = 'the-secret-of-the-scheduler-on-trial';
const dist = mkdtempSync(join(tmpdir(), 'kontor-hosted-'));
let backend: Backend;
let front: Server;
let app = '';

type Reply = { status: number; headers: Headers; text: string };
type Fault = (path: string, reply: Reply, asked: Headers) => Partial<Reply> | null;
/** What is wrong in front of the real server; null passes everything on. */
let fault: Fault | null = null;

beforeAll(async () => {
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'index.html'), '<!doctype html><script type="module" src="/assets/index-abcdefgh.js"></script>');
  for (const file of ['sw.js', 'build.json', 'assets/index-abcdefgh.js']) writeFileSync(join(dist, file), '{}');
  const functionEnv = { SCHEDULER_SECRET: SECRET };
  backend = await startBackend({ database: 'own', functionEnv, site: (keys) => createSite({ dist, keys }) });
  await backend.db.exec(`
    create schema cron; create table cron.job (command text, active boolean);
    insert into cron.job select command, true from unnest(array['call private.generate_due(now())', 'select public.prune_history()',
      'post storage-prune', 'post receipt-verify', 'post exchange-rates-update', 'post notifications-send']) command;`);
  front = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? '/';
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const asked = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      for (const name of ['connection', 'content-length', 'transfer-encoding']) asked.delete(name);
      const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
      const answer = await fetch(`${backend.url}${path}`, { method: request.method ?? 'GET', headers: asked, ...body });
      const headers = new Headers(answer.headers);
      for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name);
      const text = (await answer.text()).replaceAll(backend.url, app);
      const reply = { status: answer.status, headers, text };
      const sent = { ...reply, ...fault?.(path, reply, asked) };
      response.writeHead(sent.status, Object.fromEntries(sent.headers)).end(sent.text);
    })();
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  app = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
});
afterAll(async () => {
  front.close();
  await backend.stop();
  rmSync(dist, { recursive: true, force: true });
});

async function findings(change: Partial<Parameters<typeof checkHosted>[0]> = {}): Promise<string[]> {
  const lines: string[] = [];
  const query = async (sql: string) => (await backend.db.query(sql)).rows;
  await checkHosted({ app, mailTo: '', schedulerSecret: SECRET, query, ...change }, (line) => void lines.push(line));
  return lines;
}
const missing = (lines: readonly string[]) => lines.filter((line) => line.startsWith('MISSING')).map((line) => line.slice(21).trim());

test('nothing is missing where everything is set', async () => {
  fault = null;
  const lines = await findings({ mailTo: 'nobody@example.com' });
  expect(missing(lines)).toEqual([]);
  expect(lines.filter((line) => line.startsWith('ok')).length).toBe(10);
  expect(lines.at(-1)).toBe('Nothing is missing of what can be seen from here; HOSTING.md names what cannot.');
});

test('what would need more than the address is said', async () => {
  fault = null;
  const lines = await findings({ schedulerSecret: '', query: null });
  expect(lines.filter((line) => line.startsWith('unseen')).map((line) => line.split(/\s+/)[1])).toEqual([
    'mails',
    'scheduler',
    'cron',
    'migrations',
    'row',
  ]);
});

const without = (headers: Headers, name: string) => {
  const rest = new Headers(headers);
  rest.delete(name);
  return { headers: rest };
};
const withHeader = (headers: Headers, name: string, value: string) => {
  const changed = new Headers(headers);
  changed.set(name, value);
  return { headers: changed };
};
const at =
  (prefix: string, change: (reply: Reply, asked: Headers) => Partial<Reply> | null): Fault =>
  (path, reply, asked) =>
    path.startsWith(prefix) ? change(reply, asked) : null;

test.each<[string, Fault, string | RegExp]>([
  [
    'a header',
    at('/sw.js', ({ headers }) => without(headers, 'x-frame-options')),
    '/sw.js is sent without the header x-frame-options: DENY',
  ],
  [
    'another policy',
    (path, { headers }) =>
      path === '/' ? withHeader(headers, 'content-security-policy', "default-src 'self'; script-src 'unsafe-inline'") : null,
    /^\/ is sent with another header content-security-policy: default-src 'none'/,
  ],
  [
    'a worker that browsers keep',
    at('/sw.js', ({ headers }) => withHeader(headers, 'cache-control', 'max-age=3600')),
    '/sw.js is kept by browsers: send it with cache-control: no-cache, or no device learns of a new version.',
  ],
  ['no list of the build', at('/build.json', () => ({ status: 404 })), '/build.json is not served (404).'],
  [
    'assets asked for again and again',
    at('/assets/index', ({ headers }) => withHeader(headers, 'cache-control', 'no-cache')),
    'Files below /assets are sent without cache-control: public, max-age=31536000, immutable.',
  ],
  [
    'no fallback to the page',
    at('/finance/expenses', () => ({ status: 404 })),
    '/finance/expenses is not answered with index.html (404): a reload in the app finds nothing.',
  ],
  [
    'a fallback that is too wide',
    at('/assets/not-there', () => ({ status: 200 })),
    'A script that is not there is answered with a page: an older version in an open tab would run it.',
  ],
  [
    'no configuration',
    at('/config.json', () => ({ text: '{}' })),
    /\/config\.json holds no \{ "supabaseUrl": "…", "supabaseAnonKey": "…" \}\.$/,
  ],
  [
    'the secret key in public',
    at('/config.json', () => ({ text: JSON.stringify({ supabaseUrl: app, supabaseAnonKey: backend.serviceRoleKey }) })),
    'config.json holds the secret key, which everybody can read there: put the publishable one, and make a new secret key.',
  ],
  [
    'the newer secret key in public',
    at('/config.json', () => ({ text: JSON.stringify({ supabaseUrl: app, supabaseAnonKey: 'sb_secret_1' }) })),
    'config.json holds the secret key, which everybody can read there: put the publishable one, and make a new secret key.',
  ],
  [
    'a key of another project',
    at('/config.json', () => ({ text: JSON.stringify({ supabaseUrl: app, supabaseAnonKey: 'sb_publishable_1' }) })),
    'The project does not know the key in config.json; perhaps the older keys were switched off.',
  ],
  ['no sign-in', at('/auth/v1/settings', () => ({ status: 502 })), 'The sign-in does not answer (502).'],
  [
    'passwords switched off',
    at('/auth/v1/settings', ({ text }) => ({ text: text.replace('"email":true', '"email":false') })),
    'Signing in with an address and a password is switched off.',
  ],
  [
    'addresses nobody confirms',
    at('/auth/v1/settings', ({ text }) => ({ text: text.replace('"mailer_autoconfirm":false', '"mailer_autoconfirm":true') })),
    'New addresses are not confirmed by a mail: supabase config push.',
  ],
  ['a table that is not there', at('/rest/v1/payments', () => ({ status: 404 })), 'The table payments is not there: supabase db push.'],
  [
    'a table without rules',
    at('/rest/v1/vendors', () => ({ status: 200, text: '[{"id":1}]' })),
    'The table vendors can be read without signing in: supabase db push.',
  ],
  [
    'a schema too many',
    at('/rest/v1/generated_periods', (_, asked) => (asked.get('accept-profile') === 'private' ? { status: 200, text: '[]' } : null)),
    'The schema private is exposed: only public is to be (API settings).',
  ],
  [
    'a public bucket',
    at('/storage/v1/object/public/uploads', () => ({ text: '{"message":"Object not found"}' })),
    'The bucket uploads is public: whoever guesses an address reads its files.',
  ],
  [
    'a function that is not deployed',
    at('/functions/v1/mail-test', () => ({ status: 404 })),
    'The function mail-test is not deployed: supabase functions deploy mail-test.',
  ],
  [
    'a function behind verify_jwt',
    at('/functions/v1/invite-send', ({ status }) => (status === 401 ? { text: '{"code":"UNAUTHORIZED_INVALID_JWT_FORMAT"}' } : null)),
    'The function invite-send leaves its callers to the gateway (verify_jwt): deploy it with this config.toml.',
  ],
  [
    'a function that asks nobody',
    at('/functions/v1/invite-list', ({ status }) => (status === 401 ? { status: 200 } : null)),
    'The function invite-list answers somebody who is not signed in (200).',
  ],
  [
    'a function that browsers can not call',
    at('/functions/v1/invite-list', ({ headers }) => without(headers, 'access-control-allow-origin')),
    'The function invite-list does not answer browsers (no access-control-allow-origin).',
  ],
  [
    'a nightly call that fails',
    at('/functions/v1/receipt-verify', (_, asked) => (asked.has('x-scheduler-secret') ? { status: 503, text: '' } : null)),
    'The nightly call of receipt-verify fails (503).',
  ],
])('%s is said, and nothing else', async (_, provoked, sentence) => {
  fault = provoked;
  const found = missing(await findings());
  fault = null;
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(sentence);
});

test('mails that do not go out are said', async () => {
  fault = at('/auth/v1/recover', () => ({ status: 500 }));
  const found = missing(await findings({ mailTo: 'nobody@example.com' }));
  fault = null;
  expect(found).toEqual(['No mail can be sent (500): set a mail server of your own, see HOSTING.md.']);
});

test('an app that is not there, or not over HTTPS, and a secret that is another are said', async () => {
  fault = null;
  expect(missing(await findings({ app: 'http://127.0.0.1:1' }))[0]).toMatch(/^The app is not at http:\/\/127\.0\.0\.1:1: /);
  expect(missing(await findings({ schedulerSecret: 'another' }))).toEqual([
    'The functions do not know this SCHEDULER_SECRET: supabase secrets set SCHEDULER_SECRET=…',
  ]);
});

test.each([
  [
    'the extension',
    'alter schema cron rename to away',
    'alter schema away rename to cron',
    'pg_cron is not switched on: switch it on, then supabase db push.',
  ],
  [
    'a job',
    "update cron.job set active = false where command like '%storage-prune'",
    'update cron.job set active = true',
    'Nothing calls storage-prune (cron.job): forgotten files stay.',
  ],
  [
    'a migration',
    "update supabase_migrations.schema_migrations set version = 'x' where version = '20260214000000'",
    "update supabase_migrations.schema_migrations set version = '20260214000000' where version = 'x'",
    '1 migrations are missing, from 20260214000000 on: supabase db push.',
  ],
  [
    'the baseline, where an earlier version made it,',
    "update supabase_migrations.schema_migrations set version = '20260210900000' where version = '20260214000000'",
    "update supabase_migrations.schema_migrations set version = '20260214000000' where version = '20260210900000'",
    '1 migrations are missing, from 20260214000000 on: supabase/HOSTING.md, "A project from 0.15 or earlier".',
  ],
  [
    'the rules of a table',
    'alter table public.vendors disable row level security',
    'alter table public.vendors enable row level security',
    'Row level security is off for vendors.',
  ],
])('%s that the database lacks is said', async (_, provoke, mend, sentence) => {
  fault = null;
  await backend.db.exec(provoke);
  const found = missing(await findings());
  await backend.db.exec(mend);
  expect(found).toContain(sentence);
});
