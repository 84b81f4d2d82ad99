import { archiveWriter } from '#domain/archive/archive-writer.ts';
import { writeArchive, type Exported, type ExportProgress } from '#domain/archive/write-archive.ts';
import { appVersion } from '#local/backup/app-version.ts';
import type { Database } from '#local/db/port.ts';
import { StartRefused } from '#local/data-dir.ts';
import { databaseSource } from './database-source.ts';
import { pdfThreads } from './pdf-threads.ts';
import { writeFile } from './write-file.ts';

/** The id of the company that is called so, or has this id. */
async function companyNamed(db: Database, name: string): Promise<string> {
  const { rows: known } = await db.query("select to_regprocedure('private.archive_state(uuid)') is not null as known");
  if (known[0]?.['known'] !== true)
    throw new StartRefused('This database is of a version that knows no archives. Start Kontor once, which brings it up to date.');
  const { rows } = await db.query('select id::text, name from public.companies where name = $1 or id::text = $1 order by id', [name]);
  if (rows.length > 1)
    throw new StartRefused(`There is more than one company called ${name}. Name it by its id: ${rows.map(({ id }) => id).join(', ')}.`);
  if (typeof rows[0]?.['id'] === 'string') return rows[0]['id'];
  const { rows: all } = await db.query('select name from public.companies order by name');
  throw new StartRefused(
    `There is no company called ${name}. There ${all.length === 0 ? 'is none' : `are: ${all.map((row) => row['name']).join(', ')}`}.`,
  );
}

export type ExportOrder = {
  readonly db: Database;
  readonly dataDir: string;
  /** By name or id. */
  readonly company: string;
  readonly path: string;
  readonly now: Date;
  readonly onProgress?: (progress: ExportProgress) => void;
};

/** Writes a company's archive to a file, in one transaction that sees one state, and enters it in the history. */
export async function exportCompany({ db, dataDir, company, path, now, onProgress }: ExportOrder): Promise<Exported> {
  const companyId = await companyNamed(db, company);
  const threads = pdfThreads();
  const written = db.transaction(async (query) => {
    await query('set transaction isolation level repeatable read, read only');
    const source = await databaseSource(query, { companyId, dataDir });
    return writeFile(path, (sink) =>
      writeArchive({
        source,
        writer: archiveWriter(sink, now),
        makePdf: threads.makePdf,
        app: appVersion,
        madeAt: now,
        ...(onProgress ? { onProgress } : {}),
      }),
    );
  });
  const exported = await written.finally(threads.end);
  const { books, sha256, bytes, manifest } = exported;
  await db.query('select private.note_export($1, $2, $3, $4, $5)', [companyId, books, sha256, bytes, manifest.is_complete]);
  return exported;
}
