const encoder = new TextEncoder();

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);

/** One byte per character; PDF's own syntax and binary strings. */
export function latin1(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  return bytes;
}

export function joinedBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** TrueType and ICC tables begin at multiples of four. */
export function paddedTo4(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array((bytes.length + 3) & ~3);
  padded.set(bytes);
  return padded;
}

async function piped(bytes: Uint8Array, through: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  const writer = through.writable.getWriter();
  const written = Promise.all([writer.write(bytes as Uint8Array<ArrayBuffer>), writer.close()]);
  const [read] = await Promise.all([new Response(through.readable).arrayBuffer(), written]);
  return new Uint8Array(read);
}

/** zlib, as PDF's FlateDecode and PNG want it; the browser brings it, so no library does. */
export const deflated = (bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => piped(bytes, new CompressionStream('deflate'));
export const inflated = (bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => piped(bytes, new DecompressionStream('deflate'));

export const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
