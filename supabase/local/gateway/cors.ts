const EXPOSED =
  'content-range, content-location, content-length, preference-applied, x-total-count, sb-request-id, range-unit, x-supabase-api-version, retry-after, location, tus-resumable, upload-offset, upload-length, upload-expires';

/** The API carries its credentials in headers, never in cookies, so any origin may call it. */
export const CORS_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED,
};

/** The answer to a browser's preflight request. */
export function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...CORS_HEADERS,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '86400',
    },
  });
}
