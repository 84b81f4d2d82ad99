/**
 * `npm run export -- --company NAME FILE.zip` writes a company's archive, from the data folder or the server of `DATABASE_URL`;
 * `npm run export -- --check FILE.zip` reads one and names the first thing that is wrong. Ends with 0 if all is well, else with 1.
 */
import { openAsBlob } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Missing } from '#domain/archive/manifest.ts';
import type { ExportProgress } from '#domain/archive/write-archive.ts';
import { faultSentence, verifyArchive } from '#domain/archive/verify-archive.ts';
import { ArchiveError } from '#domain/archive/zip-reader.ts';
import { exportCompany } from './archive/export-company.ts';
import { StartRefused } from './data-dir.ts';
import { DataDirInUse } from './lock.ts';
import { openExisting } from './open-existing.ts';
import { readSettings } from './settings.ts';

const USAGE = 'Usage: npm run export -- --company NAME FILE.zip, or npm run export -- --check FILE.zip';
const print = (line: string) => process.stdout.write(`${line}\n`);

const WORDS: Readonly<Record<ExportProgress['phase'], string>> = { tables: 'rows', files: 'files', pdfs: 'PDFs' };

/** One line per tenth of a phase. */
function progressLines(): (progress: ExportProgress) => void {
  let last = '';
  return ({ phase, done, total }) => {
    const line = `  ${WORDS[phase]}: ${Math.floor((done / Math.max(1, total)) * 10) * 10} %`;
    if (line !== last) print(line);
    last = line;
  };
}

const sentenceOf = ({ what, names, count }: Missing): string =>
  `  not in it: ${count ?? ''} ${what} ${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}`;

async function check(path: string): Promise<number> {
  try {
    const { company, made_at, entries, ledger, is_complete, missing } = await verifyArchive(await openAsBlob(path));
    print(`${company.name} (${company.id}), made ${made_at}: ${entries.length} parts, all as they were written.`);
    if (ledger) print(`  ledger: entry ${ledger.seq} ${ledger.sha256}`);
    print(is_complete ? '  complete' : missing.map(sentenceOf).join('\n') || '  not complete: there were changes that only the device had');
    return 0;
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    process.stderr.write(`${faultSentence(error.fault)}\n`);
    return 1;
  }
}

async function write(company: string, path: string): Promise<number> {
  const { dataDir, databaseUrl } = readSettings(process.env);
  const { db, close } = await openExisting(dataDir, databaseUrl);
  try {
    const { bytes, sha256, manifest } = await exportCompany({ db, dataDir, company, path, now: new Date(), onProgress: progressLines() });
    print(`${manifest.company.name}: ${path}, ${bytes} bytes, checksum of the manifest ${sha256}`);
    for (const each of manifest.missing) print(sentenceOf(each));
    return 0;
  } finally {
    await close();
  }
}

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { company: { type: 'string' }, check: { type: 'string' } },
    allowPositionals: true,
  });
  if (values.check !== undefined && positionals.length === 0) return check(values.check);
  const [path] = positionals;
  if (values.company === undefined || path === undefined || positionals.length > 1) throw new StartRefused(USAGE);
  return write(values.company, path);
}

try {
  process.exitCode = await run();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const hint = error instanceof DataDirInUse ? ' While it runs, Settings → Export writes the same.' : '';
  const isPlain = error instanceof StartRefused || error instanceof DataDirInUse;
  process.stderr.write(`${isPlain ? '' : 'The archive could not be written: '}${message}${hint}\n`);
  process.exitCode = 1;
}
