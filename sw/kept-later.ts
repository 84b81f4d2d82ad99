const LATER = 'kept-later';

/** What nobody waits for: the fonts of documents. The app opens and updates without them. */
export const isKeptLater = (url: string): boolean => url.endsWith('.ttf');

type Load = (url: string) => Promise<Response>;
let underway: Promise<void> | undefined;

/**
 * Puts what is still missing of these addresses on the device; once all are there, what this build does not name is forgotten.
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
  await Promise.all(here.filter((url) => !urls.includes(url)).map((url) => cache.delete(url)));
}

/** A file kept by `keepLater`. */
export async function keptLater(request: Request): Promise<Response | undefined> {
  return (await caches.open(LATER)).match(request);
}
