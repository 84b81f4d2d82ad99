import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { until } from './patience.ts';

const main = fileURLToPath(new URL('../../supabase/local/main.ts', import.meta.url));

/** The product's own process, as `npm start` runs it, and all that it says. */
export type WholeServer = {
  readonly child: ChildProcess;
  /** What it told the person who started it. */ out(): string;
  /** Its log. */ err(): string;
  /** The address after a word of what it said: `ready`, `admin`. */
  url(word: string): string;
  /** Its code, once it has ended. */ readonly ended: Promise<number | null>;
  /** Ends it as Ctrl-C does. */ stop(): Promise<number | null>;
};

type As = { readonly uid: number; readonly gid: number };

/** Starts the process and returns at once. */
export function spawnServer(env: Readonly<Record<string, string>>, as?: As): WholeServer {
  const inherited = Object.fromEntries(['PATH', 'POSTGRES_BIN', 'TMPDIR', 'HOME'].map((name) => [name, process.env[name]]));
  const child = spawn(process.execPath, [main], {
    env: { ...inherited, PORT: '0', SEED: 'none', EXCHANGE_RATES_URL: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...as,
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (text) => (out += String(text)));
  child.stderr.on('data', (text) => (err += String(text)));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    child,
    out: () => out,
    err: () => err,
    url: (word) => new RegExp(`^${word} {2}(\\S+)$`, 'm').exec(out)?.[1] ?? '',
    ended,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Starts the process and waits until it serves; throws with what it said when it ends instead. */
export async function startServer(env: Readonly<Record<string, string>>): Promise<WholeServer> {
  const server = spawnServer(env);
  await until(() => server.url('ready') !== '' || server.child.exitCode !== null);
  if (server.child.exitCode === null) return server;
  throw new Error(`The server ended: ${server.out()}${server.err()}`);
}

/** What a command of the product (`npm run <name>`) says and ends with. */
export async function runCommandOf(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ code: number | null; out: string; err: string }> {
  const program = fileURLToPath(new URL(`../../supabase/local/${name}.ts`, import.meta.url));
  const inherited = Object.fromEntries(['PATH', 'POSTGRES_BIN', 'TMPDIR', 'HOME'].map((name_) => [name_, process.env[name_]]));
  const child = spawn(process.execPath, [program, ...args], { env: { ...inherited, ...env } });
  let [out, err] = ['', ''];
  child.stdout.on('data', (text) => (out += String(text)));
  child.stderr.on('data', (text) => (err += String(text)));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })));
}
