import { joinedBytes, latin1, paddedTo4, view } from './bytes.ts';

/** The tables of a TrueType file by their four-letter names. */
export type Tables = ReadonlyMap<string, DataView>;

export function readTables(font: Uint8Array): Tables {
  const data = view(font);
  const tables = new Map<string, DataView>();
  for (let index = 0; index < data.getUint16(4); index++) {
    const at = 12 + index * 16;
    const name = String.fromCharCode(...font.subarray(at, at + 4));
    tables.set(name, new DataView(font.buffer, font.byteOffset + data.getUint32(at + 8), data.getUint32(at + 12)));
  }
  return tables;
}

/** A table the format demands; a file without it is no font we can embed. */
export function tableOf(tables: Tables, name: string): DataView {
  const table = tables.get(name);
  if (!table) throw new RangeError(`Font without table ${name}`);
  return table;
}

export const bytesOf = (table: DataView): Uint8Array => new Uint8Array(table.buffer, table.byteOffset, table.byteLength);

function checksum(padded: Uint8Array): number {
  const data = view(padded);
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + data.getUint32(at)) >>> 0;
  return sum;
}

/** A TrueType file of these tables. */
export function writeTables(tables: ReadonlyMap<string, Uint8Array>): Uint8Array<ArrayBuffer> {
  const names = [...tables.keys()].sort();
  const header = new Uint8Array(12 + 16 * names.length);
  const data = view(header);
  const log = 31 - Math.clz32(names.length);
  data.setUint32(0, 0x10000);
  data.setUint16(4, names.length);
  data.setUint16(6, 16 << log);
  data.setUint16(8, log);
  data.setUint16(10, 16 * names.length - (16 << log));
  const body: Uint8Array[] = [];
  let offset = header.length;
  for (const [index, name] of names.entries()) {
    const table = tables.get(name) ?? new Uint8Array();
    const padded = paddedTo4(table);
    const at = 12 + 16 * index;
    header.set(latin1(name), at);
    data.setUint32(at + 4, checksum(padded));
    data.setUint32(at + 8, offset);
    data.setUint32(at + 12, table.length);
    body.push(padded);
    offset += padded.length;
  }
  return joinedBytes([header, ...body]);
}
