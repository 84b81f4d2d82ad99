const LATER = 'kept-later';

/** What nobody waits for: the fonts of documents. The app opens and updates without them. */
export const isKeptLater = (url: string): boolean => url.endsWith('.ttf');

/**
 * Puts what is still missing of these addresses on the device; once all are there, what this build does not name is forgotten.
 * Call when the app has settled. A file that can't be had now is fetched the next time.
 */
export async function keepLater(urls: readonly string[], load: (url: string) => Promise<Response>): Promise<void> {
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
