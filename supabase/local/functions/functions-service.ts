import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Service } from '#local/db/port.ts';
import type { ServiceDeps } from '#local/server/service-deps.ts';

/** What a function gets beside the request; the names are hosted Supabase's. */
export type FunctionEnv = Readonly<Record<string, string>>;
/** `export const handler` of `supabase/functions/<name>/handler.ts`: Web APIs and `#domain/` only, so that the same file runs under Deno. */
export type FunctionHandler = (request: Request, env: FunctionEnv) => Response | Promise<Response>;

export type FunctionsDeps = ServiceDeps & {
  /** Where `/rest/v1` and the rest of the platform answer, known once it listens. */
  readonly siteUrl: () => string;
  readonly functionsDir?: string;
  readonly timeoutMs?: number;
  /** What the environment of the functions holds beside the platform's names. */
  readonly moreEnv?: () => FunctionEnv;
};

const PREFIX = '/functions/v1';
const DEFAULT_DIR = fileURLToPath(new URL('../../functions', import.meta.url));
const DEFAULT_TIMEOUT_MS = 60_000;
const NAME = /^[a-z][a-z0-9-]{0,63}$/;

/** `error` is what the app's function helper reads (spec §7), `code` and `message` are hosted Supabase's. */
const refuse = (status: number, code: string, message: string): Response => Response.json({ code, message, error: message }, { status });

const isHandler = (value: unknown): value is FunctionHandler => typeof value === 'function';

async function load(dir: string, name: string): Promise<FunctionHandler> {
  const module: unknown = await import(pathToFileURL(join(dir, name, 'handler.ts')).href);
  if (typeof module === 'object' && module !== null && 'handler' in module && isHandler(module.handler)) return module.handler;
  throw new TypeError(`functions/${name}/handler.ts exports no "handler"`);
}

/** Function endpoints for `/functions/v1/<name>`. */
export function createFunctionsService({ keys, log, siteUrl, ...options }: FunctionsDeps): Service {
  const { functionsDir = DEFAULT_DIR, timeoutMs = DEFAULT_TIMEOUT_MS, moreEnv = () => ({}) } = options;
  const handlers = new Map<string, Promise<FunctionHandler>>();

  const handlerOf = (name: string): Promise<FunctionHandler> => {
    const loaded = handlers.get(name) ?? load(functionsDir, name);
    handlers.set(name, loaded);
    return loaded;
  };
  const env = (): FunctionEnv => ({
    SUPABASE_URL: siteUrl(),
    SUPABASE_ANON_KEY: keys.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: keys.serviceRoleKey,
    ...moreEnv(),
  });
  const run = async (name: string, request: Request): Promise<Response> => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const gaveUp = new Promise<Response>((resolve) => {
      timeout.addEventListener('abort', () => resolve(refuse(504, 'IDLE_TIMEOUT', 'The function took too long')), { once: true });
    });
    const handler = await handlerOf(name);
    const signal = AbortSignal.any([request.signal, timeout]);
    const answer: unknown = await Promise.race([handler(new Request(request, { signal }), env()), gaveUp]);
    if (answer instanceof Response) return answer;
    throw new TypeError(`functions/${name} did not answer with a Response`);
  };

  return {
    prefix: PREFIX,
    /** Whoever asks comes to the function, which verifies its callers itself (`verify_jwt = false` in config.toml). */
    async handle(request) {
      const name = new URL(request.url).pathname.slice(PREFIX.length + 1).split('/')[0] ?? '';
      const isThere = NAME.test(name) && existsSync(join(functionsDir, name, 'handler.ts'));
      if (!isThere) return refuse(404, 'NOT_FOUND', 'Requested function was not found');
      try {
        return await run(name, request);
      } catch (error) {
        // The text of the failure may quote what a customer typed.
        log.error('function failed', { name, error: error instanceof Error ? error.name : typeof error });
        return refuse(500, 'WORKER_ERROR', 'Function exited due to an error');
      }
    },
  };
}
