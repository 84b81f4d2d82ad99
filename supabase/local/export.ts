/**
 * `npm run export -- --company NAME FILE.zip` writes a company's archive, from the data folder or the server of `DATABASE_URL`;
 * `npm run export -- --check FILE.zip` reads one and names the first thing that is wrong. Ends with 0 if all is well, else with 1.
 */
import { openAsBlob } from 'node:fs';
import { parseArgs } from 'node:util';
import { archivedLedgerFault } from '#domain/archive/archived-ledger.ts';
import type { Missing } from '#domain/archive/manifest.ts';
import type { ExportProgress } from '#domain/archive/write-archive.ts';
import { faultSentence, openArchive, verifyArchive } from '#domain/archive/verify-archive.ts';
import { ArchiveError } from '#domain/archive/zip-reader.ts';
import { exportCompany } from './archive/export-company.ts';
import { megabytes, runCommand, say } from './command.ts';
import { StartRefused } from './data-dir.ts';
import { ledgerFaultSentence } from './ledger/verify-ledgers.ts';
import { openExisting } from './open-existing.ts';
import { readSettings } from './settings.ts';

const USAGE = 'Usage: npm run export -- --company NAME FILE.zip, or npm run export -- --check FILE.zip';
const WORDS: Readonly<Record<ExportProgress['phase'], string>> = { tables: 'rows', files: 'files', pdfs: 'PDFs' };

/** One line per tenth of a phase. */
function progressLines(): (progress: ExportProgress) => void {
  let last = '';
  return ({ phase, done, total }) => {
    const line = `  ${WORDS[phase]}: ${Math.floor((done / Math.max(1, total)) * 10) * 10} %`;
    if (line !== last) say(line);
    last = line;
  };
}

const sentenceOf = ({ what, names, count }: Missing): string =>
  `  not in it: ${count ?? ''} ${what} ${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}`;

async function readArchive(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path);
  } catch {
    throw new StartRefused(`The file ${path} can't be read.`);
  }
}

/** Reads every byte, and the ledger by itself; refuses with a sentence that names the place. */
async function check(path: string): Promise<void> {
  const file = await readArchive(path);
  try {
    const { company, made_at, entries, ledger: end, is_complete, missing } = await verifyArchive(file);
    const fault = await archivedLedgerFault(await openArchive(file));
    if (fault) throw new StartRefused(`The ledger in the archive is not whole. ${ledgerFaultSentence(fault)}`);
    say(`${company.name} (${company.id}), made ${made_at}: ${entries.length} parts, all as they were written.`);
    if (end) say(`  ledger: unbroken to entry ${end.seq} ${end.sha256}`);
    say(is_complete ? '  complete' : missing.map(sentenceOf).join('\n') || '  not complete: there were changes that only the device had');
  } catch (error) {
    throw error instanceof ArchiveError ? new StartRefused(faultSentence(error.fault)) : error;
  }
}

async function write(company: string, path: string): Promise<void> {
  const { dataDir, databaseUrl } = readSettings(process.env);
  const { db, close } = await openExisting(dataDir, databaseUrl);
  try {
    const { bytes, sha256, manifest } = await exportCompany({ db, dataDir, company, path, now: new Date(), onProgress: progressLines() });
    say(`${manifest.company.name}: ${path}, ${megabytes(bytes)}, checksum of the manifest ${sha256}`);
    for (const each of manifest.missing) say(sentenceOf(each));
  } finally {
    await close();
  }
}

await runCommand(
  { failed: 'The archive could not be written', whileRunning: 'While it runs, Settings → Export writes the same.' },
  async () => {
    const options = { company: { type: 'string' }, check: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [path] = positionals;
    if (values.check !== undefined && path === undefined) return check(values.check);
    if (values.company === undefined || path === undefined || positionals.length > 1) throw new StartRefused(USAGE);
    return write(values.company, path);
  },
);
