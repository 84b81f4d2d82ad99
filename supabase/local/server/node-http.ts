import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createNestingMeter } from '#local/gateway/nesting.ts';
import { unpack } from './compression.ts';

/** The client's address, for rate limits and the mail page; whatever a client sent under this name is overwritten. */
export const CLIENT_ADDRESS_HEADER = 'x-kontor-client-address';

/** How a body came, by its `content-encoding`; null where nobody here unpacks it. Files are taken as they are. */
export function packingOf(message: IncomingMessage, isJson: boolean): 'gzip' | 'none' | null {
  const encoding = isJson ? (message.headers['content-encoding'] ?? '').trim().toLowerCase() : '';
  if (encoding === '' || encoding === 'identity') return 'none';
  return encoding === 'gzip' || encoding === 'x-gzip' ? 'gzip' : null;
}

/** Reading a body failed because it is longer, or nested deeper, than allowed. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

function headersOf(message: IncomingMessage, client: string): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < message.rawHeaders.length; index += 2)
    headers.append(message.rawHeaders[index] ?? '', message.rawHeaders[index + 1] ?? '');
  headers.set(CLIENT_ADDRESS_HEADER, client);
  return headers;
}

/** Node's request as a Web `Request`, and whether too much or, where it is JSON, too deep a body came: then reading it has failed. */
export type LimitedRequest = { readonly request: Request; readonly isTooLarge: () => boolean };

/** A body of known length up to this is read at once: a stream of the web costs more than such a body itself. */
const SMALL_BYTES = 64 * 1024;

export async function toWebRequest(
  message: IncomingMessage,
  origin: string,
  { client, maxBytes, isJson }: { client: string; maxBytes: number; isJson: boolean },
): Promise<LimitedRequest> {
  const method = message.method ?? 'GET';
  const url = new URL(message.url ?? '/', origin);
  const init = { method, headers: headersOf(message, client) };
  const isPacked = packingOf(message, isJson) === 'gzip';
  if (method === 'GET' || method === 'HEAD') return { request: new Request(url, init), isTooLarge: () => false };
  let length = 0;
  let isRefused = false;
  const isTooDeep = isJson ? createNestingMeter() : () => false;
  async function* limited(): AsyncGenerator<Buffer> {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      length += chunk.length;
      isRefused = length > maxBytes || (!isPacked && isTooDeep(chunk));
      if (isRefused) throw new BodyTooLarge('The request body is too large.');
      yield chunk;
    }
  }
  const unpacked = async (): Promise<Uint8Array | ReadableStream> => {
    const read = await readAll(limited());
    if (read instanceof ReadableStream) return read;
    const bytes = await unpack(read, maxBytes);
    isRefused = bytes === null || isTooDeep(bytes);
    return bytes === null || isRefused ? failing(new BodyTooLarge('The request body is too large.')) : bytes;
  };
  if (isPacked) for (const name of ['content-encoding', 'content-length']) init.headers.delete(name);
  const isSmall = Number(message.headers['content-length'] ?? Number.NaN) <= SMALL_BYTES;
  const body = isPacked ? await unpacked() : isSmall ? await readAll(limited()) : Readable.toWeb(Readable.from(limited()));
  return {
    request: new Request(url, { ...init, body, duplex: 'half' } as unknown as RequestInit),
    isTooLarge: () => isRefused,
  };
}

const failing = (error: unknown): ReadableStream => new ReadableStream({ start: (controller) => controller.error(error) });

/** The bytes; of a body that is refused on the way, a body that fails when it is read. */
async function readAll(chunks: AsyncIterable<Buffer>): Promise<Uint8Array | ReadableStream> {
  const read: Buffer[] = [];
  try {
    for await (const chunk of chunks) read.push(chunk);
  } catch (error) {
    return failing(error);
  }
  return Buffer.concat(read);
}

/** Sends a Web `Response`; a body that breaks half-way breaks the connection, so the client never takes it for complete. */
export async function sendWebResponse(response: Response, to: ServerResponse): Promise<void> {
  const headers: Record<string, string | string[]> = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  to.writeHead(response.status, headers);
  if (response.body === null || to.req.method === 'HEAD') {
    await response.body?.cancel();
    to.end();
    return;
  }
  if (Number(response.headers.get('content-length') ?? Number.NaN) <= SMALL_BYTES) {
    to.end(Buffer.from(await response.arrayBuffer()));
    return;
  }
  await pipeline(Readable.fromWeb(response.body as unknown as Parameters<typeof Readable.fromWeb>[0]), to);
}
