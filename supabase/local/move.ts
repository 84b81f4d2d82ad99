/** `npm run move -- --to postgresql://… [--dry-run]`: takes the embedded database of `DATA_DIR` to a PostgreSQL server. */
import { parseArgs } from 'node:util';
import { runCommand, say } from './command.ts';
import { StartRefused } from './data-dir.ts';
import type { CopiedTable } from './move/copy-database.ts';
import { moveToServer, wouldMove } from './move/move-to-server.ts';
import { readSettings } from './settings.ts';

function asked(): { to: string; isDryRun: boolean } {
  try {
    const { values } = parseArgs({ options: { to: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } } });
    if (values.to && URL.canParse(values.to) && /^postgres(?:ql)?:$/.test(new URL(values.to).protocol))
      return { to: values.to, isDryRun: values['dry-run'] };
  } catch {
    // said below
  }
  throw new StartRefused('Name the server: npm run move -- --to postgres://user:password@host:5432/database [--dry-run]');
}

const words = { failed: 'The database could not be moved' };
await runCommand(words, async () => {
  const { to, isDryRun } = asked();
  const { dataDir } = readSettings(process.env);
  let [tables, total] = [0, 0];
  const onTable = ({ name, rows }: CopiedTable) => {
    if (rows === 0) return;
    [tables, total] = [tables + 1, total + rows];
    say(`${String(rows).padStart(9)}  ${name}`);
  };
  if (isDryRun) {
    await wouldMove({ dataDir, to, onTable });
    say(`${total} rows of ${tables} tables would be moved. The server answers, and its database is empty. Nothing was changed.`);
    return;
  }
  const kept = await moveToServer({ dataDir, to, onTable });
  say(`${total} rows of ${tables} tables moved; every table has the same checksum on both sides.`);
  say(`Start with the same DATA_DIR and DATABASE_URL from now on. Files and keys stay in ${dataDir}.`);
  say(`The embedded database is kept as ${kept}; remove it once you have a backup of the server.`);
});
