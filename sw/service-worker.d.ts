/** The part of the service worker's world that ours touches: TypeScript's `webworker` library can't share a program with `dom`. */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Response | Promise<Response>): void;
}
interface ExtendableMessageEvent extends ExtendableEvent {
  readonly data: unknown;
}
/** Chromium 123 and its kin; elsewhere the worker is asked about every request. */
interface InstallEvent extends ExtendableEvent {
  addRoutes?(routes: readonly { condition: { urlPattern: { pathname: string } }; source: 'network' }[]): Promise<void>;
}
interface PushEvent extends ExtendableEvent {
  readonly data: { text(): string } | null;
}
interface NotificationClickEvent extends ExtendableEvent {
  readonly notification: { readonly data: unknown; close(): void };
}
interface ServiceWorkerEvents {
  install: InstallEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  message: ExtendableMessageEvent;
  push: PushEvent;
  notificationclick: NotificationClickEvent;
}
interface ServiceWorkerGlobalScope {
  readonly location: Location;
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof ServiceWorkerEvents>(type: K, listener: (event: ServiceWorkerEvents[K]) => void): void;
}
