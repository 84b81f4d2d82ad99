import { keepPrevious } from './previous-build.ts';

const LATER = 'kept-later';

/** Below `assets/`: scripts of what is seldom asked for (`src/build/later-chunks.ts`). */
export const LATER_FOLDER = 'later/';

/** What nobody waits for: the fonts of documents, letters that few names have, what reads the pages of a PDF, and what is seldom asked for. The app opens and updates without them. */
export const isKeptLater = (url: string): boolean =>
  url.endsWith('.ttf') || ['/inter-latin-ext-', '/pdf-text.worker-', `assets/${LATER_FOLDER}`].some((part) => url.includes(part));

type Load = (url: string) => Promise<Response>;
let underway: Promise<void> | undefined;

/**
 * Puts what is still missing of these addresses on the device; once all are there, what this build does not name goes to the build before it.
 * Call whenever it may succeed: a file that can't be had now is fetched the next time, and one that is here is not fetched again.
 */
export function keepLater(urls: readonly string[], load: Load): Promise<void> {
  underway ??= keep(urls, load).finally(() => (underway = undefined));
  return underway;
}

async function keep(urls: readonly string[], load: Load): Promise<void> {
  const cache = await caches.open(LATER);
  const here = (await cache.keys()).map(({ url }) => url);
  const arrived = await Promise.all(
    urls
      .filter((url) => !here.includes(url))
      .map(async (url) => {
        const response = await load(url).catch(() => undefined);
        if (response?.ok) await cache.put(url, response);
        return response?.ok ?? false;
      }),
  );
  if (arrived.includes(false)) return;
  for (const request of await cache.keys()) {
    if (urls.includes(request.url)) continue;
    const leaving = await cache.match(request);
    if (leaving) await keepPrevious(request, leaving);
    await cache.delete(request);
  }
}

/** A file kept by `keepLater`. */
export async function keptLater(request: Request): Promise<Response | undefined> {
  return (await caches.open(LATER)).match(request);
}
