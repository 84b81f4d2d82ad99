import { randomUUID } from 'node:crypto';
import { DatabaseUnavailable } from '#local/db/database-error.ts';
import type { PlatformKeys, Service } from '#local/db/port.ts';
import { currentRequest, type Log } from '#local/server/log.ts';
import { anonymous, authenticate } from './authenticate.ts';
import { CORS_HEADERS, preflight } from './cors.ts';

export type GatewayDeps = {
  readonly services: readonly Service[];
  readonly keys: PlatformKeys;
  readonly now: () => Date;
  readonly log: Log;
};

/** Answers a request to one of the services; null when no service owns the path. */
export type Gateway = { handle(request: Request): Promise<Response | null> };

const noKey = (message: string): Response =>
  Response.json({ message, hint: 'No `apikey` request header or url param was found.' }, { status: 401 });

function badToken(message: string): Response {
  const challenge = `Bearer error="invalid_token", error_description="${message.replaceAll('"', "'")}"`;
  const body = { code: 'PGRST301', details: null, hint: null, message };
  return Response.json(body, { status: 401, headers: { 'www-authenticate': challenge } });
}

async function answer(service: Service, request: Request, { keys, now }: GatewayDeps): Promise<Response> {
  const identity = await authenticate(request, new URL(request.url), keys, now());
  if (identity.kind === 'no_key') return noKey(identity.message);
  if (identity.kind === 'bad_token') return service.checksTokens ? service.handle(request, anonymous) : badToken(identity.message);
  return service.handle(request, identity.caller);
}

const RETRY_AFTER_SECONDS = '5';

/** PostgREST's code for it, in a shape that every client library takes for an error. */
const unavailable = (): Response =>
  Response.json(
    {
      code: 'PGRST001',
      message: 'The database does not answer. Try again in a moment.',
      error: 'Service Unavailable',
      details: null,
      hint: null,
    },
    { status: 503 },
  );

/** The one door to all services: CORS, API key, token, request id. */
export function createGateway(deps: GatewayDeps): Gateway {
  const owner = (path: string): Service | undefined => deps.services.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
  return {
    async handle(request) {
      const path = new URL(request.url).pathname;
      const service = owner(path);
      if (!service) return null;
      if (request.method === 'OPTIONS') return preflight(request);
      const requestId = currentRequest() ?? randomUUID();
      let response: Response;
      try {
        response = await answer(service, request, deps);
      } catch (error) {
        response = failed(error, () => {
          // The text of an unforeseen error may quote what a customer typed: only its kind is logged.
          deps.log.error('request failed', { method: request.method, service: service.prefix, error: errorKind(error) });
        });
      }
      const headers = new Headers(response.headers);
      for (const [name, value] of Object.entries(CORS_HEADERS)) headers.set(name, value);
      headers.set('sb-request-id', requestId);
      if (response.status === 503 && !headers.has('retry-after')) headers.set('retry-after', RETRY_AFTER_SECONDS);
      // An answer may quote what was asked: it is read as what it says it is.
      headers.set('x-content-type-options', 'nosniff');
      return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
    },
  };
}

function failed(error: unknown, tell: () => void): Response {
  // That the database is away is told once, not with every request.
  if (error instanceof DatabaseUnavailable) return unavailable();
  tell();
  return Response.json({ code: 'XX000', message: 'Internal error', details: null, hint: null }, { status: 500 });
}

function errorKind(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? `${error.name}/${code}` : error.name;
}
