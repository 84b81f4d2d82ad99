/** `npm run verify-ledger`: checks every company's ledger, on the data folder or the server of `DATABASE_URL`. Ends with 0 if nothing differs, else with 1. */
import { StartRefused } from './data-dir.ts';
import { verifyLedgers } from './ledger/verify-ledgers.ts';
import { DataDirInUse } from './lock.ts';
import { openExisting } from './open-existing.ts';
import { readSettings } from './settings.ts';

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
