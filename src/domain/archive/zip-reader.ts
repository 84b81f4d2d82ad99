import type { ArchiveFault } from './manifest.ts';
import { crc32 } from './crc32.ts';
import {
  centralHeader,
  END_64_BYTES,
  END_BYTES,
  endOf,
  isLocalHeader,
  LOCAL_BYTES,
  localHeader,
  readCentral,
  readEnd,
  type ZipEntry,
} from './zip-format.ts';

/** What is wrong with an archive. */
export class ArchiveError extends Error {
  readonly fault: ArchiveFault;
  constructor(fault: ArchiveFault['fault'], path: string | null = null, line: number | null = null) {
    super(path === null ? fault : `${fault}: ${path}${line === null ? '' : `, line ${line}`}`);
    this.name = 'ArchiveError';
    this.fault = { fault, path, line };
  }
}

const bytesOf = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer());
const equal = (one: Uint8Array, other: Uint8Array): boolean => one.length === other.length && one.every((byte, at) => byte === other[at]);

/** The entries of a file in their order. Throws an ArchiveError where the file is no archive, is cut off, or its list is not exactly what we would write. */
export async function readEntries(file: Blob): Promise<ZipEntry[]> {
  const end = readEnd(await bytesOf(file.slice(-(END_BYTES + END_64_BYTES))));
  if (!end) throw new ArchiveError(isLocalHeader(await bytesOf(file.slice(0, 4))) ? 'truncated' : 'not_an_archive');
  const tail = endOf(end);
  if (end.offset + end.bytes + tail.length !== file.size) throw new ArchiveError('truncated');
  if (!equal(await bytesOf(file.slice(-tail.length)), tail)) throw new ArchiveError('damaged');
  const list = await bytesOf(file.slice(end.offset, end.offset + end.bytes));
  const entries: ZipEntry[] = [];
  const paths = new Set<string>();
  let place = 0;
  for (let at = 0; at < list.length;) {
    const read = readCentral(list, at);
    if (!read || read.entry.offset !== place || !equal(centralHeader(read.entry), list.subarray(at, read.next)))
      throw new ArchiveError('damaged');
    const { entry } = read;
    if (paths.has(entry.path) || !isSafe(entry.path) || !isPossible(entry)) throw new ArchiveError('damaged', entry.path);
    paths.add(entry.path);
    place += localHeader(entry).length + entry.packed;
    entries.push(entry);
    at = read.next;
  }
  if (entries.length !== end.count || place !== end.offset) throw new ArchiveError('damaged');
  return entries;
}

/** Whether a path stays inside the folder that an archive is unpacked into. */
const isSafe = (path: string): boolean =>
  path !== '' &&
  !path.startsWith('/') &&
  !/[\\:\0]/.test(path) &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

/** Deflate packs 1,032 bytes into one at best; who reads an entry may make room for what it says it holds. */
const MOST_PACKED = 1032;
const isPossible = ({ method, packed, bytes }: ZipEntry): boolean => (method === 0 ? bytes === packed : bytes <= packed * MOST_PACKED);

const contentOf = (file: Blob, entry: ZipEntry): Blob => {
  const start = entry.offset + localHeader(entry).length;
  return file.slice(start, start + entry.packed);
};

/** The bytes of an entry, unpacked, as they are read; throws an ArchiveError as soon as they are not what its header says. */
export async function* readEntry(file: Blob, entry: ZipEntry): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const header = localHeader(entry);
  if (header.length < LOCAL_BYTES || !equal(await bytesOf(file.slice(entry.offset, entry.offset + header.length)), header))
    throw new ArchiveError('damaged', entry.path);
  const raw = contentOf(file, entry).stream() as ReadableStream<Uint8Array<ArrayBuffer>>;
  const stream = entry.method === 0 ? raw : raw.pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  let crc = 0;
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new ArchiveError('damaged', entry.path);
      });
      if (done) break;
      crc = crc32(value, crc);
      bytes += value.length;
      if (bytes > entry.bytes) throw new ArchiveError('damaged', entry.path);
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  if (bytes !== entry.bytes || crc !== entry.crc) throw new ArchiveError('damaged', entry.path);
}

/** CRC-32 of an entry's packed bytes. */
export async function packedCrcOf(file: Blob, entry: ZipEntry): Promise<number> {
  if (entry.method === 0) return entry.crc;
  let crc = 0;
  const reader = (contentOf(file, entry).stream() as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return crc;
    crc = crc32(value, crc);
  }
}

/** An entry as text. */
export async function textOfEntry(file: Blob, entry: ZipEntry): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  for await (const piece of readEntry(file, entry)) text += decode(decoder, entry, piece);
  return text + decode(decoder, entry);
}

function decode(decoder: TextDecoder, { path }: ZipEntry, piece?: Uint8Array): string {
  try {
    return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
  } catch {
    throw new ArchiveError('damaged', path);
  }
}

/** The lines of an entry, without their ends; the last one has an end, too. */
export async function* entryLines(file: Blob, entry: ZipEntry): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest = '';
  for await (const piece of readEntry(file, entry)) {
    const lines = (rest + decode(decoder, entry, piece)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  rest += decode(decoder, entry);
  if (rest !== '') throw new ArchiveError('bad_row', entry.path);
}
