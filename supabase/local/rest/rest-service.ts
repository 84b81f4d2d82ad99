import type { Caller, Service } from '#local/db/port.ts';
import type { ServiceDeps } from '#local/server/service-deps.ts';
import { callFunction } from './call-function.ts';
import { acceptedShape } from './media-type.ts';
import { parsePreferences } from './preferences.ts';
import { readTable } from './read-table.ts';
import { errorResponse, RestError } from './rest-error.ts';
import type { RestMethod, RestRequest } from './rest-request.ts';
import { readSchema, type SchemaCache } from './schema-cache.ts';
import { writeTable } from './write-table.ts';

const PREFIX = '/rest/v1';
/** A hosted project's, see `max_rows` in `supabase/config.toml`. */
const MAX_ROWS = 1000;
const METHODS: readonly RestMethod[] = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'];

function methodOf(request: Request): RestMethod {
  const known = METHODS.find((method) => method === request.method);
  if (known) return known;
  throw new RestError({ status: 405, code: 'PGRST117', message: `Unsupported HTTP method: ${request.method}` });
}

function checkSchema(request: Request): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const wanted = request.headers.get(isRead ? 'accept-profile' : 'content-profile');
  if (wanted !== null && wanted !== 'public')
    throw new RestError({ status: 406, code: 'PGRST106', message: 'The schema must be one of the following: public' });
}

function answer(name: string, request: RestRequest): Promise<Response> {
  if (name.startsWith('rpc/')) return callFunction(name.slice(4), request);
  const table = request.cache.tables.get(name);
  if (name === '' || name.includes('/')) return Promise.resolve(Response.json({}, { status: 404 }));
  if (!table) throw new RestError({ status: 404, code: '42P01', message: `relation "public.${name}" does not exist` });
  return request.method === 'GET' || request.method === 'HEAD' ? readTable(table, request) : writeTable(table, request);
}

function pathOf(url: URL): string {
  try {
    return decodeURIComponent(url.pathname.slice(PREFIX.length + 1));
  } catch {
    throw new RestError({ status: 400, code: 'PGRST100', message: 'The path is not valid UTF-8' });
  }
}

/** PostgREST tells the database that a request of the API is asking: such a one can be refused as a whole. */
const asking = (caller: Caller, method: RestMethod): Caller => ({ ...caller, settings: { ...caller.settings, 'request.method': method } });

/** Tables and functions of the schema `public` over PostgREST's protocol, under the caller's rights. */
export function createRestService({ db }: Pick<ServiceDeps, 'db'>, maxRows = MAX_ROWS): Service {
  let schema: Promise<SchemaCache> | undefined;
  let listening: Promise<unknown> | undefined;
  const cached = async (): Promise<SchemaCache> => {
    // `notify pgrst, 'reload schema'` is what migrations send to PostgREST.
    listening ??= db.listen('pgrst', () => {
      schema = undefined;
    });
    await listening.catch((error: unknown) => {
      listening = undefined;
      throw error;
    });
    schema ??= readSchema(db);
    return schema.catch((error: unknown) => {
      schema = undefined;
      throw error;
    });
  };

  const handle = async (request: Request, caller: Caller): Promise<Response> => {
    try {
      const method = methodOf(request);
      checkSchema(request);
      const url = new URL(request.url);
      return await answer(pathOf(url), {
        db,
        cache: await cached(),
        caller: asking(caller, method),
        method,
        maxRows,
        query: url.searchParams,
        headers: request.headers,
        shape: acceptedShape(request.headers.get('accept')),
        preferences: parsePreferences(request.headers.get('prefer')),
        raw: request,
      });
    } catch (error) {
      return errorResponse(error, caller.role);
    }
  };
  return { prefix: PREFIX, handle };
}
