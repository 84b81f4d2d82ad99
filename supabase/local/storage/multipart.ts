import { refusals } from './storage-error.ts';

const HEADER_MAX_BYTES = 16_384;
const FIELD_MAX_BYTES = 65_536;
const FIELDS_MAX = 50;

export type MultipartFile = {
  /** The plain fields that came before the file. */
  readonly fields: ReadonlyMap<string, string>;
  /** The part's own content type, or empty. */
  readonly type: string;
  /** The file's bytes as they arrive. Ends without error only when the closing boundary was there. */
  readonly bytes: AsyncIterable<Uint8Array>;
};

const truncated = () => refusals.invalidRequest('The multipart body ended early');

/** The first file of a multipart body, without ever holding the whole file in memory. */
export async function firstFile(chunks: AsyncIterator<Uint8Array>, boundary: string): Promise<MultipartFile> {
  const source = createScanner(chunks);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  await source.text(Buffer.from(`--${boundary}`), FIELD_MAX_BYTES);
  const fields = new Map<string, string>();
  for (let parts = 0; parts <= FIELDS_MAX; parts += 1) {
    if ((await source.text(Buffer.from('\r\n'), HEADER_MAX_BYTES)).startsWith('--')) throw refusals.invalidRequest('The form has no file');
    const headers = parseHeaders(await source.text(Buffer.from('\r\n\r\n'), HEADER_MAX_BYTES));
    const disposition = headers.get('content-disposition') ?? '';
    if (/;\s*filename\*?=/i.test(disposition)) {
      return { fields, type: headers.get('content-type') ?? '', bytes: source.until(delimiter) };
    }
    fields.set(/;\s*name="([^"]*)"/i.exec(disposition)?.[1] ?? '', await source.text(delimiter, FIELD_MAX_BYTES));
  }
  throw refusals.invalidRequest('The form has too many fields');
}

function parseHeaders(block: string): Map<string, string> {
  const lines = block.split('\r\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)] as const);
  return new Map(lines.map(([name, value]) => [name.trim().toLowerCase(), value.trim()]));
}

function createScanner(chunks: AsyncIterator<Uint8Array>) {
  let rest = Buffer.alloc(0);
  const pull = async (): Promise<void> => {
    const next = await chunks.next();
    if (next.done) throw truncated();
    rest = rest.length === 0 ? Buffer.from(next.value) : Buffer.concat([rest, next.value]);
  };
  /** Bytes up to the delimiter, which is swallowed; holds back only what could be its beginning. */
  async function* until(delimiter: Buffer): AsyncGenerator<Uint8Array> {
    for (;;) {
      const found = rest.indexOf(delimiter);
      const end = found >= 0 ? found : Math.max(0, rest.length - delimiter.length + 1);
      if (end > 0) yield rest.subarray(0, end);
      rest = rest.subarray(found >= 0 ? end + delimiter.length : end);
      if (found >= 0) return;
      await pull();
    }
  }
  const text = async (delimiter: Buffer, maxBytes: number): Promise<string> => {
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of until(delimiter)) {
      size += part.byteLength;
      if (size > maxBytes) throw refusals.invalidRequest('A part of the form is too long');
      parts.push(part);
    }
    return Buffer.concat(parts).toString('utf8');
  };
  return { until, text };
}
