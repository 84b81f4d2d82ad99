/** `npm run import -- FILE.zip --owner mail@example.com`: brings the company of an archive in, on the data folder or the server of `DATABASE_URL`. Ends with 0 if it is there, else with 1. */
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { importArchive, ImportRefusal } from '#domain/archive/import-archive.ts';
import { faultSentence } from '#domain/archive/verify-archive.ts';
import { ArchiveError } from '#domain/archive/zip-reader.ts';
import { createObjectStore } from '#local/storage/object-store.ts';
import { databaseTarget } from './archive/database-target.ts';
import { StartRefused } from './data-dir.ts';
import { DataDirInUse } from './lock.ts';
import { openExisting } from './open-existing.ts';
import { readSettings } from './settings.ts';

const USAGE = 'npm run import -- ARCHIVE.zip --owner mail@example.com';

/** The archive's file and its owner's address, from the command line. */
function wanted(): { file: string; email: string } {
  const { values, positionals } = parseArgs({ options: { owner: { type: 'string' } }, allowPositionals: true });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0 || values.owner === undefined)
    throw new StartRefused(`Name the archive, and the address of the person who is going to own the company: ${USAGE}`);
  return { file, email: values.owner };
}

const reasonOf = (error: unknown): string => {
  if (error instanceof ArchiveError) return faultSentence(error.fault);
  if (error instanceof ImportRefusal && error.reason === 'company_here')
    return 'This company is already here. An archive does not replace a company.';
  if (error instanceof ImportRefusal)
    return `The archive was refused: ${error.reason.replaceAll('_', ' ')} (${error.about}). Nothing was imported.`;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof DataDirInUse) return `${message} While it runs, the page of the companies imports the same.`;
  return error instanceof StartRefused ? message : `The archive could not be imported: ${message}`;
};

try {
  const { file, email } = wanted();
  const { dataDir, databaseUrl } = readSettings(process.env);
  const { db, close } = await openExisting(dataDir, databaseUrl);
  try {
    const { rows } = await db.query('select id::text from auth.users where lower(email) = lower($1) and email_confirmed_at is not null', [
      email,
    ]);
    const owner = rows[0]?.['id'];
    if (typeof owner !== 'string') throw new StartRefused(`Nobody here has confirmed the address ${email}. The owner signs up first.`);
    const target = databaseTarget({ db, objects: await createObjectStore(join(dataDir, 'storage')), owner });
    const archive = await openAsBlob(file).catch(() => {
      throw new StartRefused(`The file ${file} can't be read.`);
    });
    const company = await importArchive(archive, target, { person: owner });
    const { rows: named } = await db.query('select name from public.companies where id = $1', [company]);
    process.stdout.write(`${String(named[0]?.['name'])} is here and belongs to ${email}. All checksums are those of the archive.\n`);
  } finally {
    await close();
  }
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exitCode = 1;
}
