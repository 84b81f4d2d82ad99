import { createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createDataDir, type DataDir, isInUse, openDataDir, StartRefused } from '#local/data-dir.ts';
import type { Database } from '#local/db/port.ts';
import { openPgliteProcess } from '#local/db/pglite-process.ts';
import { EXTENSIONS_SQL, ROLES_SQL } from '#local/db/platform-sql.ts';
import { openPostgres } from '#local/db/postgres.ts';
import { type DataDirLock, lockDataDir } from '#local/lock.ts';
import { openDatabase, refuseUnready } from '#local/open-database.ts';
import { type BackupFacts, readBackup } from './backup-file.ts';
import { DATABASE_FILE } from './make-backup.ts';
import { runPostgresProgram } from './postgres-programs.ts';

export type RestoreTarget = {
  /** A folder that does not exist or has nothing in it. */
  readonly dataDir: string;
  /** An empty database, for the backup of a server; null for an embedded one. */
  readonly databaseUrl: string | null;
};
type Filling = { readonly databaseUrl: string | null; readonly lock: DataDirLock };
export type Restored = {
  readonly facts: BackupFacts;
  readonly companies: number;
  readonly objects: number;
  /** Paths of stored objects whose bytes the backup lacks. */
  readonly missing: readonly string[];
};

const ENGINE_SENTENCE = {
  pglite: 'is the backup of an embedded database, and DATABASE_URL names a server. Restore it without DATABASE_URL.',
  postgres: 'is the backup of a PostgreSQL server. Name an empty database with DATABASE_URL.',
} as const;

/** Where a file of a backup belongs, or null for one of no known place. Names come from a file that anybody may have made. */
function placeOf(path: string): string | null {
  const [, object = ''] = /^objects\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(path) ?? [];
  if (object !== '') return join('storage', 'objects', object.slice(0, 2), object);
  const [, mail = ''] = /^mail\/([\w-]+\.json)$/.exec(path) ?? [];
  if (mail !== '') return join('mail', mail);
  return path === 'keys.json' || path === DATABASE_FILE.pglite || path === DATABASE_FILE.postgres ? path : null;
}

async function unpack(file: string, into: string): Promise<void> {
  await readBackup(file, async (path, body) => {
    const place = placeOf(path);
    if (place === null) throw new StartRefused(`${file} holds ${path}, which belongs nowhere. Nothing was restored.`);
    const target = join(into, place);
    await fs.mkdir(join(target, '..'), { recursive: true, mode: 0o700 });
    await pipeline(Readable.from(body), createWriteStream(target, { mode: 0o600, flags: 'wx', flush: true }));
  });
}

async function fillEmbedded(file: string, dir: DataDir, lock: DataDirLock): Promise<void> {
  const dump = join(dir.path, DATABASE_FILE.pglite);
  const template = readFileSync(dump);
  try {
    const db = await openPgliteProcess({ dir: dir.database, template, onStart: (pid) => lock.addDatabase(pid) });
    await db.close();
  } catch {
    throw new StartRefused(`The database in ${file} can't be opened by this version. Nothing was restored.`);
  }
  await fs.rm(dump);
}

async function refuseUsed(db: Database): Promise<void> {
  const { rows } = await db.query(
    `select count(*)::int as used from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  if (rows[0]?.['used'] === 0) return;
  throw new StartRefused('The database of DATABASE_URL is not empty. Make a new one for the backup, and name that. Nothing was restored.');
}

/** What may be there already, made by an administrator, or names the role that made the backup. The start makes it where it is missing. */
const OF_THE_PLACE = /^\d+; \d+ \d+ (?:SCHEMA - extensions|EXTENSION - pgcrypto|COMMENT - EXTENSION|DEFAULT ACL) /;

async function fillServer(dir: DataDir, url: string): Promise<void> {
  await onServer(url, (db) => db.exec(`${ROLES_SQL}\n${EXTENSIONS_SQL}`));
  const [dump, list] = [join(dir.path, DATABASE_FILE.postgres), join(dir.path, 'database.list')];
  const entries = (await runPostgresProgram('pg_restore', url, ['--list', dump])).split('\n');
  await fs.writeFile(list, entries.filter((entry) => !OF_THE_PLACE.test(entry)).join('\n'));
  await runPostgresProgram('pg_restore', url, ['--no-owner', '--exit-on-error', '--single-transaction', `--use-list=${list}`, dump]);
  await Promise.all([dump, list].map((file) => fs.rm(file)));
  await onServer(url, (db) => db.exec('delete from supabase_migrations.platform_state'));
}

async function onServer<T>(url: string, run: (db: Database) => Promise<T>): Promise<T> {
  const db = await openPostgres({ url, connections: 1 });
  return run(db).finally(() => db.close());
}

async function checkServer(url: string): Promise<void> {
  await onServer(url, async (db) => {
    await refuseUnready(db);
    await refuseUsed(db);
  });
}

/** Removes stored bytes that no row names, since they came while the database was copied; tells which rows have no bytes. */
async function matchObjects(db: Database, dir: string): Promise<{ objects: number; missing: string[] }> {
  const { rows } = await db.query(`select version, bucket_id || '/' || name as path from storage.objects order by path`);
  const named = new Map(rows.map(({ version, path }) => [String(version), String(path)]));
  const root = join(dir, 'storage', 'objects');
  const stored = new Set(existsSync(root) ? readdirSync(root).flatMap((part) => readdirSync(join(root, part))) : []);
  for (const version of stored) if (!named.has(version)) await fs.rm(join(root, version.slice(0, 2), version));
  return { objects: named.size, missing: [...named].flatMap(([version, path]) => (stored.has(version) ? [] : [path])) };
}

async function fill(file: string, facts: BackupFacts, dir: DataDir, { databaseUrl, lock }: Filling): Promise<Restored> {
  await unpack(file, dir.path);
  await (databaseUrl === null ? fillEmbedded(file, dir, lock) : fillServer(dir, databaseUrl));
  const db = await openDatabase({ ...dir, isNew: false }, databaseUrl, {
    onStart: (pid) => lock.addDatabase(pid),
    onExit: () => undefined,
  });
  try {
    await db.query('select public.rotate_epoch()');
    const matched = await matchObjects(db, dir.path);
    const { rows } = await db.query('select count(*)::int as companies from public.companies');
    return { facts, companies: Number(rows[0]?.['companies']), ...matched };
  } finally {
    await db.close();
  }
}

/**
 * Puts a backup into an empty place, all of it or, with a sentence (`StartRefused`, `DataDirInUse`), nothing. Devices learn that the history
 * is another one: each fetches a fresh copy, keeps what it has not sent, and offers what the backup lacks.
 */
export async function restoreBackup(file: string, { dataDir, databaseUrl }: RestoreTarget): Promise<Restored> {
  const facts = await readBackup(file);
  if ((facts.engine === 'postgres') !== (databaseUrl !== null))
    throw new StartRefused(`${file} ${ENGINE_SENTENCE[facts.engine]} Nothing was restored.`);
  createDataDir(dataDir);
  const lock = await lockDataDir(dataDir);
  try {
    if (isInUse(dataDir))
      throw new StartRefused(
        `The data folder ${dataDir} holds data. Move it away, or name another: DATA_DIR=<folder>. Nothing was restored.`,
      );
    if (databaseUrl !== null) await checkServer(databaseUrl);
    const dir = openDataDir(dataDir, facts.engine);
    try {
      const restored = await fill(file, facts, dir, { databaseUrl, lock });
      dir.markReady();
      return restored;
    } catch (error) {
      for (const name of await fs.readdir(dataDir))
        if (name !== 'kontor.lock') await fs.rm(join(dataDir, name), { recursive: true, force: true });
      throw error;
    }
  } finally {
    lock.release();
  }
}
