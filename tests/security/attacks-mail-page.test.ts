import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readSettings } from '#local/settings.ts';
import { startMailServer, TEST_CERTIFICATE, type TestMailServer } from '#tests/backend/mail-server.ts';
import { type Backend, type BackendOptions, startBackend } from '#tests/support/backend.ts';

/** Nobody has registered with it before. */
const newVictim = () => `${randomUUID()}@example.test`;

/** nginx as `proxy_pass http://127.0.0.1:<port>` makes it: the upstream's own name as Host, and no word of who asked. */
async function reverseProxy(to: string): Promise<{ url: string; server: Server }> {
  const upstream = new URL(to);
  const server = createServer((incoming, answer) => {
    const headers: IncomingHttpHeaders = { ...incoming.headers, host: upstream.host };
    const passed = httpRequest(upstream, { method: incoming.method, path: incoming.url, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

async function startWithVictim(options: BackendOptions = {}): Promise<{ backend: Backend; victim: string }> {
  const [backend, victim] = [await startBackend(options), newVictim()];
  await askFor(backend, 'signup', { email: victim, password: 'a long enough secret' });
  return { backend, victim };
}
const askFor = (backend: Backend, what: string, body: object) =>
  fetch(`${backend.url}/auth/v1/${what}`, {
    method: 'POST',
    headers: { apikey: backend.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('a stranger behind a reverse proxy', () => {
  let backend: Backend;
  let victim: string;
  let proxy: Awaited<ReturnType<typeof reverseProxy>>;
  beforeAll(async () => {
    ({ backend, victim } = await startWithVictim());
    proxy = await reverseProxy(backend.url);
  });
  afterAll(async () => {
    proxy?.server.close();
    await backend?.stop();
  });

  test('does not read the mails of the sign-in', async () => {
    expect((await backend.mail(victim)).length).toBe(1);
    const id = (await backend.mail(victim))[0]?.id;
    for (const path of ['', '/', `/${id}`, `/x/${id}`, `/${backend.anonKey}`, `?key=${backend.anonKey}`, '/..', '//', `/%2e%2e/${id}`])
      for (const headers of [{}, { host: 'localhost' }, { 'x-kontor-client-address': '127.0.0.1' }, { 'x-forwarded-for': '127.0.0.1' }]) {
        const answer = await fetch(`${proxy.url}/_mail${path}`, { headers });
        expect([path, (await answer.text()).includes(victim)]).toEqual([path, false]);
      }
    expect((await fetch(`${proxy.url}/_mail`)).status).toBe(403);
  });

  test('does not put mails there, nor does who has a key of the API', async () => {
    const before = (await backend.mail(victim)).length;
    for (const key of ['', backend.anonKey, backend.mailKey]) {
      const mail = { to: victim, cc: '', subject: 's', text: 't', html: 'h', kind: 'recovery', attachments: [] };
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const answer = await fetch(`${proxy.url}/_mail`, { method: 'POST', headers, body: JSON.stringify(mail) });
      expect(answer.status).toBe(403);
    }
    expect((await backend.mail(victim)).length).toBe(before);
  });

  test('is told nothing of the key by the app or its configuration', async () => {
    for (const path of ['/', '/config.json', '/healthz', '/auth/v1/settings', '/_mail']) {
      const answer = await fetch(`${proxy.url}${path}`, { headers: { apikey: backend.anonKey } });
      const all = `${JSON.stringify([...answer.headers])}${await answer.text()}`;
      expect([path, all.includes(backend.mailKey)]).toEqual([path, false]);
    }
  });
});

test('beyond this computer, and beside a mail server, the page is off unless somebody switches it on', () => {
  const access = (env: Record<string, string>) => readSettings(env).mailPage;
  const server = { SMTP_URL: 'smtps://mail.example.com', MAIL_FROM: 'a@example.com' };
  for (const host of ['127.0.0.1', '127.0.0.2', '::1', 'localhost'])
    expect([host, access({ HOST: host })]).toEqual([host, 'this-computer']);
  for (const host of ['0.0.0.0', '::', '192.168.1.5', 'books.example.com', '127.evil.example'])
    expect([host, access({ HOST: host })]).toEqual([host, 'nobody']);
  expect([access({ HOST: '0.0.0.0', MAIL_PAGE: 'on' }), access({ MAIL_PAGE: 'off' }), access(server)]).toEqual([
    'network',
    'nobody',
    'nobody',
  ]);
  expect(() => readSettings({ ...server, MAIL_PAGE: 'on' })).toThrow('MAIL_PAGE=on does not go with SMTP_URL');
  expect(() => readSettings({ MAIL_PAGE: 'yes' })).toThrow('MAIL_PAGE=yes is not known');
});

describe('with a mail server', () => {
  let server: TestMailServer;
  let backend: Backend;
  let victim: string;
  beforeAll(async () => {
    server = await startMailServer();
    const mail = {
      SMTP_URL: `smtp://books%40example.test:open%20sesame@localhost:${server.port}`,
      MAIL_FROM: 'kontor@example.test',
      SMTP_CA: TEST_CERTIFICATE,
    };
    ({ backend, victim } = await startWithVictim({ mail, mailPage: 'network' }));
  });
  afterAll(async () => {
    await backend?.stop();
    await server?.close();
  });

  test('mails of the sign-in go out by it and lie nowhere else', async () => {
    await vi.waitUntil(() => server.received.length > 0, { timeout: 120_000 });
    const [mail] = server.received;
    expect(mail).toMatchObject({ from: 'kontor@example.test', to: [victim], isEncrypted: true });
    expect(mail?.raw).toMatch(/^From: Kontor <kontor@example.test>/m);
    expect(mail?.raw).toContain('/auth/v1/verify');
    expect(await backend.mail(victim)).toEqual([]);
  });

  test('the mail page shows nothing, not even to its key', async () => {
    const answer = await fetch(`${backend.url}/_mail/${backend.mailKey}`);
    expect([answer.status, (await answer.text()).includes('signup')]).toEqual([404, false]);
    const headers = { authorization: `Bearer ${backend.serviceRoleKey}` };
    expect((await fetch(`${backend.url}/_mail`, { method: 'POST', headers, body: '{}' })).status).toBe(404);
  });

  test('an answer does not wait for it: how long it takes tells nothing of an address', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const slow = await startMailServer({ onConnect: (_, done) => void held.then(() => done()) });
    const mail = { SMTP_URL: `smtp://x:y@localhost:${slow.port}`, MAIL_FROM: 'kontor@example.test', SMTP_CA: TEST_CERTIFICATE };
    const patient = await startBackend({ mail });
    const email = newVictim();
    try {
      expect((await askFor(patient, 'signup', { email, password: 'a long enough secret' })).status).toBe(200);
      expect((await askFor(patient, 'recover', { email })).status).toBe(200);
    } finally {
      release();
      await patient.stop();
      await slow.close();
    }
  });
});
