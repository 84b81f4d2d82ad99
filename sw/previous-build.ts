const PREVIOUS = 'previous-build';
const isHashed = (url: string): boolean => new URL(url).pathname.startsWith('/assets/');

/**
 * Keeps the hashed files that the new build no longer has for one more release: a tab that still runs the old version
 * (frozen, or busy sending) goes on finding its chunks. Call before the precache forgets them.
 */
export async function keepPreviousAssets(precacheName: string, currentUrls: ReadonlySet<string>): Promise<void> {
  const precache = await caches.open(precacheName);
  const leaving = (await precache.keys()).filter(({ url }) => isHashed(url) && !currentUrls.has(url));
  if (leaving.length === 0) return;
  await caches.delete(PREVIOUS);
  const previous = await caches.open(PREVIOUS);
  for (const request of leaving) {
    const response = await precache.match(request);
    if (response) await previous.put(request, response);
  }
}

/** The same for a file that was kept after the others. */
export async function keepPrevious(request: Request, response: Response): Promise<void> {
  if (isHashed(request.url)) await (await caches.open(PREVIOUS)).put(request, response);
}

/** A file of the build before this one. */
export async function previousAsset(request: Request): Promise<Response | undefined> {
  return (await caches.open(PREVIOUS)).match(request);
}
