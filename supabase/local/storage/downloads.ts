import type { Caller } from '#local/db/port.ts';
import { objectName } from './object-path.ts';
import type { ObjectRows, StoredObject } from './object-rows.ts';
import type { ObjectStore, Range } from './object-store.ts';
import { refusals } from './storage-error.ts';

/** Types a browser may show in place; everything else (HTML and SVG above all) is only ever offered as a file. */
const SHOWN_IN_PLACE = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'application/pdf']);

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
        cache_control: object.metadata.cacheControl,
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
  const type = metadata.mimetype.split(';')[0]?.trim().toLowerCase() ?? '';
  const wantsFile = query.has('download') || !SHOWN_IN_PLACE.has(type);
  const fileName = query.get('download') || (name.split('/').at(-1) ?? 'file');
  const headers = new Headers({
    'content-type': metadata.mimetype,
    'content-length': String(metadata.size),
    'content-disposition': `${wantsFile ? 'attachment' : 'inline'}; filename*=UTF-8''${encodeURIComponent(fileName).replaceAll("'", '%27')}`,
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    etag: metadata.eTag,
    'cache-control': metadata.cacheControl,
    'last-modified': new Date(updated_at).toUTCString(),
  });
  // Chromium's PDF viewer refuses to run in a sandbox.
  if (type !== 'application/pdf') headers.set('content-security-policy', "default-src 'none'; sandbox");
  return headers;
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
