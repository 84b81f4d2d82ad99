import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, serve } from '#local/serve.ts';
import { silentLog } from '#local/server/log.ts';
import { loadKeys } from '#local/keys.ts';
import { readSettings } from '#local/settings.ts';
import { engines } from '#tests/support/database.ts';
import { copyDemo } from '#tests/support/demo-folder.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';

const scratch = mkdtempSync(join(tmpdir(), 'kontor-start-'));
const dist = join(scratch, 'dist');
const script = `console.log(${JSON.stringify('x'.repeat(4000))})`;
const running: RunningServer[] = [];
let folders = 0;

beforeAll(() => {
  mkdirSync(join(dist, 'assets'), { recursive: true });
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Kontor</title>');
  writeFileSync(join(dist, 'sw.js'), 'self');
  writeFileSync(join(dist, 'assets', 'main-a1B2c3D4.js'), script);
  for (const map of ['assets/main-a1B2c3D4.js.map', 'sw.js.map']) writeFileSync(join(dist, map), '{"sources":[]}');
  writeFileSync(join(scratch, 'outside.txt'), 'secret');
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const newFolder = (): string => {
  folders += 1;
  return join(scratch, `data-${folders}`);
};

async function start(env: Record<string, string>): Promise<RunningServer> {
  const settings = readSettings({ PORT: '0', SEED: 'none', ...env });
  const server = await serve({ settings, dist, log: silentLog, now: () => new Date(), onDatabaseGone: () => undefined });
  running.push(server);
  return server;
}

async function signUp({ url }: RunningServer): Promise<void> {
  const { supabaseAnonKey: apikey } = (await (await fetch(`${url}/config.json`)).json()) as { supabaseAnonKey: string };
  const headers = { apikey, 'content-type': 'application/json' };
  const body = JSON.stringify({ email: 'first@example.test', password: 'correct horse battery' });
  expect((await fetch(`${url}/auth/v1/signup`, { method: 'POST', headers, body })).status).toBe(200);
}

describe('the server on one origin', () => {
  let server: RunningServer;
  const folder = newFolder();
  beforeAll(async () => {
    server = await start({ DATA_DIR: folder });
    running.length = 0;
  });
  afterAll(() => server?.close());
  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> => fetch(server.url + path, { headers });

  test('health and configuration are answered; the API lives on the same origin', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' });
    const config = (await (await get('/config.json')).json()) as { supabaseUrl: string; supabaseAnonKey: string };
    expect(config.supabaseUrl).toBe(server.url);
    expect((await fetch(`${config.supabaseUrl}/auth/v1/health`, { headers: { apikey: config.supabaseAnonKey } })).status).toBe(200);
    expect((await get('/rest/v1/companies')).status).toBe(401);
    expect((await get('/_mail')).status).toBe(403);
    expect((await fetch(server.mailUrl ?? '')).status).toBe(200);
  });

  test('the key of the mail page and those of push messages are made once and kept beside the others; a folder without them gets some', async () => {
    const file = join(folder, 'keys.json');
    const kept = loadKeys(folder, new Date());
    expect(server.mailUrl).toBe(`${server.url}/_mail/${kept.mailKey}`);
    const old = newFolder();
    mkdirSync(old);
    const { mailKey, pushKeys, ...before } = kept;
    writeFileSync(join(old, 'keys.json'), JSON.stringify(before));
    const completed = loadKeys(old, new Date());
    expect(completed).toEqual({
      ...before,
      mailKey: expect.stringMatching(/^[\w-]{32}$/),
      pushKeys: { publicKey: expect.stringMatching(/^B[\w-]{86}$/), privateKey: expect.stringMatching(/^[\w-]{43}$/) },
    });
    expect(completed.pushKeys).not.toEqual(pushKeys);
    expect(completed.mailKey).not.toBe(mailKey);
    expect(loadKeys(old, new Date())).toEqual(completed);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('secrets lie in the data folder, readable by their owner only', () => {
    expect(statSync(join(folder, 'keys.json')).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test('pages get the app, unknown files do not', async () => {
    for (const path of ['/', '/finance/expenses', '/de/finance/expenses/123']) {
      const page = await get(path);
      expect([path, page.status, page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
        'no-cache',
      ]);
    }
    for (const path of [
      '/assets/main-a1B2c3D4.js.map',
      '/sw.js.map',
      '/assets/old-11111111.js',
      '/locales/en/nope.json',
      '/favicon.png',
      '/assets/',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  test('nothing outside of the app is served', async () => {
    for (const path of [
      '/../outside.txt',
      '/%2e%2e/outside.txt',
      '/..%2foutside.txt',
      '/assets/..%2f..%2foutside.txt',
      '/%5c..%5coutside.txt',
      '/%00',
    ])
      expect(await (await get(path)).text()).not.toContain('secret');
  });

  test('hashed files are kept for ever, the service worker is asked for each time', async () => {
    expect((await get('/assets/main-a1B2c3D4.js')).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const worker = await get('/sw.js');
    expect(worker.headers.get('cache-control')).toBe('no-cache');
    expect((await get('/sw.js', { 'if-none-match': worker.headers.get('etag')! })).status).toBe(304);
  });

  test('text is compressed as the browser wishes', async () => {
    const raw = async (encoding: string) => {
      const { request } = await import('node:http');
      return new Promise<{ encoding: string | undefined; body: Buffer }>((resolve, reject) => {
        const asked = request(`${server.url}/assets/main-a1B2c3D4.js`, { headers: { 'accept-encoding': encoding } }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => resolve({ encoding: response.headers['content-encoding'], body: Buffer.concat(chunks) }));
        });
        asked.on('error', reject).end();
      });
    };
    const packed = await raw('gzip, br');
    expect(packed.encoding).toBe('br');
    expect(packed.body.length).toBeLessThan(script.length / 10);
    expect(brotliDecompressSync(packed.body).toString()).toBe(script);
    expect((await raw('gzip')).encoding).toBe('gzip');
    expect((await raw('br;q=0')).encoding).toBeUndefined();
  });

  test('every page carries the security headers', async () => {
    const { headers } = await get('/');
    expect(headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });

  test('a second server on the same folder is refused, and the first goes on', async () => {
    await expect(start({ DATA_DIR: folder })).rejects.toThrow(
      `The data folder ${folder} is in use by another Kontor (process ${process.pid})`,
    );
    expect((await get('/healthz')).status).toBe(200);
  });
});

describe('a start that cannot work', () => {
  test('a taken port is named with a way out, and nothing is left behind', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) =>
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port)),
    );
    const folder = newFolder();
    await expect(start({ DATA_DIR: folder, PORT: String(port) })).rejects.toThrow(`Port ${port} is already in use by another program.`);
    expect(existsSync(folder)).toBe(false);
    other.close();
  });

  test('a folder with something else in it is left alone', async () => {
    const folder = newFolder();
    mkdirSync(folder);
    writeFileSync(join(folder, 'thesis.txt'), 'mine');
    await expect(start({ DATA_DIR: folder })).rejects.toThrow('is not empty and not Kontor\'s (it contains "thesis.txt")');
    expect(existsSync(join(folder, 'kontor.json'))).toBe(false);
  });

  test('settings that mean nothing are refused by name', () => {
    expect(() => readSettings({ PORT: 'x' })).toThrow('PORT=x is not a port');
    expect(() => readSettings({ SEED: 'some' })).toThrow('SEED=some is not known');
    expect(() => readSettings({ DATABASE_URL: 'mysql://x' })).toThrow('DATABASE_URL is not a PostgreSQL address');
    expect(readSettings({})).toMatchObject({ port: 4173, host: '127.0.0.1', seed: null, databaseUrl: null });
    expect(() => readSettings({ PUBLIC_URL: 'books.example.com' })).toThrow('PUBLIC_URL=books.example.com is not the address of a site');
    expect(() => readSettings({ PUBLIC_URL: 'https://example.com/books' })).toThrow('it is not served below a path');
    expect(readSettings({ PUBLIC_URL: 'https://books.example.com/' }).publicUrl).toBe('https://books.example.com');
    expect(readSettings({ SITE_URL: 'https://books.example.com' }).publicUrl).toBe('https://books.example.com');
    expect(() => readSettings({ TRUSTED_PROXIES: '10.0.0.0/8, nginx' })).toThrow(
      'TRUSTED_PROXIES=10.0.0.0/8, nginx is not a list of addresses',
    );
    expect(() => readSettings({ EXCHANGE_RATES_URL: 'ftp://x' })).toThrow('EXCHANGE_RATES_URL=ftp://x is not an address. Use off, or');
    expect(() => readSettings({ SIGN_UP: 'closed' })).toThrow('SIGN_UP=closed is not known. Use open or invited.');
    expect(readSettings({ SEED: 'stress:5000' }).seed).toEqual({ kind: 'stress', rows: 5000 });
  });

  test('a PostgreSQL that does not answer is said', async () => {
    await expect(start({ DATA_DIR: newFolder(), DATABASE_URL: 'postgres://x@127.0.0.1:1/x' })).rejects.toThrow(
      "can't be used (127.0.0.1:1/x)",
    );
  });
});

describe.skipIf(!engines().includes('postgres'))('on a PostgreSQL server', () => {
  test('the same platform runs, seeds once, and its folder is not taken for an embedded one', async () => {
    const postgres = startPostgresServer();
    try {
      const env = { DATA_DIR: newFolder(), DATABASE_URL: postgres.url('postgres'), SEED: 'demo' };
      expect((await start({ ...env, SEED: '' })).hasDemo).toBe(false);
      await running.splice(0)[0]?.close();
      expect((await start(env)).hasDemo).toBe(true);
      await running.splice(0)[0]?.close();
      const again = await start(env);
      expect((await fetch(`${again.url}/healthz`)).status).toBe(200);
      await running.splice(0)[0]?.close();
      await expect(start({ DATA_DIR: env.DATA_DIR })).rejects.toThrow('belongs to a PostgreSQL server');
    } finally {
      postgres.stop();
    }
  });
});

describe('a server behind a proxy', () => {
  test('with one public address, tells the app that one, whatever name a proxy asks by', async () => {
    const server = await start({ DATA_DIR: newFolder(), PUBLIC_URL: 'https://books.example.com' });
    const config = (await (await fetch(`${server.url}/config.json`)).json()) as { supabaseUrl: string };
    expect(config.supabaseUrl).toBe('https://books.example.com');
  });
});

describe('a data folder over time', () => {
  test('the demo, whose password is known, comes by itself into a new folder only', async () => {
    const [fresh, used] = [newFolder(), newFolder()];
    expect((await start({ DATA_DIR: fresh, SEED: '' })).hasDemo).toBe(true);
    await signUp(await start({ DATA_DIR: used, SEED: 'none' }));
    for (const server of running.splice(0)) await server.close();
    expect((await start({ DATA_DIR: used, SEED: '' })).hasDemo).toBe(false);
    for (const server of running.splice(0)) await server.close();
    // Nor beside people, even where it is asked for.
    expect((await start({ DATA_DIR: used, SEED: 'demo' })).hasDemo).toBe(false);
  });

  test('what was written is there after a restart; damage and loss are named, never papered over', async () => {
    const folder = newFolder();
    await copyDemo(folder);
    await start({ DATA_DIR: folder });
    await running.splice(0)[0]?.close();
    expect(existsSync(join(folder, 'kontor.lock'))).toBe(false);

    writeFileSync(join(folder, 'kontor.lock'), JSON.stringify({ server: { pid: 2 ** 22 + 1, started: null }, database: null }));
    const again = await start({ DATA_DIR: folder, SEED: '' });
    const { supabaseAnonKey: apikey } = (await (await fetch(`${again.url}/config.json`)).json()) as { supabaseAnonKey: string };
    const signIn = await fetch(`${again.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'demo@example.com', password: 'demo-demo-demo' }),
    });
    expect(signIn.status).toBe(200);
    const { access_token: token } = (await signIn.json()) as { access_token: string };
    const companies = await fetch(`${again.url}/rest/v1/companies?select=name`, { headers: { apikey, authorization: `Bearer ${token}` } });
    expect(await companies.json()).toHaveLength(3);
    await running.splice(0)[0]?.close();

    await expect(start({ DATA_DIR: folder, DATABASE_URL: 'postgres://x@127.0.0.1:1/x' })).rejects.toThrow(
      'belongs to an embedded database',
    );
    const control = readFileSync(join(folder, 'db', 'global', 'pg_control'));
    writeFileSync(join(folder, 'db', 'global', 'pg_control'), 'garbage');
    await expect(start({ DATA_DIR: folder })).rejects.toThrow(`The database in ${join(folder, 'db')} can't be opened`);
    writeFileSync(join(folder, 'db', 'global', 'pg_control'), control);
    rmSync(join(folder, 'keys.json'));
    await expect(start({ DATA_DIR: folder })).rejects.toThrow('keys.json is missing');
  });

  test('a first start that was interrupted leaves no half database', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'db'), { recursive: true });
    writeFileSync(join(folder, 'kontor.json'), JSON.stringify({ format: 1, state: 'preparing', engine: 'pglite' }));
    writeFileSync(join(folder, 'db', 'PG_VERSION'), '18');
    const server = await start({ DATA_DIR: folder });
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  test('after a kill the next start waits until the old database process has closed', async () => {
    const folder = newFolder();
    const closing = spawn('sleep', ['1']);
    mkdirSync(folder);
    const dead = { pid: 2 ** 22 + 1, started: null };
    writeFileSync(join(folder, 'kontor.json'), JSON.stringify({ format: 1, state: 'preparing', engine: 'pglite' }));
    writeFileSync(join(folder, 'kontor.lock'), JSON.stringify({ server: dead, database: { pid: closing.pid, started: null } }));
    await start({ DATA_DIR: folder });
    expect(closing.exitCode).toBe(0);
  });

  test('the process says when it is ready and ends by itself on a signal', async () => {
    const main = fileURLToPath(new URL('../../supabase/local/main.ts', import.meta.url));
    const folder = newFolder();
    const child = spawn(process.execPath, [main], {
      env: { ...process.env, PORT: '0', SEED: 'none', DATA_DIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said = await new Promise<string>((resolve, reject) => {
      let text = '';
      child.stdout.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (/ready {2}\S+\n/.test(text)) resolve(text);
      });
      child.once('exit', () => reject(new Error(`ended: ${text}`)));
    });
    const url = /^ready {2}(http:\/\/localhost:\d+)$/m.exec(said)?.[1];
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const code = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    expect(await code).toBe(0);
    expect(existsSync(join(folder, 'kontor.lock'))).toBe(false);
  });
});
