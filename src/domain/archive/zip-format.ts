/** How a ZIP file names its entries (APPNOTE 6.3.10), as far as an archive uses it. All sizes and offsets are bytes. */

export type ZipEntry = {
  readonly path: string;
  /** 0 stored, 8 deflated. */
  readonly method: 0 | 8;
  readonly crc: number;
  readonly packed: number;
  readonly bytes: number;
  /** Where its local header starts. */
  readonly offset: number;
  /** MS-DOS date and time. */
  readonly time: number;
};

/** An entry is smaller than this; the archive may be larger. */
export const ENTRY_LIMIT = 0xffffffff;
const MANY = 0xffff;
const UTF8_NAME = 0x0800;

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;

export const LOCAL_BYTES = 30;
export const CENTRAL_BYTES = 46;
export const END_BYTES = 22;
export const END_64_BYTES = 56 + 20;

/** Local time has no meaning in an archive that travels: it is UTC. Two seconds exact, from 1980 on. */
export function dosTime(at: Date): number {
  const year = Math.max(0, at.getUTCFullYear() - 1980);
  const date = (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return ((date << 16) | time) >>> 0;
}

type Field = readonly [size: 2 | 4 | 8, value: number];

function written(fields: readonly Field[], ...rest: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const head = fields.reduce((sum, [size]) => sum + size, 0);
  const bytes = new Uint8Array(head + rest.reduce((sum, each) => sum + each.length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else if (size === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += size;
  }
  for (const each of rest) {
    bytes.set(each, at);
    at += each.length;
  }
  return bytes;
}

const nameOf = ({ path }: ZipEntry): Uint8Array => new TextEncoder().encode(path);

/** What both headers of an entry say. */
const shared = (entry: ZipEntry, name: Uint8Array): Field[] => [
  [2, UTF8_NAME],
  [2, entry.method],
  [4, entry.time],
  [4, entry.crc],
  [4, entry.packed],
  [4, entry.bytes],
  [2, name.length],
];

export function localHeader(entry: ZipEntry): Uint8Array<ArrayBuffer> {
  const name = nameOf(entry);
  return written([[4, LOCAL], [2, 20], ...shared(entry, name), [2, 0]], name);
}

export function centralHeader(entry: ZipEntry): Uint8Array<ArrayBuffer> {
  const name = nameOf(entry);
  const isFar = entry.offset >= ENTRY_LIMIT;
  const extra = isFar
    ? written([
        [2, 1],
        [2, 8],
        [8, entry.offset],
      ])
    : new Uint8Array();
  const version = isFar ? 45 : 20;
  return written(
    [
      [4, CENTRAL],
      [2, version],
      [2, version],
      ...shared(entry, name),
      [2, extra.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, isFar ? ENTRY_LIMIT : entry.offset],
    ],
    name,
    extra,
  );
}

/** Where the list of entries lies. */
export type EntryList = { readonly count: number; readonly bytes: number; readonly offset: number };

const needs64 = ({ count, bytes, offset }: EntryList): boolean => count >= MANY || bytes >= ENTRY_LIMIT || offset >= ENTRY_LIMIT;

/** What stands behind the list of entries. */
export function endOf(directory: EntryList): Uint8Array<ArrayBuffer> {
  const { count, bytes, offset } = directory;
  const is64 = needs64(directory);
  const record: Field[] = [
    [4, END_64],
    [8, 44],
    [2, 45],
    [2, 45],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, bytes],
    [8, offset],
  ];
  const locator: Field[] = [
    [4, LOCATOR_64],
    [4, 0],
    [8, offset + bytes],
    [4, 1],
  ];
  const few = is64 ? MANY : count;
  const end: Field[] = [
    [4, END],
    [2, 0],
    [2, 0],
    [2, few],
    [2, few],
    [4, is64 ? ENTRY_LIMIT : bytes],
    [4, is64 ? ENTRY_LIMIT : offset],
    [2, 0],
  ];
  return written([...(is64 ? [...record, ...locator] : []), ...end]);
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Whether the bytes begin like an archive. */
export const isLocalHeader = (bytes: Uint8Array): boolean => bytes.length >= 4 && viewOf(bytes).getUint32(0, true) === LOCAL;

/** Reads what `endOf` wrote, from the end of a file; null where it is not the end of an archive. */
export function readEnd(tail: Uint8Array): EntryList | null {
  if (tail.length < END_BYTES) return null;
  const view = viewOf(tail.subarray(tail.length - END_BYTES));
  if (view.getUint32(0, true) !== END) return null;
  const directory = { count: view.getUint16(10, true), bytes: view.getUint32(12, true), offset: view.getUint32(16, true) };
  if (directory.offset !== ENTRY_LIMIT && directory.count !== MANY) return directory;
  const far = tail.subarray(0, tail.length - END_BYTES);
  if (far.length < END_64_BYTES) return null;
  const record = viewOf(far.subarray(far.length - END_64_BYTES));
  if (record.getUint32(0, true) !== END_64) return null;
  const wide = (at: number) => Number(record.getBigUint64(at, true));
  return { count: wide(32), bytes: wide(40), offset: wide(48) };
}

/** Reads the header of the list that starts at `at`, and where the next one does; null where there is none. */
export function readCentral(list: Uint8Array, at: number): { readonly entry: ZipEntry; readonly next: number } | null {
  if (at + CENTRAL_BYTES > list.length) return null;
  const view = viewOf(list.subarray(at));
  const method = view.getUint16(10, true);
  const nameEnd = CENTRAL_BYTES + view.getUint16(28, true);
  const next = nameEnd + view.getUint16(30, true);
  if (view.getUint32(0, true) !== CENTRAL || (method !== 0 && method !== 8) || at + next > list.length) return null;
  const offset = view.getUint32(42, true);
  if (offset === ENTRY_LIMIT && next - nameEnd !== 12) return null;
  const entry: ZipEntry = {
    path: new TextDecoder().decode(list.subarray(at + CENTRAL_BYTES, at + nameEnd)),
    method,
    time: view.getUint32(12, true),
    crc: view.getUint32(16, true),
    packed: view.getUint32(20, true),
    bytes: view.getUint32(24, true),
    offset: offset === ENTRY_LIMIT ? Number(view.getBigUint64(nameEnd + 4, true)) : offset,
  };
  return { entry, next: at + next };
}
