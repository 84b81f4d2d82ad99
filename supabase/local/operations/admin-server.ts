import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listenRefusal } from '#local/port-check.ts';
import { sendWebResponse } from '#local/server/node-http.ts';
import { adminPage, type PageFacts } from './admin-page.ts';
import { languageOf } from './admin-texts.ts';

export type AdminServer = { readonly url: string; close(): Promise<void> };
type AdminOptions = {
  /** 0: any that is free. */ readonly port: number;
  readonly facts: () => Promise<PageFacts>;
  readonly metrics: () => Promise<string>;
};

const HOST = '127.0.0.1';
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** A foreign page that rebinds its name to this address still names itself. */
const isOwnName = ({ headers: { host = '' } }: IncomingMessage): boolean => /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(host);

async function answer(message: IncomingMessage, { facts, metrics }: AdminOptions): Promise<Response> {
  if (!isOwnName(message)) return new Response('Not allowed', { status: 403 });
  if (message.method !== 'GET' && message.method !== 'HEAD') return new Response('Method not allowed', { status: 405 });
  const path = (message.url ?? '/').split('?', 1)[0];
  if (path === '/') return adminPage(await facts(), languageOf(message.headers['accept-language'] ?? ''));
  if (path !== '/metrics') return new Response('Not found', { status: 404 });
  return new Response(await metrics(), { headers: { 'content-type': METRICS_TYPE, 'cache-control': 'no-store' } });
}

/**
 * `/` and `/metrics` for whoever sits at this computer. A port of its own, on loopback whatever `HOST` says: no proxy that serves the app
 * to the world can reach it by the app's address.
 */
export async function startAdminServer(options: AdminOptions): Promise<AdminServer> {
  const server = createServer((message: IncomingMessage, to: ServerResponse) => {
    answer(message, options)
      .catch(() => new Response('This page could not be made; the log may say why.', { status: 500 }))
      .then((response) => sendWebResponse(response, to))
      .catch(() => to.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenRefusal(error, { host: HOST, port: options.port, variable: 'ADMIN_PORT' }) ?? error));
    server.listen(options.port, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
