import { crc32 } from './crc32.ts';
import { sha256Hasher } from './sha256.ts';
import { centralHeader, dosTime, ENTRY_LIMIT, endOf, localHeader, type ZipEntry } from './zip-format.ts';

/** Where the bytes of an archive go, one piece after another. */
export type ByteSink = { write(bytes: Uint8Array<ArrayBuffer> | Blob): Promise<void> };

/** Content that is ready to become an entry. */
export type Packed = {
  readonly content: Uint8Array<ArrayBuffer> | Blob;
  readonly method: 0 | 8;
  readonly crc: number;
  readonly bytes: number;
  readonly sha256: string;
  /** CRC-32 of the packed bytes: the last bits of a deflated stream mean nothing, and still none of them may change unnoticed. */
  readonly packedCrc: number;
};

const hex = (buffer: ArrayBuffer): string => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Bytes as they are; receipts and PDFs are packed already. */
export async function stored(bytes: Uint8Array<ArrayBuffer>): Promise<Packed> {
  const crc = crc32(bytes);
  const sha256 = hex(await crypto.subtle.digest('SHA-256', bytes));
  return { content: bytes, method: 0, crc, bytes: bytes.length, sha256, packedCrc: crc };
}

/** Text that comes in pieces, deflated as it comes: of a large table only the packed part is in memory. */
export type TextPacker = { add(text: string): Promise<void>; end(): Promise<Packed> };

export function textPacker(): TextPacker {
  const encoder = new TextEncoder();
  const deflate = new CompressionStream('deflate-raw');
  const writer = deflate.writable.getWriter();
  const hasher = sha256Hasher();
  let crc = 0;
  let bytes = 0;
  const collected = (async () => {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let packedCrc = 0;
    const reader = (deflate.readable as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { content: new Blob(parts), packedCrc };
      packedCrc = crc32(value, packedCrc);
      parts.push(value);
    }
  })();
  return {
    async add(text) {
      const piece = encoder.encode(text);
      crc = crc32(piece, crc);
      hasher.add(piece);
      bytes += piece.length;
      await writer.write(piece);
    },
    async end() {
      await writer.close();
      return { ...(await collected), method: 8, crc, bytes, sha256: hasher.end() };
    },
  };
}

export async function packedText(text: string): Promise<Packed> {
  const packer = textPacker();
  await packer.add(text);
  return packer.end();
}

export type ZipWriter = {
  /** Adds an entry; its path was not there before. */
  add(path: string, packed: Packed): Promise<void>;
  /** Writes the list of entries; nothing can be added afterwards. Returns the size of the archive in bytes. */
  end(): Promise<number>;
};

const sizeOf = (content: Packed['content']): number => (content instanceof Blob ? content.size : content.length);

/** Writes a ZIP file piece by piece; what is written is never looked at again. `at` is the time that its entries carry. */
export function zipWriter(sink: ByteSink, at: Date): ZipWriter {
  const entries: ZipEntry[] = [];
  const time = dosTime(at);
  let offset = 0;
  const write = async (bytes: Packed['content']) => {
    await sink.write(bytes);
    offset += sizeOf(bytes);
  };
  return {
    async add(path, { content, method, crc, bytes }) {
      const packed = sizeOf(content);
      if (bytes >= ENTRY_LIMIT || packed >= ENTRY_LIMIT) throw new RangeError(`${path} is larger than an entry may be`);
      const entry: ZipEntry = { path, method, crc, packed, bytes, offset, time };
      entries.push(entry);
      await write(localHeader(entry));
      if (packed > 0) await write(content);
    },
    async end() {
      const start = offset;
      // In pieces: a hundred thousand entries have a list of some eight megabytes.
      for (let first = 0; first < entries.length; first += 1000)
        await write(new Uint8Array(await new Blob(entries.slice(first, first + 1000).map(centralHeader)).arrayBuffer()));
      await write(endOf({ count: entries.length, bytes: offset - start, offset: start }));
      return offset;
    },
  };
}
