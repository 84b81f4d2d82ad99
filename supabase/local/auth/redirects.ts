const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Where a mailed link may lead: the wished address when its origin is the site's own or allowed, else the site itself. */
export function allowedRedirect(wish: string | null | undefined, siteUrl: string, furtherOrigins: readonly string[]): string {
  if (!wish || !URL.canParse(wish, siteUrl)) return siteUrl;
  // Relative addresses are resolved against the site; "//evil.example" lands elsewhere and fails the origin test.
  const target = new URL(wish, siteUrl);
  const isWeb = target.protocol === 'https:' || target.protocol === 'http:';
  const isBare = target.username === '' && target.password === '';
  const isKnown = isSameSite(target, new URL(siteUrl)) || furtherOrigins.includes(target.origin);
  return isWeb && isBare && isKnown ? target.href : siteUrl;
}

/** A loopback server is one site under each of its names: people type localhost where the server says 127.0.0.1. */
function isSameSite(target: URL, site: URL): boolean {
  if (target.origin === site.origin) return true;
  const areLoopback = LOOPBACK_NAMES.has(target.hostname) && LOOPBACK_NAMES.has(site.hostname);
  return areLoopback && target.port === site.port && target.protocol === site.protocol;
}
