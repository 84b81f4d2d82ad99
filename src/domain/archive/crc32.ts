function firstTable(): Int32Array {
  return Int32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
  });
}

/** One after another, so that four bytes are taken at a time. */
const T0 = firstTable();
const next = (table: Int32Array): Int32Array => table.map((value) => (value >>> 8) ^ (T0[value & 0xff] ?? 0));
const T1 = next(T0);
const T2 = next(T1);
const T3 = next(T2);

/** CRC-32 as ZIP has it (ISO 3309), unsigned; `before` is that of the bytes that came before. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  let at = 0;
  for (const end = bytes.length - 3; at < end; at += 4) {
    crc ^= (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
    crc = (T3[crc & 0xff] ?? 0) ^ (T2[(crc >>> 8) & 0xff] ?? 0) ^ (T1[(crc >>> 16) & 0xff] ?? 0) ^ (T0[crc >>> 24] ?? 0);
  }
  for (; at < bytes.length; at += 1) crc = (crc >>> 8) ^ (T0[(crc ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
  return ~crc >>> 0;
}
