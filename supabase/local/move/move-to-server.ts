import { join } from 'node:path';
import { handOver, isInUse, openDataDir, StartRefused } from '#local/data-dir.ts';
import { openPgliteProcess } from '#local/db/pglite-process.ts';
import type { Database } from '#local/db/port.ts';
import { openPostgres } from '#local/db/postgres.ts';
import { lockDataDir } from '#local/lock.ts';
import { openDatabase, refuseUnready } from '#local/open-database.ts';
import { type CopiedTable, copyDatabase, sumsOf } from './copy-database.ts';

type Move = {
  readonly dataDir: string;
  /** An empty database, or one in which a move was begun and not finished. */
  readonly to: string;
  readonly onTable: (table: CopiedTable) => void;
};

const NOTHING = 'Nothing was moved.';

/** Only a database that holds nothing of anybody takes it all; hosted projects have an auth service of their own, whose tables are not ours to fill. */
async function refuseOccupied(db: Database): Promise<void> {
  const { rows } = await db.query(`
    select to_regclass('auth.schema_migrations') is not null as is_hosted,
      to_regclass('supabase_migrations.platform_state') is not null as is_ours,
      exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')) as has_tables`);
  const { is_hosted: isHosted, is_ours: isOurs, has_tables: hasTables } = rows[0] ?? {};
  if (isHosted === true)
    throw new StartRefused(
      `--to is a Supabase project. Take each company there by its archive: npm run export, then “Import a company”. ${NOTHING}`,
    );
  if (hasTables !== true) return;
  const isUnused =
    isOurs === true &&
    (await db.query('select not exists (select from auth.users) and not exists (select from public.companies) as is_unused')).rows[0]?.[
      'is_unused'
    ];
  if (isUnused !== true) throw new StartRefused(`The database of --to is not empty. Make a new one and name that. ${NOTHING}`);
}

async function looked(url: string): Promise<void> {
  let db: Database;
  try {
    db = await openPostgres({ url, connections: 1 });
  } catch (error) {
    throw new StartRefused(
      `The server of --to can't be used: ${error instanceof Error && error.message ? error.message : 'no answer'}. ${NOTHING}`,
    );
  }
  try {
    await refuseOccupied(db);
    // A dry run is to say what the move itself would stumble over.
    await refuseUnready(db);
  } finally {
    await db.close();
  }
}

/** What is in the folder's database, and that the target could take it; neither is changed. */
export async function wouldMove({ dataDir, to, onTable }: Move): Promise<void> {
  refuseUnused(dataDir);
  await looked(to);
  const lock = await lockDataDir(dataDir);
  try {
    const db = await openPgliteProcess({ dir: join(dataDir, 'db'), onStart: (pid) => lock.addDatabase(pid) });
    for (const table of await sumsOf(db).finally(() => db.close())) onTable(table);
  } finally {
    lock.release();
  }
}

/**
 * Moves an embedded database to a PostgreSQL server: people with their passwords and second factors, all rows and the history that devices know, so
 * that they go on as if nothing had happened. Keys, stored files and mails stay in the folder, which belongs to the server from then on. Answers
 * the folder in which the embedded database is kept. Throws `StartRefused`.
 */
export async function moveToServer({ dataDir, to, onTable }: Move): Promise<string> {
  refuseUnused(dataDir);
  await looked(to);
  const lock = await lockDataDir(dataDir);
  try {
    const dir = openDataDir(dataDir, 'pglite');
    const from = await openDatabase(dir, null, { onStart: (pid) => lock.addDatabase(pid), onExit: () => undefined });
    try {
      const there = await openDatabase(dir, to, { onStart: () => undefined, onExit: () => undefined });
      await copyDatabase(from, there, onTable).finally(() => there.close());
    } finally {
      await from.close();
    }
    return handOver(dataDir);
  } finally {
    lock.release();
  }
}

function refuseUnused(dataDir: string): void {
  if (!isInUse(dataDir)) throw new StartRefused(`There are no data of Kontor in ${dataDir}. Name their folder: DATA_DIR=<folder>.`);
}
