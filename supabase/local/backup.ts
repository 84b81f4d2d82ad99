/** `npm run backup -- FILE`: puts everything into one file, while the server runs or not. Ends with 0 once the file is whole, read again and durable. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { askForBackup } from './backup/backup-endpoint.ts';
import { appVersion } from './backup/app-version.ts';
import { keepBackup } from './backup/keep-backup.ts';
import { makeBackup } from './backup/make-backup.ts';
import { fileOf, megabytes, runCommand, say } from './command.ts';
import { isInUse, StartRefused } from './data-dir.ts';
import { openPgliteProcess } from './db/pglite-process.ts';
import { loadKeys } from './keys.ts';
import { lockDataDir, runningServer } from './lock.ts';
import { readSettings, type Settings } from './settings.ts';

const now = () => new Date();

/** With nothing running on the folder this process takes it. */
async function backUpStopped({ dataDir, databaseUrl }: Settings, file: string): Promise<number> {
  const lock = await lockDataDir(dataDir);
  const source = { dataDir, version: appVersion, now };
  try {
    if (databaseUrl !== null) return await keepBackup(await makeBackup({ ...source, database: { url: databaseUrl } }), file);
    const database = await openPgliteProcess({ dir: join(dataDir, 'db'), onStart: (pid) => lock.addDatabase(pid) });
    try {
      return await keepBackup(await makeBackup({ ...source, database }), file);
    } finally {
      await database.close();
    }
  } finally {
    lock.release();
  }
}

await runCommand({ failed: 'The backup could not be made' }, async () => {
  const settings = readSettings(process.env);
  const file = resolve(fileOf('backup'));
  if (existsSync(file)) throw new StartRefused(`${file} is there already. Name another file; no backup is written over.`);
  if (!isInUse(settings.dataDir))
    throw new StartRefused(`There are no data of Kontor in ${settings.dataDir}. Name their folder: DATA_DIR=<folder>.`);
  const address = runningServer(settings.dataDir);
  const size = address
    ? await keepBackup(await askForBackup(address, loadKeys(settings.dataDir, now()).serviceRoleKey), file)
    : await backUpStopped(settings, file);
  say(`${file}  ${megabytes(size)}, read again and whole`);
  say('It holds the keys and everybody’s data: keep it where only you can read it.');
});
