import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { acceptedEncoding, type Encoding, pack } from '#local/server/compression.ts';
import { SECURITY_HEADERS } from '#local/server/security-headers.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.pdf': 'application/pdf',
};
const COMPRESSED = new Set(['.html', '.js', '.mjs', '.css', '.json', '.webmanifest', '.svg', '.txt', '.wasm', '.ttf']);
const QUALITY = 9;

type Found = { readonly path: string; readonly version: string };

/** Names with a hash never change; everything else is asked for again each time (and is then mostly "not modified"). */
const cacheControl = (path: string): string =>
  /\/assets\/.+-[\w-]{8}\.\w+$/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';

/** A page's address, as opposed to a file's: unknown files must not be answered with the app's page. */
const isPage = (path: string): boolean => extname(path) === '' && !path.startsWith('/assets/');

function decodePath(url: string): string | null {
  try {
    const path = decodeURIComponent(new URL(url).pathname);
    return path.includes('\0') || path.includes('\\') || path.split('/').some((part) => part === '..') ? null : path;
  } catch {
    return null;
  }
}

const notFound = (): Response => new Response('Not found', { status: 404, headers: { ...SECURITY_HEADERS, 'cache-control': 'no-store' } });

/** Serves the built app from `dir`, compressed once per file; unknown pages get `index.html`. */
export function createStaticFiles(dir: string): (request: Request) => Promise<Response> {
  const packed = new Map<string, Promise<Uint8Array>>();

  const find = async (path: string): Promise<Found | null> => {
    const full = join(dir, path);
    if (full !== dir && !full.startsWith(dir.endsWith(sep) ? dir : dir + sep)) return null;
    const found = await stat(full).catch(() => null);
    return found?.isFile() ? { path: full, version: `${found.mtimeMs}-${found.size}` } : null;
  };

  const bytesOf = ({ path, version }: Found, encoding: Encoding): Promise<Uint8Array> => {
    const key = `${encoding} ${version} ${path}`;
    const known = packed.get(key);
    if (known) return known;
    const bytes = readFile(path).then((content) => pack(content, encoding, QUALITY));
    packed.set(key, bytes);
    bytes.catch(() => packed.delete(key));
    return bytes;
  };

  const serve = async (found: Found, request: Request): Promise<Response> => {
    const encoding = COMPRESSED.has(extname(found.path)) ? acceptedEncoding(request) : 'identity';
    const bytes = await bytesOf(found, encoding);
    const etag = `"${createHash('sha256').update(found.path).update(found.version).update(encoding).digest('base64url').slice(0, 22)}"`;
    const headers = {
      ...SECURITY_HEADERS,
      'cache-control': cacheControl(found.path.split(sep).join('/')),
      'content-type': TYPES[extname(found.path)] ?? 'application/octet-stream',
      etag,
      vary: 'accept-encoding',
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    };
    if (request.headers.get('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers });
    return new Response(new Uint8Array(bytes), { headers: { ...headers, 'content-length': String(bytes.length) } });
  };

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response('Method not allowed', { status: 405, headers: { ...SECURITY_HEADERS, allow: 'GET, HEAD' } });
    const path = decodePath(request.url);
    // Our sources are nobody's business, even where a build of somebody else's left maps.
    if (path?.endsWith('.map')) return notFound();
    const found = path === null ? null : await find(path === '/' ? '/index.html' : path);
    if (found) return serve(found, request);
    const page = path !== null && isPage(path) ? await find('/index.html') : null;
    return page ? serve(page, request) : notFound();
  };
}
