import { type Clock, sleep, systemClock } from '#platform/clock/clock.ts';
import { isOnlineHint } from '#platform/network/network.ts';

export const REQUEST_TIMEOUT_MS = 10_000;
/** Once the answer has begun, its body gets longer: a page of rows on a slow line is not a hung server. */
export const BODY_TIMEOUT_MS = 60_000;
/** An upload gets the time it takes at this rate on top of the timeout; changes, of which a person waits for every one, at a slower one than files. */
const SLOWEST_UPLOAD_BYTES_PER_S = 20_000;
const SLOWEST_TEXT_BYTES_PER_S = 3_000;
/** Spec §9: asked again once, and only by methods that change nothing. */
const RETRY_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504]);
const NON_MUTATING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** A `Response` of these must be made without a body; Chromium hands out an empty one with a 204. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([101, 204, 205, 304]);
/** Spec §8: a failed fetch is tried again up to three times unless it was aborted. */
const FAILED_FETCH_RETRIES = 3;
const FIRST_WAIT_MS = 200;
const LONGEST_RETRY_AFTER_MS = 5_000;

type Parts = { fetch?: typeof fetch; clock?: Clock; isOnline?: () => boolean };

/**
 * `fetch` with the product's rules: a time limit, one retry on a retryable status and up to three after a failed fetch for methods
 * that change nothing, none for POST, PUT, PATCH and DELETE (the sync engine repeats those itself, with mutation ids).
 * The body is read before it resolves, so that an answer cut off half-way is a failed fetch and not a parse error.
 */
export function createRetryingFetch({
  fetch: send = (...args) => globalThis.fetch(...args),
  clock = systemClock,
  isOnline = isOnlineHint,
}: Parts = {}): typeof fetch {
  return async (input, init) => {
    const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase();
    const mayRepeat = NON_MUTATING.has(method);
    let failures = 0;
    let hasRetriedStatus = false;
    for (;;) {
      try {
        const response = await sendOnce(send, clock, input, init);
        if (!mayRepeat || hasRetriedStatus || !RETRY_STATUSES.has(response.status)) return response;
        hasRetriedStatus = true;
        await sleep(clock, retryAfterMs(response), init?.signal ?? undefined);
      } catch (error) {
        const isAborted = error instanceof DOMException && (error.name === 'AbortError' || error.name === 'TimeoutError');
        if (isAborted || init?.signal?.aborted || !mayRepeat || failures >= FAILED_FETCH_RETRIES || !isOnline()) throw error;
        await sleep(clock, FIRST_WAIT_MS * 2 ** failures, init?.signal ?? undefined);
        failures += 1;
      }
    }
  };
}

async function sendOnce(send: typeof fetch, clock: Clock, input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const limit = new AbortController();
  const expire = () => limit.abort(new DOMException('The server did not answer in time', 'TimeoutError'));
  let timer = clock.setTimeout(expire, REQUEST_TIMEOUT_MS + uploadMs(init.body));
  try {
    const response = await send(input, { ...init, signal: init.signal ? AbortSignal.any([init.signal, limit.signal]) : limit.signal });
    clock.clearTimeout(timer);
    timer = clock.setTimeout(expire, BODY_TIMEOUT_MS);
    const content = await response.arrayBuffer();
    const body = WITHOUT_BODY.has(response.status) ? null : content;
    return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers });
  } finally {
    clock.clearTimeout(timer);
  }
}

function uploadMs(body: RequestInit['body']): number {
  return (1000 * byteLength(body)) / (typeof body === 'string' ? SLOWEST_TEXT_BYTES_PER_S : SLOWEST_UPLOAD_BYTES_PER_S);
}

function byteLength(body: unknown): number {
  if (body instanceof Blob) return body.size;
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return body.byteLength;
  if (typeof body === 'string') return body.length;
  if (body instanceof FormData) return [...body.values()].reduce((sum, part) => sum + byteLength(part), 0);
  return 0;
}

function retryAfterMs(response: Response): number {
  const seconds = Number(response.headers.get('retry-after'));
  return seconds > 0 ? Math.min(seconds * 1000, LONGEST_RETRY_AFTER_MS) : FIRST_WAIT_MS;
}
