/** As much of the browser's CacheStorage as the service worker uses, with its rules about queries. */
export function memoryCaches(): CacheStorage {
  const stores = new Map<string, Map<string, Response>>();
  const urlOf = (request: RequestInfo | URL): string =>
    new URL(request instanceof Request ? request.url : request, 'https://kontor.example').href;
  const bare = (url: string) => url.split('?')[0];
  const open = (name: string) => {
    const kept = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, kept);
    const matching = (url: string, ignoreSearch = false) =>
      [...kept.keys()].filter((key) => key === url || (ignoreSearch && bare(key) === bare(url)));
    return {
      match: async (request: RequestInfo | URL, options?: CacheQueryOptions) =>
        kept.get(matching(urlOf(request), options?.ignoreSearch)[0] ?? '')?.clone(),
      put: async (request: RequestInfo | URL, response: Response) => void kept.set(urlOf(request), response),
      delete: async (request: RequestInfo | URL, options?: CacheQueryOptions) =>
        matching(urlOf(request), options?.ignoreSearch).map((key) => kept.delete(key)).length > 0,
      keys: async () => [...kept.keys()].map((url) => new Request(url)),
    };
  };
  const caches = {
    open: async (name: string) => open(name),
    delete: async (name: string) => stores.delete(name),
    keys: async () => [...stores.keys()],
  };
  return caches as unknown as CacheStorage;
}
