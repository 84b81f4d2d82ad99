import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { tellCpuOf } from './told-cpu.ts';

/** A PostgreSQL server that lives as long as a test file: own folder, own port, no network beyond loopback. */
export type PostgresServer = {
  readonly host: string;
  readonly port: number;
  /** Its own folder, which goes with it. */ readonly dir: string;
  url(database: string): string;
  stop(): void;
  /** Ends it at once, as a crash does. */ down(): void;
  up(): void;
};

/** Where the server's programs are: on PATH or in Debian's folder (newest first); null if nowhere. `POSTGRES_BIN` overrides. */
export function postgresBin(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    process.env['POSTGRES_BIN'] ?? '',
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.map((v) => join(debian, v, 'bin')),
  ];
  return folders.find((folder) => folder !== '' && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl'))) ?? null;
}

type Account = { readonly uid: number; readonly gid: number };

/** The server refuses to run as root: then it runs as `postgres`. */
function account(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  const [uid, gid] = [id('-u'), id('-g')];
  if (!(uid > 0)) throw new Error('PostgreSQL refuses to run as root and there is no user "postgres".');
  return { uid, gid };
}

function run(program: string, args: readonly string[], as: Account | undefined): void {
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  const result = spawnSync(program, args, { encoding: 'utf8', env, cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'], ...as });
  if (result.status !== 0) throw new Error(`${program} failed: ${result.error?.message ?? result.stderr}`);
}

/**
 * Ends the server and removes its folder when this process ends, however it does: then the pipe to this shell closes, and the shell, in a
 * group of its own that no Ctrl-C reaches, goes on. A server that was stopped before leaves it nothing to do.
 */
function endWithThisProcess(pgCtl: string, dir: string, as: Account | undefined): void {
  const script = 'read -r _; "$1" -D "$2/data" -w -m immediate stop; rm -rf "$2"';
  const guard = spawn('sh', ['-c', script, 'sh', pgCtl, dir], {
    cwd: tmpdir(),
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    ...as,
  });
  guard.unref();
  (guard.stdin as Socket).unref();
}

/** The environment's name for a bench: what is measured is a server as it is delivered. */
export const MEASURED = 'KONTOR_MEASURED';
/**
 * A query is asked once or twice by a test: to compile it takes longer than it runs. And a server with a hundred databases would look
 * into one after the other all the time.
 */
const FOR_TESTS = ['jit=off', 'autovacuum=off', 'wal_level=minimal', 'max_wal_senders=0', 'checkpoint_timeout=1h'];

const randomPort = (): number => 20_000 + Math.floor(Math.random() * 20_000);

/** Starts a server that does not outlive its machine (it is thrown away); what was committed outlives {@link PostgresServer.down}. Throws when the programs are missing: ask `postgresBin` first. */
export function startPostgresServer(): PostgresServer {
  const bin = postgresBin();
  if (bin === null) throw new Error('No PostgreSQL server programs were found.');
  const as = account();
  const dir = mkdtempSync(join(tmpdir(), 'kontor-postgres-'));
  if (as) chownSync(dir, as.uid, as.gid);
  endWithThisProcess(join(bin, 'pg_ctl'), dir, as);
  const data = join(dir, 'data');
  run(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'], as);
  const port = randomPort();
  const settings = [
    'fsync=off',
    'full_page_writes=off',
    ...(process.env[MEASURED] === undefined ? FOR_TESTS : []),
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${dir}`,
    'timezone=UTC',
  ];
  const options = settings.map((setting) => `-c ${setting}`).join(' ');
  // Without a log file pg_ctl's pipes would stay open and spawnSync would wait for the server itself.
  const up = (): void => run(join(bin, 'pg_ctl'), ['-D', data, '-w', '-l', join(dir, 'log'), '-o', options, 'start'], as);
  const down = (): void => {
    tellCpuOf(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0] ?? '');
    run(join(bin, 'pg_ctl'), ['-D', data, '-w', '-m', 'immediate', 'stop'], as);
  };
  up();
  return {
    host: '127.0.0.1',
    port,
    dir,
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    up,
    down,
    stop() {
      if (existsSync(join(data, 'postmaster.pid'))) down();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
