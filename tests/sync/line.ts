import { createClient } from '@supabase/supabase-js';
import { createRpcTransport, type RpcClient, type SyncTransport } from '#data/sync/transport.ts';
import { systemClock, type TimerId } from '#platform/clock/clock.ts';
import { createRetryingFetch } from '#platform/supabase/retrying-fetch.ts';
import type { Device } from './device.ts';
import type { Call, World } from './world.ts';

/** The product's own way to the server, from the engine's transport down to `fetch`; what a request meets is the director's choice. */
export function transportOf(world: World, device: Device): SyncTransport {
  let limit: { run: () => void; ms: number } = { run: () => undefined, ms: Infinity };
  const clock = {
    ...systemClock,
    setTimeout: (run: () => void, ms: number) => ((limit = { run, ms }), 0 as unknown as TimerId),
    clearTimeout: () => undefined,
  };
  const send: typeof fetch = (input, init) => {
    const body = init?.body as string;
    const { p_company, ...args } = JSON.parse(body) as { p_company: string };
    const fn = (input as string).endsWith('sync_push') ? 'push' : 'pull';
    const call: Call = { fn, device, companyId: p_company, args, bytes: body.length, limitMs: limit.ms };
    const { run: expire } = limit;
    const answer = world.stage.gate('request', fn, call) as Promise<Response | 'timed out'>;
    return answer.then((response) => {
      if (response !== 'timed out') return response;
      expire();
      throw init?.signal?.reason;
    });
  };
  const client = createClient('http://server.example', 'key', {
    accessToken: async () => 'token',
    db: { retry: false },
    global: { fetch: createRetryingFetch({ fetch: send, clock, isOnline: () => true }) },
  });
  const session = { access_token: 'token', user: { id: device.userId } };
  const auth = { getSession: async () => ({ data: { session }, error: null }) };
  const way = createRpcTransport({ auth, rpc: (name, args) => client.rpc(name, args) } as RpcClient, device.userId);
  const { stage } = world;
  return {
    pull: (...asked) => stage.aside(() => way.pull(...asked)) as ReturnType<SyncTransport['pull']>,
    push: (...sent) => stage.aside(() => way.push(...sent)) as ReturnType<SyncTransport['push']>,
  };
}

const asJson = (body: unknown, status: number) => new Response(JSON.stringify(body), { status });

/** What the way or the server may answer instead of what was asked for; an Error: nobody answered. */
export const ANSWERS = {
  network: () => new TypeError('Failed to fetch'),
  server: () => asJson({ code: 'XX000', message: 'internal_error' }, 500),
  unauthorized: () => asJson({ code: 'PGRST301', message: 'JWT expired' }, 401),
  firewall: () => new Response('<html><h1>Request blocked</h1></html>', { status: 403, headers: { 'content-type': 'text/html' } }),
  too_large: () => new Response('<html><h1>413 Request Entity Too Large</h1></html>', { status: 413 }),
  gateway: () => new Response('<html><h1>502 Bad Gateway</h1></html>', { status: 502 }),
} as const satisfies Record<string, () => Response | Error>;

/** The server's answer as it comes over the line. */
export function answerOf(result: unknown): Response {
  if (!(result instanceof Error)) return asJson(result, 200);
  const { code = 'XX000' } = result as Error & { code?: string };
  return asJson({ code, message: result.message, details: null, hint: null }, code === '42501' ? 403 : 500);
}

/** An answer that lost a part on its way and yet looks whole. */
export function maimed(result: unknown): Response {
  if (result instanceof Error) return ANSWERS.server();
  const { results, collections, ...rest } = result as { results?: unknown[]; collections?: Record<string, { more?: boolean }> };
  if (results) return asJson({ ...rest, results: results.slice(0, -1) }, 200);
  const pages = Object.entries(collections ?? {}).map(([name, page]) => [name, { ...page, more: undefined }]);
  return asJson({ ...rest, collections: Object.fromEntries(pages) }, 200);
}
