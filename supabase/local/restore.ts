/** `npm run restore -- FILE`: puts a backup into an empty data folder and, where it is one of a server, into the empty database of `DATABASE_URL`. */
import { resolve } from 'node:path';
import { restoreBackup } from './backup/restore-backup.ts';
import { fileOf, runCommand, say } from './command.ts';
import { readSettings } from './settings.ts';

await runCommand({ failed: 'The backup could not be restored' }, async () => {
  const { dataDir, databaseUrl } = readSettings(process.env);
  const { facts, companies, objects, missing } = await restoreBackup(resolve(fileOf('restore')), { dataDir, databaseUrl });
  say(`Restored as of ${facts.madeAt} (Kontor ${facts.version}): ${companies} companies, ${objects} stored files.`);
  for (const path of missing) say(`MISSING: the backup names ${path} and has no bytes of it.`);
  say('Devices fetch a fresh copy, keep what they have not sent, and offer what the backup lacks.');
});
