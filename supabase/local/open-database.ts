import { statfsSync } from 'node:fs';
import { bootstrap } from '#local/db/bootstrap.ts';
import { openPgliteProcess } from '#local/db/pglite-process.ts';
import { readPlatformSql } from '#local/db/platform-sql.ts';
import type { Database } from '#local/db/port.ts';
import { openPostgres } from '#local/db/postgres.ts';
import { databaseTemplate } from '#local/db/template.ts';
import { type DataDir, StartRefused } from './data-dir.ts';

/** What happens to the embedded database's process. */
export type DatabaseLife = { readonly onStart: (pid: number) => void; readonly onExit: () => void };

const NEEDED_MB = 64;

/** The engine reports a full disk in many disguises; it needs room for a few 16 MB log files to open at all. */
function isDiskFull(error: unknown, dir: string): boolean {
  if (error instanceof Error && (/ENOSPC|No space left/i.test(error.message) || Reflect.get(error, 'code') === '53100')) return true;
  const { bavail, bsize } = statfsSync(dir);
  return bavail * bsize < NEEDED_MB * 1024 * 1024;
}

/** The sentence for a disk without room, at whatever step it was noticed. */
export const diskFull = (dir: string): StartRefused =>
  new StartRefused(`The disk that holds ${dir} is full. Free at least ${NEEDED_MB} MB and start again; nothing that was stored is lost.`);

async function openEmbedded(dir: DataDir, life: DatabaseLife): Promise<Database> {
  const sql = readPlatformSql();
  const template = dir.isNew ? await databaseTemplate(sql) : undefined;
  let db: Database;
  try {
    db = await openPgliteProcess({ dir: dir.database, template, ...life });
  } catch (error) {
    if (isDiskFull(error, dir.path)) throw diskFull(dir.path);
    throw new StartRefused(
      `The database in ${dir.database} can't be opened: its files are damaged or not a database of this version. Nothing was changed. ` +
        `Put the folder ${dir.path} back from a backup, or move it away to start with an empty one.`,
    );
  }
  return bootstrapped(db, dir.path);
}

async function bootstrapped(db: Database, dir: string): Promise<Database> {
  try {
    await bootstrap(db, readPlatformSql());
    return db;
  } catch (error) {
    await db.close().catch(() => undefined);
    if (isDiskFull(error, dir)) throw diskFull(dir);
    if (error instanceof Error) throw new StartRefused(`The database could not be brought up to date: ${error.message}`);
    throw error;
  }
}

async function openServer(url: string, dir: string): Promise<Database> {
  let db: Database;
  try {
    db = await openPostgres({ url });
  } catch (error) {
    const reason = error instanceof Error && error.message !== '' ? error.message : 'no answer';
    const { hostname, port, pathname } = new URL(url);
    throw new StartRefused(`The PostgreSQL server of DATABASE_URL can't be used (${hostname}:${port || '5432'}${pathname}): ${reason}`);
  }
  const { rows } = await db.query(
    "select current_setting('server_version_num')::int / 10000 as version, rolsuper from pg_roles where rolname = current_user",
  );
  const refusal =
    Number(rows[0]?.['version']) < 15
      ? `PostgreSQL ${String(rows[0]?.['version'])} is too old; Kontor needs 15 or newer.`
      : rows[0]?.['rolsuper'] === true
        ? null
        : 'The user of DATABASE_URL must be a superuser: Kontor creates the roles and schemas that a Supabase project has.';
  if (refusal === null) return bootstrapped(db, dir);
  await db.close();
  throw new StartRefused(refusal);
}

/** Opens the embedded database or the server of `DATABASE_URL` and brings its schema up to date. Throws `StartRefused`. */
export function openDatabase(dir: DataDir, databaseUrl: string | null, life: DatabaseLife): Promise<Database> {
  return databaseUrl === null ? openEmbedded(dir, life) : openServer(databaseUrl, dir.path);
}
