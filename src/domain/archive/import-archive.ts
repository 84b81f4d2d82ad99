import { RECEIPT_EXTENSIONS } from '#domain/files/file.ts';
import { ARCHIVE_TABLES, jsonPath } from './archive-tables.ts';
import { canonicalText, type Row } from './canonical.ts';
import type { Manifest } from './manifest.ts';
import { sha256Hasher } from './sha256.ts';
import { type Archive, openArchive, verifyArchive } from './verify-archive.ts';

/** How far an import is on the server: rows per table, and files (`<bucket>/<path>`) that it has read. */
export type ImportProgress = {
  readonly company: string;
  readonly is_finished: boolean;
  readonly received: Readonly<Record<string, number>>;
  readonly files: readonly string[];
};

/** What takes a company in: an API with a session, or the database itself. Every call throws what it refuses. */
export type ImportTarget = {
  begin(id: string, manifest: object): Promise<ImportProgress>;
  /** Rows from this line on. */
  takeRows(id: string, table: string, line: number, rows: readonly Row[]): Promise<void>;
  /** Stores the bytes at the path, unless something lies there. */
  store(file: ArchivedFile, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Reads what is stored there; whether it is what the archive says. */
  verify(id: string, file: ArchivedFile): Promise<boolean>;
  /** All or nothing; the company's id. */
  finish(id: string): Promise<string>;
  /** Forgets what has arrived. */
  cancel(id: string): Promise<void>;
};
export type ArchivedFile = { readonly bucket: string; readonly path: string; readonly mimeType: string };

/** Checking reads the file, sending rows and files brings it over, finishing is the server's. `share` of the step, from 0 to 1. */
export type ImportStep = { readonly step: 'checking' | 'rows' | 'files' | 'finishing'; readonly share: number };

/** Why an import is refused, though the file is whole: the reason's key, and what it is about (`expenses:17:a_rule`, a path). */
export class ImportRefusal extends Error {
  readonly reason: string;
  readonly about: string;
  constructor(reason: string, about = '') {
    super(`${reason}: ${about}`);
    this.name = 'ImportRefusal';
    this.reason = reason;
    this.about = about;
  }
}

/** What an installation takes at most; the server has the same limits (migration `archive_import`). Bytes are those of unpacked entries. */
export const IMPORT_LIMITS = {
  rows: 2_000_000,
  bytes: 536_870_912,
  tableBytes: 268_435_456,
  files: 40_000,
  fileBytes: 20_971_520,
} as const;

/** Refuses what is too large before it is unpacked: a small file may say that it holds terabytes. */
export function refuseTooLarge({ entries }: Manifest): void {
  const tables = entries.filter(({ path }) => path.startsWith('json/'));
  const files = entries.filter(({ path }) => path.startsWith('files/'));
  const sum = (of: (entry: Manifest['entries'][number]) => number) => tables.reduce((all, entry) => all + of(entry), 0);
  const limits = IMPORT_LIMITS;
  const large =
    tables.find(({ bytes }) => bytes > limits.tableBytes) ??
    files.find(({ bytes }) => bytes > limits.fileBytes) ??
    entries.find(({ bytes }) => bytes > limits.bytes);
  const isTooLarge =
    large !== undefined ||
    sum(({ rows = 0 }) => rows) > limits.rows ||
    sum(({ bytes }) => bytes) > limits.bytes ||
    files.length > limits.files;
  if (isTooLarge) throw new ImportRefusal('archive_too_large', large?.path ?? '');
}

const ROWS = 1000;
const CHARACTERS = 1_000_000;
const MIME_TYPES: ReadonlyMap<string, string> = new Map([
  ['jpeg', 'image/jpeg'],
  ...Object.entries(RECEIPT_EXTENSIONS).map(([type, extension]) => [extension, type] as const),
]);

/** The import of an archive by a person: chosen again after a break, the same file goes on where it was. */
export function importId(manifest: Manifest, person: string): string {
  const hasher = sha256Hasher();
  hasher.add(new TextEncoder().encode(`${person} ${canonicalText(manifest)}`));
  const hex = hasher.end();
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

/** What the server has to know of an archive: its head, and the entries that an import reads. */
export function importedManifest({ format, version, app, company, made_at, is_complete, entries }: Manifest): object {
  return { format, version, app, company, made_at, is_complete, entries: entries.filter(({ path }) => /^(json|files)\//.test(path)) };
}

/** The manifest with the checksum of the checks of receipts as `rows` gives them: an archive may have two of them in another order than a server. */
async function asRowsAreSent(archive: Archive): Promise<Manifest> {
  const hasher = sha256Hasher();
  for await (const row of archive.rows('file_checks')) hasher.add(new TextEncoder().encode(`${canonicalText(row)}\n`));
  const sha256 = hasher.end();
  const { entries, ...head } = archive.manifest;
  return { ...head, entries: entries.map((entry) => (entry.path === jsonPath('file_checks') ? { ...entry, sha256 } : entry)) };
}

/** `files/uploads/<company>/<id>.pdf`, as an object of a bucket. */
function archivedFile(path: string): ArchivedFile {
  const [, bucket = '', name = ''] = /^files\/([^/]+)\/(.+)$/.exec(path) ?? [];
  return { bucket, path: name, mimeType: MIME_TYPES.get(name.split('.').at(-1) ?? '') ?? 'application/octet-stream' };
}

type Options = {
  readonly person: string;
  readonly onStep?: (step: ImportStep) => void;
  readonly signal?: AbortSignal;
};

/** Rows of a table in pages that a server takes at once; those it has are left out. */
async function* pagesOf(archive: Archive, table: string, received: number): AsyncGenerator<{ line: number; rows: Row[] }> {
  let line = 0;
  let rows: Row[] = [];
  let size = 0;
  for await (const row of archive.rows(table)) {
    line += 1;
    if (line <= received) continue;
    rows.push(row);
    size += canonicalText(row).length;
    if (rows.length < ROWS && size < CHARACTERS) continue;
    yield { line: line - rows.length + 1, rows };
    rows = [];
    size = 0;
  }
  if (rows.length > 0) yield { line: line - rows.length + 1, rows };
}

/**
 * Brings the company of an archive in, after every byte of the file was checked; returns the company's id. Throws an ArchiveError for the file, what
 * the target refuses, or the signal's reason: then the import is cancelled, and nothing of it is there.
 */
export async function importArchive(file: Blob, target: ImportTarget, { person, onStep, signal }: Options): Promise<string> {
  const told = (step: ImportStep['step'], share: number) => {
    signal?.throwIfAborted();
    onStep?.({ step, share });
  };
  told('checking', 0);
  refuseTooLarge((await openArchive(file)).manifest);
  const manifest = await verifyArchive(file, { onProgress: (share) => told('checking', share), ...(signal && { signal }) });
  const archive = await openArchive(file);
  const id = importId(manifest, person);
  const known = await target.begin(id, importedManifest(await asRowsAreSent(archive)));
  if (known.is_finished) return known.company;
  try {
    await sendRows(archive, target, { id, known, told });
    await sendFiles(archive, target, { id, known, told });
    told('finishing', 0);
    return await target.finish(id);
  } catch (error) {
    // Given up by the person: nothing is kept. What broke may go on later.
    if (signal?.aborted === true) await target.cancel(id);
    throw error;
  }
}

type Way = { readonly id: string; readonly known: ImportProgress; readonly told: (step: ImportStep['step'], share: number) => void };

async function sendRows(archive: Archive, target: ImportTarget, { id, known, told }: Way): Promise<void> {
  const count = (path: string) => archive.manifest.entries.find((entry) => entry.path === path)?.rows ?? 0;
  const all = ARCHIVE_TABLES.reduce((sum, { name }) => sum + count(jsonPath(name)), 0);
  let done = 0;
  for (const { name } of ARCHIVE_TABLES) {
    told('rows', done / Math.max(1, all));
    for await (const { line, rows } of pagesOf(archive, name, known.received[name] ?? 0)) {
      await target.takeRows(id, name, line, rows);
      told('rows', (done + line + rows.length - 1) / all);
    }
    done += count(jsonPath(name));
  }
}

async function sendFiles(archive: Archive, target: ImportTarget, { id, known, told }: Way): Promise<void> {
  const paths = archive.manifest.entries.flatMap(({ path }) => (path.startsWith('files/') ? [path] : []));
  const there = new Set(known.files);
  for (const [index, path] of paths.entries()) {
    told('files', index / paths.length);
    const stored = archivedFile(path);
    if (there.has(`${stored.bucket}/${stored.path}`)) continue;
    await target.store(stored, await archive.bytes(path));
    if (!(await target.verify(id, stored))) throw new ImportRefusal('stored_otherwise', path);
  }
}
