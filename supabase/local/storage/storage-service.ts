import { join } from 'node:path';
import { DatabaseUnavailable } from '#local/db/database-error.ts';
import type { Caller, Service } from '#local/db/port.ts';
import type { ServiceDeps } from '#local/server/service-deps.ts';
import { createDownloads } from './downloads.ts';
import { createObjectRows } from './object-rows.ts';
import { createObjectStore } from './object-store.ts';
import { objectName, splitPath } from './object-path.ts';
import { createUrlSigner } from './signed-urls.ts';
import { asStorageError, errorResponse, failureFields, refusals } from './storage-error.ts';
import { createPartialStore } from './partial-store.ts';
import { createResumableUploads } from './resumable-uploads.ts';
import { createUploads } from './uploads.ts';

export type StorageDeps = ServiceDeps & { /** Bytes go to `<dataDir>/storage`. */ readonly dataDir: string };

const PREFIX = '/storage/v1';
const LIST_MAX = 1000;
/** Sections of the hosted API that the app has no use for. */
const UNSUPPORTED = new Set(['move', 'copy', 'list-v2', 'upload']);

/**
 * Object storage for `/storage/v1`: rows in `storage.objects` under the caller's policies, bytes in a folder.
 * Finishes or undoes what a crash left behind before it resolves.
 */
export async function createStorageService({ db, keys, dataDir, now, log }: StorageDeps): Promise<Service> {
  const rows = createObjectRows(db);
  const store = await createObjectStore(join(dataDir, 'storage'));
  await store.recover((version) => rows.isVersionNamed(version));
  const signer = createUrlSigner({ jwtSecret: keys.jwtSecret, now });
  const uploads = createUploads({ rows, store, now, log });
  const downloads = createDownloads({ rows, store });
  const partials = await createPartialStore(join(dataDir, 'storage', 'resumable'), now);
  await partials.sweep();
  const resumable = createResumableUploads({ rows, store, partials, uploads, now, log });

  const remove = async (bucket: string, names: readonly string[], caller: Caller) => {
    await rows.bucket(bucket);
    const removed = await rows.remove(bucket, names, caller, async (leaving) => {
      for (const { version } of leaving) await store.markLeaving(version);
    });
    for (const { version } of removed) {
      await store
        .remove(version)
        .catch((error: unknown) => log.warn('stored bytes will be removed at the next start', failureFields(error)));
    }
    return removed;
  };

  const sign = async (bucket: string, name: string, expiresIn: unknown, caller: Caller): Promise<string> => {
    await rows.find(bucket, name, caller);
    const token = await signer.sign(`${bucket}/${name}`, expiresIn);
    // storage-js passes the answer through encodeURI once, so the path goes out as it is.
    return `/object/sign/${bucket}/${name}?token=${token}`;
  };
  const signMany = async (bucket: string, body: JsonBody, caller: Caller): Promise<Response> => {
    await rows.bucket(bucket);
    const signOne = async (name: string) => {
      try {
        return { path: name, signedURL: await sign(bucket, name, body['expiresIn'], caller), error: null };
      } catch (error) {
        if (asStorageError(error)?.code !== 'NoSuchKey') throw error;
        return { path: name, signedURL: null, error: 'Either the object does not exist or you do not have access to it' };
      }
    };
    return Response.json(await Promise.all(names(body['paths']).map(signOne)));
  };

  const objectRoutes = async (request: Request, path: readonly string[], caller: Caller): Promise<Response> => {
    const [section = '', bucket = ''] = path;
    const { method } = request;
    if (UNSUPPORTED.has(section) && method === 'POST') throw refusals.notSupported(`object/${section}`);
    if (section === 'public') throw refusals.notSupported('Reading public buckets');
    if (section === 'list' && method === 'POST') return Response.json(await rows.list(listQuery(bucket, await jsonBody(request)), caller));
    if (section === 'sign' && method === 'POST') {
      const body = await jsonBody(request);
      if (path.length === 2) return signMany(bucket, body, caller);
      return Response.json({ signedURL: await sign(bucket, objectName(path.slice(2)), body['expiresIn'], caller) });
    }
    if (section === 'sign' && (method === 'GET' || method === 'HEAD')) {
      const name = objectName(path.slice(2));
      await signer.check(`${bucket}/${name}`, new URL(request.url).searchParams.get('token'));
      return downloads.serve(request, await rows.find(bucket, name));
    }
    if (section === 'info' && method === 'GET') return downloads.info(path[1] === 'authenticated' ? path.slice(2) : path.slice(1), caller);
    if (method === 'GET' || method === 'HEAD') return downloads.get(request, section === 'authenticated' ? path.slice(1) : path, caller);
    if (method === 'POST') {
      return uploads.put(request, path, { caller, replace: request.headers.get('x-upsert') === 'true' });
    }
    if (method === 'PUT') return uploads.put(request, path, { caller, replace: true });
    if (method === 'DELETE' && path.length === 1) {
      return Response.json(await remove(section, names((await jsonBody(request))['prefixes']), caller));
    }
    if (method === 'DELETE') {
      if ((await remove(section, [objectName(path.slice(1))], caller)).length === 0) throw refusals.noObject();
      return Response.json({ message: 'Successfully deleted' });
    }
    throw refusals.notSupported(`${method} object`);
  };

  const route = async (request: Request, caller: Caller): Promise<Response> => {
    const [section, ...path] = splitPath(new URL(request.url).pathname.slice(PREFIX.length));
    if (section === 'object' && path.length > 0) return objectRoutes(request, path, caller);
    if (section === 'upload' && path[0] === 'resumable') return resumable(request, path.slice(1), caller);
    if (section === 'bucket' && request.method === 'GET') {
      const buckets = await rows.buckets(caller);
      if (path.length === 0) return Response.json(buckets);
      const bucket = buckets.find((one) => typeof one === 'object' && one !== null && 'id' in one && one.id === path[0]);
      if (!bucket) throw refusals.noBucket();
      return Response.json(bucket);
    }
    throw refusals.notSupported(`${request.method} ${section ?? ''}`);
  };

  return {
    prefix: PREFIX,
    async handle(request, caller) {
      try {
        return await route(request, caller);
      } catch (error) {
        if (error instanceof DatabaseUnavailable) throw error;
        const refusal = asStorageError(error);
        if (refusal) return errorResponse(refusal);
        log.error('storage request failed', failureFields(error));
        return Response.json(
          { statusCode: '500', code: 'InternalError', error: 'internal', message: 'Internal Server Error' },
          { status: 500 },
        );
      }
    },
  };
}

type JsonBody = Readonly<Record<string, unknown>>;

async function jsonBody(request: Request): Promise<JsonBody> {
  try {
    const body: unknown = await request.json();
    if (typeof body === 'object' && body !== null) return { ...body };
  } catch {
    // Answered below.
  }
  throw refusals.invalidRequest('The body must be a JSON object');
}

const names = (value: unknown): string[] => {
  if (Array.isArray(value) && value.length <= LIST_MAX && value.every((name) => typeof name === 'string')) return value;
  throw refusals.invalidRequest(`A list of at most ${LIST_MAX} paths is needed`);
};

function listQuery(bucket: string, body: JsonBody) {
  const prefix = typeof body['prefix'] === 'string' ? body['prefix'].replace(/\/+$/, '') : '';
  const sortBy = typeof body['sortBy'] === 'object' && body['sortBy'] !== null ? { ...body['sortBy'] } : {};
  const count = (value: unknown, fallback: number) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : fallback;
  return {
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    search: typeof body['search'] === 'string' ? body['search'] : '',
    limit: Math.min(count(body['limit'], 100), LIST_MAX),
    offset: count(body['offset'], 0),
    column: 'column' in sortBy && typeof sortBy.column === 'string' ? sortBy.column : 'name',
    descending: 'order' in sortBy && sortBy.order === 'desc',
  };
}
