import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { listMails } from '#local/mail/mailbox.ts';
import { type RunningServer, serve } from '#local/serve.ts';
import { silentLog } from '#local/server/log.ts';
import { readSettings } from '#local/settings.ts';
import { until } from '#tests/support/patience.ts';

const examples = new URL('../../supabase/proxy/', import.meta.url);
const scratch = mkdtempSync(join(tmpdir(), 'kontor-proxy-'));
const isInstalled = (program: string) => spawnSync('which', [program]).status === 0;

/** Held all at once, or two could be the same. */
async function freePorts(): Promise<Ports> {
  const probes = [createServer(), createServer(), createServer()];
  for (const probe of probes) await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const [plain = 0, secure = 0, server = 0] = probes.map((probe) => (probe.address() as { port: number }).port);
  for (const probe of probes) await new Promise((resolve) => probe.close(resolve));
  return { plain, secure, server };
}

/** A certificate that this machine made for itself. */
function certificate(): { cert: string; key: string; pem: string } {
  const [cert, key] = [join(scratch, 'cert.pem'), join(scratch, 'key.pem')];
  const facts = ['-subj', '/CN=books.example.com', '-addext', 'subjectAltName=DNS:books.example.com,DNS:localhost'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert, ...facts], {
    stdio: 'ignore',
  });
  return { cert, key, pem: readFileSync(cert, 'utf8') };
}

type Ports = { readonly plain: number; readonly secure: number; readonly server: number };
type Proxy = { readonly name: string; start(ports: Ports, tls: { cert: string; key: string }): { program: string; args: string[] } };

/** The examples as they are, with the ports, folders and certificate of this test put in. */
const PROXIES: readonly Proxy[] = [
  {
    name: 'nginx',
    start({ plain, secure, server }, { cert, key }) {
      const site = readFileSync(new URL('nginx.conf', examples), 'utf8')
        .replace('listen 80;', `listen 127.0.0.1:${plain};`)
        .replace('listen 443 ssl;', `listen 127.0.0.1:${secure} ssl;`)
        .replace('127.0.0.1:4173', `127.0.0.1:${server}`)
        .replace(/ssl_certificate \S+;/, `ssl_certificate ${cert};`)
        .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${scratch}/${kind};`);
      const file = join(scratch, 'nginx.conf');
      const main = `daemon off; master_process off; pid ${scratch}/nginx.pid; error_log stderr crit; events {}`;
      writeFileSync(file, `${main}\nhttp { access_log off; ${temporary.join(' ')}\n${site}\n}`);
      return { program: 'nginx', args: ['-p', scratch, '-e', 'stderr', '-c', file] };
    },
  },
  {
    name: 'caddy',
    start({ plain, secure, server }, { cert, key }) {
      const site = readFileSync(new URL('Caddyfile', examples), 'utf8').replace(
        '127.0.0.1:4173',
        `127.0.0.1:${server}\n\ttls ${cert} ${key}`,
      );
      const file = join(scratch, 'Caddyfile');
      writeFileSync(file, `{\n\tadmin off\n\tlog {\n\t\tlevel ERROR\n\t}\n\thttp_port ${plain}\n\thttps_port ${secure}\n}\n${site}`);
      return { program: 'caddy', args: ['run', '--adapter', 'caddyfile', '--config', file] };
    },
  },
];

const tls = certificate();

describe.each(PROXIES.filter(({ name }) => isInstalled(name)))('behind the example for $name', ({ name, start }) => {
  let server: RunningServer;
  let stopProxy = (): void => undefined;
  let ports: Ports;
  let apikey = '';
  const dataDir = join(scratch, `data-${name}`);

  beforeAll(async () => {
    ports = await freePorts();
    const dist = join(scratch, 'dist');
    mkdirSync(dist, { recursive: true });
    writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Kontor</title>');
    const env = {
      PORT: String(ports.server),
      DATA_DIR: dataDir,
      SEED: 'none',
      PUBLIC_URL: 'https://books.example.com',
      TRUSTED_PROXIES: 'loopback',
    };
    server = await serve({ settings: readSettings(env), dist, log: silentLog, now: () => new Date(), onDatabaseGone: () => undefined });
    const { program, args } = start(ports, tls);
    const home = { HOME: scratch, XDG_DATA_HOME: scratch, XDG_CONFIG_HOME: scratch };
    const child = spawn(program, args, { env: { ...process.env, ...home }, stdio: ['ignore', 'ignore', 'inherit'] });
    stopProxy = () => void child.kill('SIGTERM');
    await until(async () => (await ask('/healthz').catch(() => null))?.status === 200);
    apikey = JSON.parse((await ask('/config.json')).text).supabaseAnonKey;
  });
  afterAll(async () => {
    stopProxy();
    await server?.close();
  });

  type Asking = {
    readonly method?: string;
    readonly headers?: Record<string, string>;
    readonly body?: string | Buffer;
    readonly from?: string;
  };
  const ask = (path: string, { method = 'GET', headers = {}, body, from = '127.0.0.1' }: Asking = {}) =>
    new Promise<{ status: number; text: string; location: string }>((resolve, reject) => {
      const asked = request(
        {
          host: '127.0.0.1',
          port: ports.secure,
          servername: 'books.example.com',
          ca: tls.pem,
          localAddress: from,
          path,
          method,
          agent: false,
          headers: { host: 'books.example.com', ...headers },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              text: Buffer.concat(chunks).toString('utf8'),
              location: response.headers.location ?? '',
            }),
          );
        },
      );
      asked.on('error', reject);
      asked.end(body);
    });
  const post = (path: string, body: unknown, more: Asking = {}) =>
    ask(path, {
      ...more,
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json', ...more.headers },
      body: JSON.stringify(body),
    });

  test('the app, its links in mails and where they lead have the public address', async () => {
    expect(JSON.parse((await ask('/config.json')).text)).toMatchObject({ supabaseUrl: 'https://books.example.com' });
    const email = `${randomUUID()}@example.test`;
    await post('/auth/v1/signup', { email, password: 'correct horse battery' });
    const link = (await listMails(dataDir)).find(({ to }) => to === email)?.link ?? '';
    expect(link).toMatch(/^https:\/\/books\.example\.com\/auth\/v1\/verify\?/);
    const landed = await ask(link.slice('https://books.example.com'.length));
    expect([landed.status, landed.location]).toEqual([303, expect.stringMatching(/^https:\/\/books\.example\.com\/#access_token=/)]);
  });

  test('plain HTTP is sent on to HTTPS', async () => {
    const asked = await fetch(`http://127.0.0.1:${ports.plain}/settings`, { headers: { host: 'books.example.com' }, redirect: 'manual' });
    expect(Math.floor(asked.status / 100)).toBe(3);
  });

  test('the live channel opens', async () => {
    const address = `wss://127.0.0.1:${ports.secure}/realtime/v1/websocket?apikey=${apikey}&vsn=1.0.0`;
    const socket = new WebSocket(address, {
      ca: tls.pem,
      servername: 'books.example.com',
      headers: { host: 'books.example.com' },
    } as WebSocket.ClientOptions);
    const reply = new Promise<string>((resolve, reject) => {
      socket.on('message', (data: Buffer) => resolve(data.toString('utf8')));
      socket.on('error', reject);
    });
    socket.on('open', () => socket.send(JSON.stringify({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '7' })));
    expect(JSON.parse(await reply)).toMatchObject({ event: 'phx_reply', ref: '7', payload: { status: 'ok' } });
    socket.close();
  });

  test('tries are counted by person, whatever a person claims to be', async () => {
    const body = { email: 'guessed@example.test', password: 'wrong password' };
    const tryFrom = async (from: string, claimed: string) =>
      (await post('/auth/v1/token?grant_type=password', body, { from, headers: { 'x-forwarded-for': claimed } })).status;
    const answers: number[] = [];
    for (let n = 0; n < 11; n += 1) answers.push(await tryFrom('127.0.0.2', `203.0.113.${n}`));
    expect(answers.slice(-2)).toEqual([400, 429]);
  });

  test('a large upload reaches the server', async () => {
    const answer = await ask('/storage/v1/object/uploads/none.png', {
      method: 'POST',
      headers: { apikey, 'content-type': 'image/png' },
      body: Buffer.alloc(15 * 1024 * 1024),
    });
    // Refused by the server, in its own words, for nobody is signed in.
    expect(JSON.parse(answer.text)).toMatchObject({ statusCode: '403' });
  });
});

test.runIf(process.env['REQUIRE_POSTGRES'] === '1')('the programs of the examples are on this machine (Debian: nginx, caddy)', () => {
  expect(PROXIES.filter(({ name }) => !isInstalled(name)).map(({ name }) => name)).toEqual([]);
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));
