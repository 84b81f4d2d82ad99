import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused } from '#local/data-dir.ts';

/** Where Debian keeps the programs of each version, the newest first. */
function debianFolders(): string[] {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, 'bin'));
}

function programPath(name: 'pg_dump' | 'pg_restore'): string {
  const named = process.env['POSTGRES_BIN'];
  const folders = [...(named ? [named] : []), ...debianFolders(), ...(process.env['PATH'] ?? '').split(':')];
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (found) return found;
  throw new StartRefused(
    `A PostgreSQL database is backed up and restored by ${name}, which is not on this computer. Install it (Debian: apt-get install postgresql-client), in the server's version or newer.`,
  );
}

/** Runs one of PostgreSQL's own programs to its end; answers what it printed. Throws `StartRefused` with what it complained of. */
export async function runPostgresProgram(name: 'pg_dump' | 'pg_restore', url: string, args: readonly string[]): Promise<string> {
  // The address holds a password: in the environment it is not in the list of processes.
  const { username, password, hostname, port, pathname, searchParams } = new URL(url);
  const env = {
    ...process.env,
    PGHOST: decodeURIComponent(hostname) || (searchParams.get('host') ?? ''),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    ...(searchParams.has('sslmode') ? { PGSSLMODE: searchParams.get('sslmode') ?? '' } : {}),
  };
  const child = spawn(programPath(name), [...args, '--no-password', `--dbname=${decodeURIComponent(pathname.slice(1))}`], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [printed, said] = ['', ''];
  child.stdout.on('data', (text) => (printed += String(text)));
  child.stderr.on('data', (text) => (said += String(text)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new StartRefused(`${name} failed: ${said.trim().split('\n')[0] ?? ''}`);
  return printed;
}
