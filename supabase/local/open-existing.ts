import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openPgliteProcess } from '#local/db/pglite-process.ts';
import type { Database } from '#local/db/port.ts';
import { openPostgres } from '#local/db/postgres.ts';
import { StartRefused } from './data-dir.ts';
import { lockDataDir } from './lock.ts';

/** Opens what is there and changes nothing of it; a folder is taken while it is looked at, since the embedded database has one reader. */
export async function openExisting(dir: string, url: string | null): Promise<{ db: Database; close: () => Promise<void> }> {
  if (url !== null) {
    const db = await openPostgres({ url, connections: 1 });
    return { db, close: () => db.close() };
  }
  if (!existsSync(join(dir, 'kontor.json')) || !existsSync(join(dir, 'db', 'PG_VERSION')))
    throw new StartRefused(`There is no embedded database in ${dir}. Name its folder with DATA_DIR, or a server with DATABASE_URL.`);
  const lock = await lockDataDir(dir);
  try {
    const db = await openPgliteProcess({ dir: join(dir, 'db'), onStart: (pid) => lock.addDatabase(pid) });
    const close = async () => {
      await db.close();
      lock.release();
    };
    return { db, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}
