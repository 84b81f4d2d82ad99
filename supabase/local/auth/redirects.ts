/** Where a mailed link may lead: the wished address when its origin is the site's own or allowed, else the site itself. */
export function allowedRedirect(wish: string | null | undefined, siteUrl: string, furtherOrigins: readonly string[]): string {
  if (!wish) return siteUrl;
  const site = new URL(siteUrl);
  // Relative addresses are resolved against the site; "//evil.example" and "https:evil" land elsewhere and fail the origin test.
  const target = URL.canParse(wish, siteUrl) ? new URL(wish, siteUrl) : site;
  const isWeb = target.protocol === 'https:' || target.protocol === 'http:';
  const isBare = target.username === '' && target.password === '';
  const isKnown = target.origin === site.origin || furtherOrigins.includes(target.origin);
  return isWeb && isBare && isKnown ? target.href : siteUrl;
}
