import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Caller, Service } from '#local/db/port.ts';
import { verifyAccessToken } from '#local/gateway/access-token.ts';
import type { ServiceDeps } from '#local/server/service-deps.ts';
import { createChangeFeed } from './change-feed.ts';
import { serveConnection } from './connection.ts';
import type { ProtocolVersion } from './frames.ts';
import { createHub } from './hub.ts';
import { createTableFacts } from './table-facts.ts';

export type Realtime = Service & {
  /** Takes over an HTTP upgrade to `/realtime/v1/websocket`; any other path or key is refused and its socket closed. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Resolves once changes are heard; joins wait for it by themselves. */
  readonly ready: Promise<void>;
  /** Open connections of devices. */
  sockets(): number;
  /** Whether changes are heard. */
  isLive(): boolean;
  /** Disconnects everybody and stops listening. */
  close(): Promise<void>;
};

const PREFIX = '/realtime/v1';
const FRAME_MAX_BYTES = 1024 * 1024;
const PING_MS = 30_000;
const GOING_AWAY = 1001;
const GOODBYE_WITHIN_MS = 500;
const EXPIRY_CHECK_MS = 1000;

/** Live changes for `/realtime/v1`, in Phoenix' protocols 1.0.0 and 2.0.0. */
export function createRealtime({ db, keys, now, log, newestOnly }: ServiceDeps & { newestOnly: ReadonlySet<string> }): Realtime {
  const hub = createHub(now);
  const lookUpTable = createTableFacts(db);
  const feed = createChangeFeed({ db, log, lookUpTable, subscribers: hub.all, newestOnly });
  let isLive = false;
  feed.ready.then(
    () => (isLive = true),
    (error: unknown) => log.error('realtime could not start', { error: error instanceof Error ? error.name : typeof error }),
  );
  const server = new WebSocketServer({ noServer: true, maxPayload: FRAME_MAX_BYTES });
  const answered = new WeakSet<WebSocket>();

  const keepAlive = setInterval(() => {
    for (const socket of server.clients) {
      if (!answered.delete(socket)) socket.terminate();
      else socket.ping();
    }
  }, PING_MS);
  const expiry = setInterval(() => hub.expelExpired(), EXPIRY_CHECK_MS);
  keepAlive.unref();
  expiry.unref();

  const callerOfKey = async (apiKey: string | null): Promise<Caller | null> => {
    if (apiKey === null || (apiKey !== keys.anonKey && apiKey !== keys.serviceRoleKey)) return null;
    const verdict = await verifyAccessToken(apiKey, keys.jwtSecret, now());
    return verdict.ok ? { role: verdict.claims.role, claims: verdict.claims } : null;
  };

  const takeOver = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const url = URL.parse(request.url ?? '', 'http://localhost');
    const version = versionOf(url?.searchParams.get('vsn') ?? null);
    const caller = await callerOfKey(url?.searchParams.get('apikey') ?? null);
    if (url?.pathname !== `${PREFIX}/websocket`) return refuse(socket, '404 Not Found');
    if (!caller) return refuse(socket, '401 Unauthorized');
    if (!version) return refuse(socket, '400 Bad Request');
    server.handleUpgrade(request, socket, head, (connection) => {
      answered.add(connection);
      connection.on('pong', () => answered.add(connection));
      serveConnection(connection, version, caller, { hub, lookUpTable, jwtSecret: keys.jwtSecret, now, hear: feed.hear });
    });
  };

  return {
    prefix: PREFIX,
    // The app only listens. Broadcasts would go from anybody with the public key into any topic.
    handle: () => Promise.resolve(Response.json({ error: 'Broadcasts are not supported by this server' }, { status: 403 })),
    ready: feed.ready,
    sockets: () => server.clients.size,
    isLive: () => isLive,
    handleUpgrade(request, socket, head) {
      socket.on('error', () => undefined);
      takeOver(request, socket, head).catch(() => socket.destroy());
    },
    async close() {
      clearInterval(keepAlive);
      clearInterval(expiry);
      await Promise.all([...server.clients].map(sayGoodbye));
      server.close();
      await feed.close();
    },
  };
}

/** Closes a connection as one that goes on elsewhere or later; one that does not answer is cut off. */
function sayGoodbye(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => socket.terminate(), GOODBYE_WITHIN_MS);
    socket.once('close', () => {
      clearTimeout(late);
      resolve();
    });
    socket.close(GOING_AWAY, 'the server stops');
  });
}

const versionOf = (vsn: string | null): ProtocolVersion | null => {
  if (vsn === null || vsn.startsWith('1.')) return '1.0.0';
  return vsn.startsWith('2.') ? '2.0.0' : null;
};

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
