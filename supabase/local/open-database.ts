import { statfsSync } from 'node:fs';
import { bootstrap } from '#local/db/bootstrap.ts';
import { openPgliteProcess } from '#local/db/pglite-process.ts';
import { readPlatformSql } from '#local/db/platform-sql.ts';
import type { Database } from '#local/db/port.ts';
import { missingRights } from '#local/db/needed-rights.ts';
import { openPostgres } from '#local/db/postgres.ts';
import { lockServer, type ServerLock } from '#local/db/server-lock.ts';
import { databaseTemplate } from '#local/db/template.ts';
import { type DataDir, StartRefused } from './data-dir.ts';

/** What happens to the embedded database's process. */
export type DatabaseLife = {
  readonly onStart: (pid: number) => void;
  /** With the reason where there is more to say than that it ended. */ readonly onExit: (reason?: string) => void;
};

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

function serverRefusal(error: unknown, url: string): StartRefused {
  const reason = error instanceof Error && error.message !== '' ? error.message : 'no answer';
  const { hostname, port, pathname } = new URL(url);
  return new StartRefused(`The PostgreSQL server of DATABASE_URL can't be used (${hostname}:${port || '5432'}${pathname}): ${reason}`);
}

/** Throws `StartRefused` with what has to change before a server's database can be ours. */
export async function refuseUnready(db: Database): Promise<void> {
  const refusal = await refusalOf(db);
  if (refusal !== null) throw new StartRefused(refusal);
}

async function refusalOf({ query }: Database): Promise<string | null> {
  const { rows } = await query(
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding, rolsuper as is_superuser,
      current_user as role, current_database() as database from pg_roles where rolname = current_user`,
  );
  const { version, encoding, is_superuser: isSuperuser, role, database } = rows[0] ?? {};
  if (Number(version) < 15) return `PostgreSQL ${String(version)} is too old; Kontor needs 15 or newer.`;
  if (encoding !== 'UTF8') return `The database ${String(database)} is encoded in ${String(encoding)}; Kontor needs one in UTF8.`;
  if (isSuperuser === true) return null;
  const missing = await missingRights(query, { role: String(role), database: String(database) });
  if (missing.length === 0) return null;
  return [
    `${String(role)} is no superuser, and the database ${String(database)} is not ready for it yet. It lacks:`,
    ...missing.map(({ name }) => `  - ${name}`),
    'Let an administrator of the server run this in it, then start again (npm run -s database-sql prints the whole script):',
    ...missing.map(({ sql }) => sql),
  ].join('\n');
}

/** The database of a server, taken for this process alone before anything of it is changed. */
async function openServer(url: string, dir: string, { onExit }: DatabaseLife): Promise<Database> {
  let [lock, opened]: [ServerLock | null, Database | null] = [null, null];
  try {
    const db = await openPostgres({ url });
    opened = db;
    await refuseUnready(db);
    const held = await lockServer(url, onExit);
    lock = held;
    await bootstrapped(db, dir);
    return {
      ...db,
      async close() {
        await db.close();
        await held.release();
      },
    };
  } catch (error) {
    await opened?.close().catch(() => undefined);
    await lock?.release();
    throw error instanceof StartRefused ? error : serverRefusal(error, url);
  }
}

/** Opens the embedded database or the server of `DATABASE_URL` and brings its schema up to date. Throws `StartRefused`. */
export function openDatabase(dir: DataDir, databaseUrl: string | null, life: DatabaseLife): Promise<Database> {
  return databaseUrl === null ? openEmbedded(dir, life) : openServer(databaseUrl, dir.path, life);
}
