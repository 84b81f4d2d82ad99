/** What the server sends (`ShownMessage` of `domain/notifications`). It comes from outside, so nothing of it is believed: a text is shown, a path is one of ours. */
type Message = { title: string; body: string; lang: string; tag: string; path: string; badge: number };

const FALLBACK: Message = { title: 'Kontor', body: '', lang: 'en', tag: 'kontor', path: '/', badge: 0 };
const textOf = (value: unknown, otherwise: string, max: number): string => (typeof value === 'string' ? value.slice(0, max) : otherwise);

/** A path of this app; an address of somebody else's becomes the start page. */
export function ownPath(path: unknown, origin: string): string {
  if (typeof path !== 'string' || !path.startsWith('/')) return '/';
  const url = URL.canParse(path, origin) ? new URL(path, origin) : null;
  return url?.origin === origin ? url.pathname + url.search : '/';
}

/** Reads a message; a browser insists that something is shown, so what can't be read is still a message. */
export function readMessage(data: string, origin: string): Message {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return FALLBACK;
  }
  if (typeof value !== 'object' || value === null) return FALLBACK;
  const of = (name: string): unknown => Reflect.get(value, name);
  const badge = of('badge');
  return {
    title: textOf(of('title'), FALLBACK.title, 100),
    body: textOf(of('body'), '', 500),
    lang: of('lang') === 'de' ? 'de' : 'en',
    tag: textOf(of('tag'), FALLBACK.tag, 100),
    path: ownPath(of('path'), origin),
    badge: typeof badge === 'number' && badge > 0 ? Math.min(Math.trunc(badge), 999) : 0,
  };
}

type Registration = {
  showNotification(title: string, options: Record<string, unknown>): Promise<void>;
};
type Badging = { setAppBadge?(count: number): Promise<void> };
type Scope = { readonly registration: Registration; readonly navigator: Badging; readonly location: { readonly origin: string } };

/** Shows a message, and how many things wait on the icon of the installed app. */
export async function showPush({ registration, navigator, location }: Scope, data: string): Promise<void> {
  const { title, body, lang, tag, path, badge } = readMessage(data, location.origin);
  const icon = '/icons/icon-192.png';
  const shown = registration.showNotification(title, { body, lang, tag, icon, data: { path }, renotify: true });
  // The system may not allow it.
  const badged = badge > 0 ? navigator.setAppBadge?.(badge) : undefined;
  await Promise.all([shown, Promise.resolve(badged).catch(() => undefined)]);
}

/** Where a click leads. A window of its own: one that is open may hold something half-typed. */
export const pathOfClick = (data: unknown, origin: string): string =>
  ownPath(typeof data === 'object' && data !== null ? Reflect.get(data, 'path') : null, origin);
