import type { Caller } from '#local/db/port.ts';
import { objectName } from './object-path.ts';
import type { ObjectRows, StoredObject } from './object-rows.ts';
import type { ObjectStore, Range } from './object-store.ts';
import { refusals } from './storage-error.ts';
import { FILE_CACHE_CONTROL, servedType } from './stored-type.ts';

/** A stored file is no page: it runs nothing, loads nothing and belongs to no origin, whatever a browser makes of its bytes. */
const FILE_POLICY = "default-src 'none'; sandbox";

/** Answers for stored bytes and their description. */
export function createDownloads({ rows, store }: { rows: ObjectRows; store: ObjectStore }) {
  const serve = async (request: Request, object: StoredObject): Promise<Response> => {
    const headers = describe(object, new URL(request.url).searchParams);
    if (request.headers.get('if-none-match') === object.metadata.eTag) return new Response(null, { status: 304, headers });
    const { size } = object.metadata;
    const range = requestedRange(request.headers.get('range'), size);
    if (request.method === 'HEAD') return new Response(null, { headers });
    const bytes = size === 0 ? emptyStream() : await store.read(object.version, range);
    if (!bytes) throw refusals.noObject();
    if (range) {
      headers.set('content-length', String(range.end - range.start + 1));
      headers.set('content-range', `bytes ${range.start}-${range.end}/${size}`);
    }
    return new Response(bytes, { status: range ? 206 : 200, headers });
  };
  return {
    serve,
    async get(request: Request, path: readonly string[], caller: Caller): Promise<Response> {
      await rows.bucket(path[0] ?? '');
      return serve(request, await rows.find(path[0] ?? '', objectName(path.slice(1)), caller));
    },
    async info(path: readonly string[], caller: Caller): Promise<Response> {
      await rows.bucket(path[0] ?? '');
      const object = await rows.find(path[0] ?? '', objectName(path.slice(1)), caller);
      return Response.json({
        id: object.id,
        name: object.name,
        version: object.version,
        bucket_id: object.bucket_id,
        size: object.metadata.size,
        content_type: object.metadata.mimetype,
        cache_control: FILE_CACHE_CONTROL,
        etag: object.metadata.eTag,
        metadata: object.user_metadata,
        last_modified: object.updated_at,
        created_at: object.created_at,
      });
    },
  };
}

const emptyStream = (): ReadableStream<Uint8Array> => new ReadableStream({ start: (controller) => controller.close() });

function describe({ name, metadata, updated_at }: StoredObject, query: URLSearchParams): Headers {
  const { type, isShown } = servedType(metadata.mimetype);
  const wantsFile = query.has('download') || !isShown;
  const fileName = query.get('download') || (name.split('/').at(-1) ?? 'file');
  return new Headers({
    'content-type': type,
    'content-length': String(metadata.size),
    'content-disposition': `${wantsFile ? 'attachment' : 'inline'}; filename*=UTF-8''${encodeURIComponent(fileName).replaceAll("'", '%27')}`,
    'content-security-policy': FILE_POLICY,
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    etag: metadata.eTag,
    'cache-control': FILE_CACHE_CONTROL,
    'last-modified': new Date(updated_at).toUTCString(),
  });
}

/** One byte range; anything fancier is answered with the whole object, as RFC 9110 allows. */
function requestedRange(header: string | null, size: number): Range | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  const [from, to] = [match?.[1] ?? '', match?.[2] ?? ''];
  if (from === '' && to === '') return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (start > end) throw refusals.badRange();
  return { start, end };
}
