/** `npm run verify-ledger`: checks every company's ledger, on the data folder or the server of `DATABASE_URL`. Ends with 0 if nothing differs, else with 1. */
import { runCommand, say } from './command.ts';
import { verifyLedgers } from './ledger/verify-ledgers.ts';
import { openExisting } from './open-existing.ts';
import { readSettings } from './settings.ts';

await runCommand(
  { failed: 'The ledger could not be checked', whileRunning: 'While it runs, Settings → Ledger checks the same.' },
  async () => {
    const { dataDir, databaseUrl } = readSettings(process.env);
    const { db, close } = await openExisting(dataDir, databaseUrl);
    try {
      process.exitCode = (await verifyLedgers(db.query, say)) ? 0 : 1;
    } finally {
      await close();
    }
  },
);
