import type { Caller } from '#local/db/port.ts';
import type { Log } from '#local/server/log.ts';
import { isTooDeep } from '#local/gateway/nesting.ts';
import { objectName } from './object-path.ts';
import type { ObjectRows } from './object-rows.ts';
import type { ObjectStore } from './object-store.ts';
import { digests, type Partial, type PartialStore } from './partial-store.ts';
import { asStorageError, failureFields, refusals, StorageError } from './storage-error.ts';
import { checkBytes } from './stored-type.ts';
import { drain } from './upload-request.ts';
import type { Uploads } from './uploads.ts';

/** Hosted Supabase gives an upload 24 hours, too. */
const LIFETIME_MS = 24 * 60 * 60 * 1000;
/** So many may one person have open; one that stood still for so long gives way to a new one. */
const OPEN_MAX = 10;
const STILL_MS = 60 * 60 * 1000;
const PART_TYPE = 'application/offset+octet-stream';
const TUS = { 'tus-resumable': '1.0.0', 'tus-version': '1.0.0', 'tus-extension': 'creation,creation-with-upload,expiration' };
const HEADER_MAX = 8_192;

type Deps = {
  readonly rows: ObjectRows;
  readonly store: ObjectStore;
  readonly partials: PartialStore;
  readonly uploads: Uploads;
  readonly now: () => Date;
  readonly log: Log;
};

const tusError = (status: number, code: string, message: string) => new StorageError(status, code, code, message);
const gone = () => tusError(404, 'NoSuchUpload', 'The upload was not found, or has expired');
const tooMany = () => tusError(429, 'TooManyUploads', `${OPEN_MAX} uploads are open already: finish one, or wait an hour`);

/** Uploads in parts at `/upload/resumable`, by the TUS protocol 1.0 as hosted Supabase speaks it: whatever arrived of a broken part stays. */
export function createResumableUploads({ rows, store, partials, uploads, now, log }: Deps) {
  const busy = createTurns();
  const oneByOne = createQueue();

  /** Asks bucket and policies whether this caller may store such an object, as for an upload in one piece. */
  const check = async (facts: Wanted, options: Options): Promise<string> => {
    const bucket = await rows.bucket(facts.bucket);
    if (facts.length > uploads.maxBytes(bucket)) throw refusals.tooLarge();
    return uploads.allow({ ...facts, declaredType: facts.type, bucket }, options);
  };

  /** A person's unfinished uploads are bytes on this disk that no limit of a bucket counts. */
  const makeRoom = async (owner: string): Promise<void> => {
    const own = (await partials.sweep(busy.has)).filter((partial) => partial.owner === owner);
    if (own.length < OPEN_MAX) return;
    const still = own.filter(({ id, movedAt }) => !busy.has(id) && movedAt <= now().getTime() - STILL_MS);
    if (own.length - still.length >= OPEN_MAX) throw tooMany();
    for (const { id } of still) await partials.remove(id);
  };

  const begin = async (request: Request, options: Options): Promise<Response> => {
    const wanted = describe(request);
    const type = await check(wanted, options);
    const expiresAt = new Date(now().getTime() + LIFETIME_MS).toISOString();
    const owner = ownerOf(options.caller);
    const id = await oneByOne(async () => {
      await makeRoom(owner);
      return partials.begin({ ...wanted, type, owner, expiresAt });
    });
    const headers = { location: `${new URL(request.url).pathname.replace(/\/+$/, '')}/${id}`, 'upload-expires': utc(expiresAt) };
    const hasPart = request.headers.get('content-type') === PART_TYPE;
    if (!hasPart && wanted.length > 0) return new Response(null, { status: 201, headers });
    const offset = await busy.takeOver(id, async (stop) => take(request, await known(id, options.caller), options, stop));
    return new Response(null, { status: 201, headers: { ...headers, 'upload-offset': String(offset) } });
  };

  const known = async (id: string, caller: Caller): Promise<Partial> => {
    const partial = await partials.find(id);
    if (partial?.owner !== ownerOf(caller)) throw gone();
    return partial;
  };

  /** Keeps what comes; with the last byte it becomes an object. Returns the bytes that are here. */
  const take = async (request: Request, partial: Partial, options: Options, stop: AbortSignal): Promise<number> => {
    const offset = await partials.append(partial, arriving(request.body, stop));
    if (offset === partial.length) await finish({ ...partial, offset }, options);
    return offset;
  };

  const finish = async (partial: Partial, options: Options): Promise<void> => {
    const { id, bucket, type, length: size } = partial;
    const announced = announcedHash(partial.userMetadata);
    try {
      const { md5, sha256 } = await digests(partials.read(id));
      // A power cut may lose what a disk had only promised to keep.
      if (announced !== null && announced !== sha256) throw tusError(460, 'ChecksumMismatch', 'These are not the announced bytes');
      checkBytes(type, await partials.head(id));
      const version = await store.adopt(partials.bytesPath(id));
      await uploads.finish({ ...partial, bucket: await rows.bucket(bucket) }, { version, size, md5 }, options);
    } catch (error) {
      await partials.remove(id);
      throw error;
    }
    await partials.markStored(id).catch((error: unknown) => log.warn('a stored upload could not be noted', failureFields(error)));
  };

  const goOn = (request: Request, id: string, options: Options): Promise<Response> =>
    busy.takeOver(id, async (stop) => {
      const partial = await known(id, options.caller);
      if (request.headers.get('content-type') !== PART_TYPE) throw tusError(415, 'InvalidMimeType', `A part is ${PART_TYPE}`);
      if (request.headers.get('upload-offset') !== String(partial.offset)) {
        throw tusError(409, 'OffsetMismatch', `The upload is at ${partial.offset}`);
      }
      if (partial.offset + Number(request.headers.get('content-length') ?? 0) > partial.length) throw refusals.tooLarge();
      if (!partial.isStored) await check(partial, options);
      const offset = partial.isStored ? partial.offset : await take(request, partial, options, stop);
      return new Response(null, { status: 204, headers: { 'upload-offset': String(offset), 'upload-expires': utc(partial.expiresAt) } });
    });

  const tell = (id: string, caller: Caller): Promise<Response> =>
    // Whoever asks has lost the line: what still seems to be on its way is not waited for.
    busy.takeOver(id, async () => {
      const { offset, length, expiresAt } = await known(id, caller);
      const headers = { 'upload-offset': String(offset), 'upload-length': String(length), 'upload-expires': utc(expiresAt) };
      return new Response(null, { status: 200, headers: { ...headers, 'cache-control': 'no-store' } });
    });

  const route = async (request: Request, path: readonly string[], caller: Caller): Promise<Response> => {
    if (request.headers.get('tus-resumable') !== TUS['tus-resumable']) throw tusError(412, 'TusVersion', 'Tus-Resumable must be 1.0.0');
    const options = { caller, replace: request.headers.get('x-upsert') === 'true' };
    const [id] = path;
    if (id === undefined && request.method === 'POST') return begin(request, options);
    if (id === undefined || path.length > 1) throw refusals.notSupported(`${request.method} upload`);
    if (request.method === 'HEAD') return tell(id, caller);
    if (request.method === 'PATCH') return goOn(request, id, options);
    throw refusals.notSupported(`${request.method} upload`);
  };

  return async (request: Request, path: readonly string[], caller: Caller): Promise<Response> => {
    const response = await route(request, path, caller).catch((error: unknown) => {
      const refusal = asStorageError(error);
      if (!refusal) throw error;
      return new Response(refusal.message, { status: refusal.status, headers: { 'content-type': 'text/plain' } });
    });
    if (response.status >= 400) await drain(request.body);
    for (const [name, value] of Object.entries(TUS)) response.headers.set(name, value);
    return response;
  };
}
type Options = { readonly caller: Caller; readonly replace: boolean };

const ownerOf = ({ role, claims }: Caller): string => `${role}:${claims.sub ?? ''}`;
const utc = (at: string): string => new Date(at).toUTCString();

type Wanted = Pick<Partial, 'bucket' | 'name' | 'type' | 'length' | 'userMetadata'>;

function describe(request: Request): Wanted {
  const length = Number(request.headers.get('upload-length') ?? 'missing');
  if (!Number.isSafeInteger(length) || length < 0) throw refusals.invalidRequest('Upload-Length must be the number of bytes');
  const metadata = parseMetadata(request.headers.get('upload-metadata') ?? '');
  const { bucketName = '', objectName: name = '', contentType = '', metadata: own = null } = metadata;
  return {
    bucket: bucketName,
    name: objectName([name]),
    length,
    type: contentType,
    userMetadata: own === null ? null : checkedJson(own),
  };
}

/** `name base64, name base64`. */
function parseMetadata(header: string): { bucketName?: string; objectName?: string; contentType?: string; metadata?: string } {
  if (header.length > HEADER_MAX) throw refusals.invalidRequest('Upload-Metadata is too long');
  const pairs = header.split(',').map((pair) => pair.trim().split(' '));
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, Buffer.from(value, 'base64').toString('utf8')]));
}

function checkedJson(text: string): string {
  const parsed = isTooDeep(text) ? null : asObject(text);
  if (!parsed) throw refusals.invalidRequest('Metadata must be a JSON object');
  return text;
}

/** The SHA-256 the client announced for the whole, or null. */
function announcedHash(userMetadata: string | null): string | null {
  const { sha256 } = asObject(userMetadata ?? '{}') ?? {};
  return typeof sha256 === 'string' ? sha256 : null;
}

function asObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** After a newer request for the same upload, so long is waited for each piece of the body before: what is here already counts. */
const LINGER_MS = 500;

/** A body as far as it comes: a line that breaks, or a newer request for the same upload, ends it without an error. */
async function* arriving(body: Request['body'], stop: AbortSignal): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const chunks = body.values({ preventCancel: true });
  const stopped = new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve(), { once: true }));
  for (;;) {
    const quiet = stopped.then(() => new Promise<null>((resolve) => setTimeout(() => resolve(null), LINGER_MS).unref()));
    const next = await Promise.race([chunks.next().catch(() => null), quiet]);
    if (!next || next.done) return;
    yield next.value;
  }
}

/** One after the other, so that a burst is counted. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(run: () => Promise<T>): Promise<T> => {
    const answer = last.then(run, run);
    last = answer.catch(() => undefined);
    return answer;
  };
}

/** One request per upload at a time; a newer one ends the one before, whose line may be dead without this server knowing. */
function createTurns() {
  const turns = new Map<string, { readonly stop: AbortController; readonly done: Promise<void> }>();
  return {
    has: (id: string): boolean => turns.has(id),
    async takeOver<T>(id: string, run: (stop: AbortSignal) => Promise<T>): Promise<T> {
      for (let before = turns.get(id); before; before = turns.get(id)) {
        before.stop.abort();
        await before.done;
      }
      const stop = new AbortController();
      const answer = run(stop.signal);
      const forget = () => void turns.delete(id);
      turns.set(id, { stop, done: answer.then(forget, forget) });
      return answer;
    },
  };
}
