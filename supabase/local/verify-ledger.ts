/** `npm run verify-ledger`: checks every company's ledger, on the data folder or the server of `DATABASE_URL`. Ends with 0 if nothing differs, else with 1. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openPgliteProcess } from '#local/db/pglite-process.ts';
import type { Database } from '#local/db/port.ts';
import { openPostgres } from '#local/db/postgres.ts';
import { StartRefused } from './data-dir.ts';
import { verifyLedgers } from './ledger/verify-ledgers.ts';
import { DataDirInUse, lockDataDir } from './lock.ts';
import { readSettings } from './settings.ts';

/** Opens what is there and changes nothing of it; a folder is taken while it is looked at, since the embedded database has one reader. */
async function openExisting(dir: string, url: string | null): Promise<{ db: Database; close: () => Promise<void> }> {
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

try {
  const { dataDir, databaseUrl } = readSettings(process.env);
  const { db, close } = await openExisting(dataDir, databaseUrl);
  try {
    const isRight = await verifyLedgers(db.query, (line) => process.stdout.write(`${line}\n`));
    process.exitCode = isRight ? 0 : 1;
  } finally {
    await close();
  }
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const hint = error instanceof DataDirInUse ? ' While it runs, Settings → Ledger checks the same.' : '';
  process.stderr.write(
    `${error instanceof StartRefused || error instanceof DataDirInUse ? '' : 'The ledger could not be checked: '}${message}${hint}\n`,
  );
  process.exitCode = 1;
}
