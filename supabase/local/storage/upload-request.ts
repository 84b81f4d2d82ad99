import { isTooDeep } from '#local/gateway/nesting.ts';
import { firstFile } from './multipart.ts';
import { refusals } from './storage-error.ts';

/** What a client wants to store, before a byte of it is kept. */
export type Upload = {
  /** What the client calls it, in whatever form; `acceptedType` decides. */
  readonly declaredType: string;
  /** JSON text of the client's own metadata. */
  readonly userMetadata: string | null;
  readonly bytes: AsyncIterable<Uint8Array>;
};

/** More than this is not read just to be polite to a client that sends too much. */
const DRAIN_MAX_BYTES = 64 * 1024 * 1024;
const NO_TYPE = 'application/octet-stream';

/**
 * Hands the upload to `use`, then reads what is left of the body: a client that is still sending when the answer comes
 * sees a broken connection instead of the refusal.
 */
export async function withUpload<T>(request: Request, use: (upload: Upload) => Promise<T>): Promise<T> {
  const chunks = request.body?.values({ preventCancel: true });
  try {
    return await use(await describe(request, chunks ?? emptyBytes()));
  } finally {
    await chunks?.return?.();
    await drain(request.body);
  }
}

async function describe(request: Request, chunks: AsyncIterableIterator<Uint8Array>): Promise<Upload> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data/i.test(type)) {
    return {
      declaredType: type || NO_TYPE,
      userMetadata: decodedMetadata(request.headers.get('x-metadata')),
      bytes: chunks,
    };
  }
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type);
  const file = await firstFile(chunks, boundary?.[1] ?? boundary?.[2] ?? '');
  return {
    declaredType: file.type || NO_TYPE,
    userMetadata: jsonObject(file.fields.get('metadata') ?? null),
    bytes: file.bytes,
  };
}

const decodedMetadata = (base64: string | null): string | null =>
  base64 === null ? null : jsonObject(Buffer.from(base64, 'base64').toString('utf8'));

function jsonObject(text: string | null): string | null {
  if (text === null) return null;
  if (isTooDeep(text)) throw refusals.invalidRequest('Metadata is nested too deeply');
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return text;
  } catch {
    // Answered below, like every other text that is not an object.
  }
  throw refusals.invalidRequest('Metadata must be a JSON object');
}

async function* emptyBytes(): AsyncGenerator<Uint8Array> {}

/** Reads what is left, up to a limit: a client that is still sending when the answer comes would see a broken connection instead. */
export async function drain(body: Request['body']): Promise<void> {
  if (!body) return;
  let read = 0;
  try {
    for await (const chunk of body.values({ preventCancel: true })) {
      read += chunk.byteLength;
      if (read > DRAIN_MAX_BYTES) return;
    }
  } catch {
    // The client went away; nobody waits for the answer.
  }
}
