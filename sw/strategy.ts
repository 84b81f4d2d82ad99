/** What the worker may know about a request before it decides. */
export type RequestFacts = {
  readonly method: string;
  readonly url: URL;
  /** The worker's own origin. */
  readonly origin: string;
  /** A page is being opened, rather than something a page needs. */
  readonly isNavigation: boolean;
  readonly isPrecached: boolean;
};

/**
 * `shell`: the app's page, from the device · `asset`: a file of this or the previous build, from the device ·
 * `locale`: texts, at most 24 hours old unless there is no network · `config`: the network's answer, else the last one ·
 * `share`: files from another app · `network`: not the worker's business.
 */
export type Strategy = 'shell' | 'asset' | 'locale' | 'config' | 'share' | 'network';

/** The backend's parts. RxDB is the data cache: nothing of theirs is ever kept here. `/auth/login` is a page, `/auth/v1/…` is not. */
const PARTS = ['rest', 'auth', 'storage', 'realtime', 'functions'] as const;
const BACKEND = new RegExp(`^/(${PARTS.join('|')})/v1(/|$)`);
/**
 * What need not even pass by the worker, wherever the backend is: the browser is told once and asks the network itself. A worker that starts
 * slowly, or whose process stands still with the tab that it happens to share it with, then holds up no tab's requests.
 */
export const PAST_THE_WORKER: readonly string[] = PARTS.map((part) => `/${part}/v1/*`);
/** Pages that the server itself makes. */
const SERVER_PAGES = /^\/(healthz|_mail)(\/|$)/;
const SHARE_TARGET = /^(\/[a-z]{2})?\/share-target$/;
const LOCALE = /^\/locales\/[a-z]{2}\.json$/;

/** How a request is answered. */
export function decide({ method, url, origin, isNavigation, isPrecached }: RequestFacts): Strategy {
  if (url.origin !== origin) return 'network';
  const { pathname } = url;
  if (method === 'POST' && SHARE_TARGET.test(pathname)) return 'share';
  if (method !== 'GET' || BACKEND.test(pathname) || SERVER_PAGES.test(pathname)) return 'network';
  if (pathname === '/build.json') return 'network';
  if (LOCALE.test(pathname)) return 'locale';
  if (pathname === '/config.json') return 'config';
  // An opened page is the app's, unless its last part is a file's name: ids and words in our routes hold no dot.
  if (isNavigation) return /\.[a-z0-9]+$/i.test(pathname) && pathname !== '/index.html' ? 'network' : 'shell';
  return isPrecached || pathname.startsWith('/assets/') ? 'asset' : 'network';
}

/** Where the share target leads: the form for a new expense in the language of the installed manifest. */
export function sharedLanding(pathname: string, { kept, given }: { kept: number; given: number }): string {
  const language = SHARE_TARGET.exec(pathname)?.[1] ?? '';
  return `${language}/finance/expenses/create?shared=${kept}&of=${given}`;
}
