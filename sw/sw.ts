import { cacheNames } from 'workbox-core';
import { PrecacheController } from 'workbox-precaching';
import { decide, PAST_THE_WORKER, type Strategy } from './strategy.ts';
import { createFreshCache, LOCALE_LIFETIME_MS } from './fresh-cache.ts';
import { isKeptLater, keepLater, keptLater } from './kept-later.ts';
import { asksToTakeOver, saysSettled } from './messages.ts';
import { keepPreviousAssets, previousAsset } from './previous-build.ts';
import { pathOfClick, showPush } from './shown-messages.ts';
import { receiveShared } from './share-target.ts';

declare const self: ServiceWorkerGlobalScope & {
  readonly clients: { claim(): Promise<void>; openWindow(url: string): Promise<unknown> };
  readonly registration: Parameters<typeof showPush>[0]['registration'];
  readonly navigator: Parameters<typeof showPush>[0]['navigator'];
};

const SHELL = '/index.html';
const precache = new PrecacheController();
const urlOf = (file: string | { readonly url: string }): string => (typeof file === 'string' ? file : file.url);
const files = self.__WB_MANIFEST;
const later = files
  .map(urlOf)
  .filter(isKeptLater)
  .map((url) => new URL(url, self.location.href).href);
precache.addToCacheList(files.filter((file) => !isKeptLater(urlOf(file))));
const keepRest = (): Promise<void> => keepLater(later, (url) => fetch(url));
const isPrecached = (url: URL): boolean => precache.getCacheKeyForURL(url.pathname) !== undefined;
const fresh = { caches, fetch: (request: Request) => fetch(request), nowMs: () => Date.now() };
const locale = createFreshCache({
  ...fresh,
  cacheName: 'locales',
  lifetimeMs: LOCALE_LIFETIME_MS,
  lastResort: ({ url }) => precache.matchPrecache(new URL(url).pathname),
});
const config = createFreshCache({ ...fresh, cacheName: 'config', lifetimeMs: 0, lastResort: async () => undefined });

const answers: Readonly<Record<Exclude<Strategy, 'network'>, (request: Request) => Promise<Response>>> = {
  shell: async (request) => (await precache.matchPrecache(SHELL)) ?? fetch(request),
  asset: async (request) =>
    (await precache.matchPrecache(request)) ?? (await keptLater(request)) ?? (await previousAsset(request)) ?? fetch(request),
  locale,
  config,
  share: receiveShared,
};

self.addEventListener('install', (event) => {
  const routes = PAST_THE_WORKER.map((pathname) => ({ condition: { urlPattern: { pathname } }, source: 'network' as const }));
  // A browser that reads them otherwise still has the worker.
  if (event.addRoutes) event.waitUntil(event.addRoutes(routes).catch(() => undefined));
  event.waitUntil(precache.install(event));
});
self.addEventListener('activate', (event) => {
  const takeOver = async (): Promise<void> => {
    await keepPreviousAssets(cacheNames.precache, new Set(precache.getURLsToCacheKeys().values()));
    await precache.activate(event);
    await self.clients.claim();
  };
  const done = takeOver();
  event.waitUntil(done);
  // Requests wait for the activation, so it does not wait for this; whoever closes the app now has them all the same, mostly.
  void done.then(keepRest).catch(() => undefined);
});
// A new version waits until the app asks: only the app knows whether something is half-sent.
self.addEventListener('message', (event) => {
  if (asksToTakeOver(event.data)) event.waitUntil(self.skipWaiting());
  if (saysSettled(event.data)) event.waitUntil(keepRest());
});
self.addEventListener('push', (event) => event.waitUntil(showPush(self, event.data?.text() ?? '')));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(pathOfClick(event.notification.data, self.location.origin)));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const facts = {
    method: request.method,
    url,
    origin: self.location.origin,
    isNavigation: request.mode === 'navigate',
    isPrecached: isPrecached(url),
  };
  const strategy = decide(facts);
  if (strategy !== 'network') event.respondWith(answers[strategy](request));
});
