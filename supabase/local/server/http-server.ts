import { randomUUID } from 'node:crypto';
import { createServer, type Server, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Gateway } from '#local/gateway/gateway.ts';
import { isQueryTooDeep } from '#local/gateway/nesting.ts';
import type { ClientAddress } from './client-address.ts';
import { compressed } from './compression.ts';
import { inRequest, type Log } from './log.ts';
import { type Answered, routeOf } from './answered.ts';
import { type LimitedRequest, packingOf, sendWebResponse, toWebRequest } from './node-http.ts';

const MB = 1024 * 1024;
const STORAGE_BODY = 64 * MB;
const JSON_BODY = 8 * MB;
/** Slow lines upload receipts: the whole request may take long, its headers may not. */
const REQUEST_TIMEOUT_MS = 10 * 60_000;
/** When the server stops: less than whoever sent the signal waits. */
const ANSWERS_WITHIN_MS = 4_000;
const HEADERS_TIMEOUT_MS = 20_000;

export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export type HttpServerDeps = {
  readonly gateway: Gateway;
  /** Everything that no service owns: health, configuration, mail, the app's files. */
  readonly site: (request: Request) => Promise<Response>;
  readonly upgrade?: UpgradeHandler | undefined;
  readonly clientAddress: ClientAddress;
  readonly log: Log;
  /** Told of every answer that was sent, or broke off. */
  readonly onAnswered?: (answered: Answered) => void;
};

export type HttpServer = {
  /** The address it listens on, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
};

/** Storage takes files; everything else reads JSON. */
const bodyRules = (path: string) =>
  path.startsWith('/storage/') ? { maxBytes: STORAGE_BODY, isJson: false } : { maxBytes: JSON_BODY, isJson: true };

const tooLarge = (): Response => Response.json({ code: '413', message: 'The request body is too large.' }, { status: 413 });

const cannotUnpack = (): Response =>
  Response.json({ code: '415', message: 'A body can be packed with gzip only.' }, { status: 415, headers: { 'accept-encoding': 'gzip' } });

async function answer(message: IncomingMessage, origin: string, { gateway, site, clientAddress }: HttpServerDeps): Promise<Response> {
  const rules = bodyRules(message.url ?? '/');
  if (Number(message.headers['content-length'] ?? 0) > rules.maxBytes || isQueryTooDeep(message.url ?? '')) return tooLarge();
  if (packingOf(message, rules.isJson) === null) return cannotUnpack();
  let limited: LimitedRequest;
  try {
    limited = await toWebRequest(message, origin, { ...rules, client: clientAddress(message) });
  } catch {
    return Response.json({ message: 'The request is malformed.' }, { status: 400 });
  }
  const response = (await gateway.handle(limited.request)) ?? (await site(limited.request));
  if (!limited.isTooLarge() || response.status === 413) return compressed(limited.request, response);
  await response.body?.cancel();
  return tooLarge();
}

function listener(deps: HttpServerDeps, origin: () => string) {
  return async (message: IncomingMessage, to: ServerResponse): Promise<void> => {
    const began = performance.now();
    let status = 0;
    try {
      const response = await answer(message, origin(), deps);
      status = response.status;
      // An unread body would be taken for the next request on this connection.
      if (!message.complete) to.setHeader('connection', 'close');
      await sendWebResponse(response, to);
    } catch (error) {
      if (!to.destroyed && !message.destroyed)
        deps.log.warn('response broke off', { error: error instanceof Error ? error.name : typeof error });
      to.destroy();
    } finally {
      deps.onAnswered?.({ ...routeOf(message), status, ms: performance.now() - began });
    }
  };
}

function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('The server has no port.'));
      else resolve(address);
    });
  });
}

/** Starts listening. Port 0 picks a free one. Rejects with Node's error (`EADDRINUSE`, `EACCES`) when it can't. */
export async function startHttpServer(deps: HttpServerDeps, { host, port }: { host: string; port: number }): Promise<HttpServer> {
  let url = `http://${host}:${port}`;
  const handle = listener(deps, () => url);
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: HEADERS_TIMEOUT_MS },
    (message, to) => void inRequest(randomUUID(), () => handle(message, to)),
  );
  if (deps.upgrade) server.on('upgrade', deps.upgrade);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Node limits address and headers together to 16 KiB.
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
    if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\n\r\n`);
    else socket.destroy();
  });
  const address = await listen(server, host, port);
  url = `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
  return {
    url,
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        // Who waits for an answer gets it; a connection that only rests is closed.
        const resting = setInterval(() => server.closeIdleConnections(), 50);
        const late = setTimeout(() => server.closeAllConnections(), ANSWERS_WITHIN_MS);
        server.close(() => {
          clearInterval(resting);
          clearTimeout(late);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
