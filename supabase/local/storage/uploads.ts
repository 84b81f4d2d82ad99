import { DatabaseUnavailable } from '#local/db/database-error.ts';
import type { Caller } from '#local/db/port.ts';
import type { Log } from '#local/server/log.ts';
import { objectName } from './object-path.ts';
import type { Bucket, NewObject, ObjectRows } from './object-rows.ts';
import type { ObjectStore, Received } from './object-store.ts';
import { failureFields, refusals } from './storage-error.ts';
import { acceptedType, checkedBytes, FILE_CACHE_CONTROL } from './stored-type.ts';
import { type Upload, withUpload } from './upload-request.ts';

/** Hosted Supabase's limit for a bucket that names none. */
const DEFAULT_MAX_BYTES = 50 * 1024 * 1024;
/** What a multipart body may need beside the file. */
const FORM_ALLOWANCE = 128 * 1024;

const maxBytes = (bucket: Bucket): number => bucket.file_size_limit ?? DEFAULT_MAX_BYTES;

type UploadDeps = {
  readonly rows: ObjectRows;
  readonly store: ObjectStore;
  readonly now: () => Date;
  readonly log: Log;
};

/** Receives objects: policies first, then bytes to disk, then the row; a failure at any point leaves neither row nor bytes. */
export function createUploads({ rows, store, now, log }: UploadDeps) {
  /** Asks bucket and policies before a byte is kept; returns the type in the form it is stored. */
  const allow = async ({ bucket, name, declaredType, userMetadata }: Wish, { caller, replace }: PutOptions): Promise<string> => {
    const type = acceptedType(declaredType, bucket);
    await rows.probe({ bucket: bucket.id, name, userMetadata, version: 'probe', metadata: '{}' }, caller, replace);
    return type;
  };
  const receive = async (upload: Upload, bucket: Bucket, name: string, options: PutOptions) => {
    const wish = { ...upload, bucket, name };
    const type = await allow(wish, options);
    return finish({ ...wish, type }, await store.receive(checkedBytes(type, upload.bytes), maxBytes(bucket)), options);
  };
  /** Makes received bytes, which are of this type, an object; they are dropped when that fails. */
  const finish = async (target: Target, received: Received, { caller, replace }: PutOptions) => {
    const { bucket, name, type, userMetadata } = target;
    const { version, size, md5 } = received;
    const metadata = JSON.stringify({
      eTag: `"${md5}"`,
      size,
      mimetype: type,
      cacheControl: FILE_CACHE_CONTROL,
      lastModified: now().toISOString(),
      contentLength: size,
      httpStatusCode: 200,
    });
    const key = `${bucket.id}/${name}`;
    const id = await inTurn(key, () => commit({ bucket: bucket.id, name, userMetadata, version, metadata }, caller, replace));
    return { Id: id, Key: key };
  };

  /** Replacing one object twice at once would lose sight of the bytes in between. */
  const turns = new Map<string, Promise<unknown>>();
  const inTurn = <T>(key: string, run: () => Promise<T>): Promise<T> => {
    const turn = (turns.get(key) ?? Promise.resolve()).then(run, run);
    turns.set(key, turn);
    const forget = () => {
      if (turns.get(key) === turn) turns.delete(key);
    };
    turn.then(forget, forget);
    return turn;
  };

  const commit = async (object: NewObject, caller: Caller, replace: boolean): Promise<string> => {
    const before = replace ? await rows.find(object.bucket, object.name).catch(() => null) : null;
    if (before) await store.markLeaving(before.version);
    let id: string;
    try {
      id = await rows.insert(object, caller, replace);
    } catch (error) {
      // Broken off on the way, the row may stand after all: the next start asks, and keeps or removes the bytes.
      if (error instanceof DatabaseUnavailable) throw error;
      await store.drop(object.version);
      if (before) await store.unmarkLeaving(before.version);
      throw error;
    }
    // The row stands: from here on trouble with the files is for the next start to finish, not the client's.
    const tidy = Promise.all([store.keep(object.version), before ? store.remove(before.version) : undefined]);
    await tidy.catch((error: unknown) => log.warn('stored bytes will be tidied at the next start', failureFields(error)));
    return id;
  };

  return {
    allow,
    finish,
    maxBytes,
    async put(request: Request, path: readonly string[], options: PutOptions): Promise<Response> {
      const stored = await withUpload(request, async (upload) => {
        const bucket = await rows.bucket(path[0] ?? '');
        const declared = Number(request.headers.get('content-length') ?? 0);
        if (declared > maxBytes(bucket) + FORM_ALLOWANCE) throw refusals.tooLarge();
        return receive(upload, bucket, objectName(path.slice(1)), options);
      });
      return Response.json(stored);
    },
  };
}
export type Uploads = ReturnType<typeof createUploads>;
type Wish = Pick<Upload, 'declaredType' | 'userMetadata'> & { readonly bucket: Bucket; readonly name: string };
type Target = Omit<Wish, 'declaredType'> & { readonly type: string };
type PutOptions = { readonly caller: Caller; readonly replace: boolean };
