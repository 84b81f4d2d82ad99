import { ARCHIVE_TABLES, type ArchiveTable, jsonPath, rowOrder } from './archive-tables.ts';
import { canonicalText, type Row } from './canonical.ts';
import { ARCHIVE_VERSION, type ArchiveFault, archiveHeadSchema, type Manifest, MANIFEST_PATH, manifestSchema } from './manifest.ts';
import { sha256Hasher } from './sha256.ts';
import type { ZipEntry } from './zip-format.ts';
import { ArchiveError, entryLines, textOfEntry, packedCrcOf, readEntries, readEntry } from './zip-reader.ts';

/** An archive whose list is whole and whose manifest could be read; its contents are checked as they are read. */
export type Archive = {
  readonly manifest: Manifest;
  readonly entries: ReadonlyMap<string, ZipEntry>;
  /** The rows of a table in their order; none where the archive does not have it. Throws an ArchiveError at the first that is not canonical. */
  rows(table: string): AsyncGenerator<Row>;
  /** The bytes of an entry; throws an ArchiveError where they are not what the manifest says. */
  bytes(path: string): Promise<Uint8Array<ArrayBuffer>>;
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readManifest(file: Blob, entry: ZipEntry): Promise<Manifest> {
  const value = parsed(await textOfEntry(file, entry));
  const head = archiveHeadSchema.safeParse(value);
  if (!head.success) throw new ArchiveError('bad_manifest', MANIFEST_PATH);
  if (head.data.version > ARCHIVE_VERSION) throw new ArchiveError('newer_version', MANIFEST_PATH);
  const manifest = manifestSchema.safeParse(value);
  if (!manifest.success) throw new ArchiveError('bad_manifest', MANIFEST_PATH);
  return manifest.data;
}

/** Opens an archive: its list, and its manifest against the list. Throws an ArchiveError. */
export async function openArchive(file: Blob): Promise<Archive> {
  const list = await readEntries(file);
  const last = list.at(-1);
  if (last?.path !== MANIFEST_PATH) throw new ArchiveError('missing_entry', MANIFEST_PATH);
  const manifest = await readManifest(file, last);
  for (const [index, { path, bytes }] of manifest.entries.entries()) {
    const entry = list[index];
    if (!entry || entry === last) throw new ArchiveError('missing_entry', path);
    if (entry.path !== path) throw new ArchiveError(list.some((each) => each.path === path) ? 'unknown_entry' : 'missing_entry', path);
    if (entry.bytes !== bytes) throw new ArchiveError('damaged', path);
  }
  const extra = list[manifest.entries.length];
  if (extra && extra !== last) throw new ArchiveError('unknown_entry', extra.path);
  const entries = new Map(list.map((entry) => [entry.path, entry]));
  return {
    manifest,
    entries,
    rows: (table) => readRows(file, entries, table),
    bytes: (path) => readBytes(file, { manifest, entries }, path),
  };
}

async function* readRows(file: Blob, entries: Archive['entries'], name: string): AsyncGenerator<Row> {
  const table: ArchiveTable | undefined = ARCHIVE_TABLES.find((each) => each.name === name);
  const entry = entries.get(`json/${name}.jsonl`);
  if (!entry || !table) return;
  let held: Row | null = null;
  let line = 0;
  for await (const text of entryLines(file, entry)) {
    line += 1;
    const value = parsed(text);
    const isRow = typeof value === 'object' && value !== null && !Array.isArray(value) && canonicalText(value) === text;
    if (!isRow) throw new ArchiveError('bad_row', entry.path, line);
    const row = value as Row;
    if (held) {
      const order = rowOrder(table.key, held, row);
      if (order > 0 && isCheckedPair(name, held, row)) {
        yield row;
        continue;
      }
      if (order >= 0) throw new ArchiveError('bad_row', entry.path, line);
      yield held;
    }
    held = row;
  }
  if (held) yield held;
}

/** The checks of a receipt and its original stand in either order where an archive was written while their key did not tell them apart. */
const isCheckedPair = (name: string, one: Row, other: Row): boolean => name === 'file_checks' && one['file_id'] === other['file_id'];

async function readBytes(
  file: Blob,
  { manifest, entries }: Pick<Archive, 'manifest' | 'entries'>,
  path: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const entry = entries.get(path);
  const said = manifest.entries.find((each) => each.path === path);
  if (!entry || !said) throw new ArchiveError('missing_entry', path);
  const content = new Uint8Array(entry.bytes);
  const hasher = sha256Hasher();
  let at = 0;
  for await (const piece of readEntry(file, entry)) {
    content.set(piece, at);
    hasher.add(piece);
    at += piece.length;
  }
  if (hasher.end() !== said.sha256) throw new ArchiveError('damaged', path);
  return content;
}

type Options = { readonly onProgress?: (share: number) => void; readonly signal?: AbortSignal };

/** Reads every byte of an archive; the manifest of one without a fault. Throws an ArchiveError that names the first. */
export async function verifyArchive(file: Blob, { onProgress, signal }: Options = {}): Promise<Manifest> {
  const archive = await openArchive(file);
  for (const said of archive.manifest.entries) {
    signal?.throwIfAborted();
    const entry = archive.entries.get(said.path);
    if (!entry) throw new ArchiveError('missing_entry', said.path);
    const hasher = sha256Hasher();
    for await (const piece of readEntry(file, entry)) hasher.add(piece);
    const isPacked = said.packed_crc32 === undefined ? entry.method === 0 : (await packedCrcOf(file, entry)) === said.packed_crc32;
    if (hasher.end() !== said.sha256 || !isPacked) throw new ArchiveError('damaged', said.path);
    onProgress?.((entry.offset + entry.packed) / file.size);
  }
  for (const { name } of ARCHIVE_TABLES) await countRows(archive, name);
  return archive.manifest;
}

async function countRows(archive: Archive, name: ArchiveTable['name']): Promise<void> {
  const path = jsonPath(name as never);
  const said = archive.manifest.entries.find((each) => each.path === path);
  if (!said) return;
  let count = 0;
  for await (const _ of archive.rows(name)) count += 1;
  if (count !== said.rows) throw new ArchiveError('bad_manifest', path);
}

/** What is wrong with a file, in one English sentence with the place: for command lines. */
export function faultSentence({ fault, path, line }: ArchiveFault): string {
  const place = path === null ? '' : ` (${path}${line === null ? '' : `, line ${line}`})`;
  const sentences: Readonly<Record<ArchiveFault['fault'], string>> = {
    not_an_archive: 'This file is not an archive of Kontor.',
    truncated: 'The archive is cut off: its end is missing.',
    newer_version: `The archive was made by a newer version of Kontor${place}. Update Kontor to read it.`,
    damaged: `The archive is damaged${place}: its bytes are not those that were written.`,
    missing_entry: `The archive is not whole${place}: this part is missing.`,
    unknown_entry: `The archive has a part that its manifest does not name${place}.`,
    bad_manifest: `The manifest of the archive does not fit its contents${place}.`,
    bad_row: `A row of the archive is not as it has to be${place}.`,
  };
  return sentences[fault];
}
