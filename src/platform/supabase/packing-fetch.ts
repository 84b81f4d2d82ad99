/** A shorter text gains nothing: it fits into a few packets as it is. */
const PACKED_FROM_CHARS = 4096;
/** What a server, or a proxy before it, says that can't read it: that it is packed, or that it makes no sense. */
const NOT_READ: ReadonlySet<number> = new Set([400, 415]);

/** Changes of records, and never what a person signs in with: how well a text packs says something of what stands in it. */
const isPush = (input: RequestInfo | URL): boolean =>
  (input instanceof Request ? input.url : String(input)).endsWith('/rest/v1/rpc/sync_push');

const packed = (text: string): Promise<ArrayBuffer> =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();

/**
 * `fetch` that packs large pushes. One that could not be read is sent once more as it is: a push may come twice, it is known by its mutations.
 * Where that was taken, nothing is packed any more.
 */
export function createPackingFetch(send: typeof fetch = (...args) => globalThis.fetch(...args)): typeof fetch {
  let isUnderstood = typeof CompressionStream !== 'undefined';
  return async (input, init) => {
    const text = init?.body;
    if (!isUnderstood || typeof text !== 'string' || text.length < PACKED_FROM_CHARS || !isPush(input)) return send(input, init);
    const headers = new Headers(init?.headers);
    headers.set('content-encoding', 'gzip');
    const response = await send(input, { ...init, headers, body: await packed(text) });
    if (!NOT_READ.has(response.status)) return response;
    const plain = await send(input, init);
    if (plain.status !== response.status) isUnderstood = false;
    return plain;
  };
}
