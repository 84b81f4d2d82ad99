import { createReadStream, existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { BACKING_UP } from '#local/data-dir.ts';
import type { PgliteDatabase } from '#local/db/pglite.ts';
import type { Database } from '#local/db/port.ts';
import { mailFolder } from '#local/mail/mailer.ts';
import { addBytes, addFacts, type BackupWriter, createBackupWriter } from './backup-file.ts';
import { runPostgresProgram } from './postgres-programs.ts';

/** What a backup is made of. A PostgreSQL server is named by its address, since its own program dumps it. */
export type BackupSource = {
  readonly dataDir: string;
  readonly database: PgliteDatabase | { readonly url: string };
  readonly version: string;
  readonly now: () => Date;
  /** Hears why one was broken off: whoever reads the bytes learns only that it was. */
  readonly onFailed?: (reason: string) => void;
};

export const isEmbedded = (db: Database): db is PgliteDatabase => 'dump' in db;
export const DATABASE_FILE = { pglite: 'database.tar.gz', postgres: 'database.dump' } as const;

/** The folders a stored object may lie in; it moves once, from the first to a folder of the second. */
const objectFolders = async (dataDir: string): Promise<string[]> => {
  const objects = join(dataDir, 'storage', 'objects');
  const parts = await fs.readdir(objects).catch(() => []);
  return [join(dataDir, 'storage', 'incoming'), ...parts.map((part) => join(objects, part))];
};

/** Gives every stored object a second name in `held`, so that it can be read to the end whatever is removed meanwhile. Objects never change. */
async function holdObjects(dataDir: string, held: string): Promise<void> {
  for (const folder of await objectFolders(dataDir)) {
    for (const version of await fs.readdir(folder).catch(() => [])) {
      await fs.link(join(folder, version), join(held, version)).catch(async (error: unknown) => {
        const code = error instanceof Error && 'code' in error ? error.code : '';
        // Held already, or removed at this moment.
        if (code === 'EEXIST' || code === 'ENOENT') return;
        await fs.copyFile(join(folder, version), join(held, version));
      });
    }
  }
}

async function addFile(backup: BackupWriter, path: string, file: string): Promise<void> {
  const { size } = await fs.stat(file);
  await backup.add(path, size, createReadStream(file));
}

async function addFolder(backup: BackupWriter, path: string, folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  for (const name of (await fs.readdir(folder)).sort())
    if (!name.startsWith('.')) await addFile(backup, `${path}/${name}`, join(folder, name));
}

async function addDatabase(backup: BackupWriter, { database }: BackupSource, scratch: string): Promise<void> {
  if ('url' in database) {
    const dump = join(scratch, DATABASE_FILE.postgres);
    await runPostgresProgram('pg_dump', database.url, ['--format=custom', '--no-owner', `--file=${dump}`]);
    return addFile(backup, DATABASE_FILE.postgres, dump);
  }
  // What it then has to replay when it is opened is little.
  await database.exec('checkpoint');
  return addBytes(backup, DATABASE_FILE.pglite, await database.dump());
}

async function write(backup: BackupWriter, source: BackupSource, scratch: string): Promise<void> {
  const { dataDir, database, version, now } = source;
  const held = join(scratch, 'objects');
  await fs.mkdir(held, { recursive: true, mode: 0o700 });
  await addFacts(backup, { format: 1, version, engine: 'url' in database ? 'postgres' : 'pglite', madeAt: now().toISOString() });
  // Before and after: so there is what the database names, whether it was removed or came while the database was dumped.
  await holdObjects(dataDir, held);
  await addDatabase(backup, source, scratch);
  await holdObjects(dataDir, held);
  await addFile(backup, 'keys.json', join(dataDir, 'keys.json'));
  await addFolder(backup, 'mail', mailFolder(dataDir));
  await addFolder(backup, 'objects', held);
  await backup.finish();
}

/** The bytes of a backup of everything as it is now. Whoever works meanwhile goes on, but for the moment an embedded database is copied. */
export async function makeBackup(source: BackupSource): Promise<ReadableStream<Uint8Array>> {
  const scratch = await fs.mkdtemp(join(source.dataDir, BACKING_UP));
  const backup = createBackupWriter();
  void write(backup, source, scratch)
    .catch((error: unknown) => {
      source.onFailed?.(error instanceof Error ? error.message : String(error));
      backup.fail(error);
    })
    .finally(() => fs.rm(scratch, { recursive: true, force: true }));
  return backup.bytes;
}
