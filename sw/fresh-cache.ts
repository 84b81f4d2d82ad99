/** Spec §9. */
export const LOCALE_LIFETIME_MS = 24 * 60 * 60 * 1000;
/** A network slower than this loses against what is on the device. */
export const PATIENCE_MS = 3000;
const STORED_AT = 'x-kontor-stored-at';

type FreshDeps = {
  readonly cacheName: string;
  /** How long a kept answer is used without asking; 0 = always ask first. */
  readonly lifetimeMs: number;
  readonly caches: CacheStorage;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly nowMs: () => number;
  /** The answer when neither network nor cache has one. */
  readonly lastResort: (request: Request) => Promise<Response | undefined>;
};

/**
 * Answers from the cache while it is fresh, else from the network, else (no network, a slow one, a broken server) from whatever is there:
 * an old text is better than none. Another `?v=` of the same path counts as old.
 */
export function createFreshCache({ cacheName, lifetimeMs, caches, fetch, nowMs, lastResort }: FreshDeps) {
  const age = (response: Response): number => nowMs() - Number(response.headers.get(STORED_AT) ?? 0);

  const ask = async (request: Request, cache: Cache): Promise<Response> => {
    const response = await fetch(request);
    if (!response.ok) throw new TypeError(`HTTP ${response.status}`);
    const headers = new Headers(response.headers);
    headers.set(STORED_AT, String(nowMs()));
    const body = await response.arrayBuffer();
    const kept = new Response(body, { headers });
    // One version per path: the others are of builds that are gone.
    await cache.delete(request, { ignoreSearch: true }).catch(() => false);
    // A full disk must not cost the answer.
    await cache.put(request, kept.clone()).catch(() => undefined);
    return kept;
  };

  return async (request: Request): Promise<Response> => {
    const cache = await caches.open(cacheName);
    const exact = await cache.match(request);
    if (exact && age(exact) >= 0 && age(exact) < lifetimeMs) return exact;
    const old = async (): Promise<Response | undefined> =>
      exact ?? (await cache.match(request, { ignoreSearch: true })) ?? (await lastResort(request));
    const asked = ask(request, cache);
    const patience = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
    try {
      return (await Promise.race([asked, patience])) ?? (await old()) ?? (await asked);
    } catch (error) {
      const fallback = await old();
      if (fallback) return fallback;
      throw error;
    } finally {
      asked.catch(() => undefined);
    }
  };
}
