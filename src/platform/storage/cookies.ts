const SECONDS_PER_DAY = 86_400;

/** The cookies scripts may see, decoded; the last of equal names wins as in the header. */
export function readCookies(header: string = typeof document === 'undefined' ? '' : document.cookie): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (at < 0) continue;
    cookies.set(pair.slice(0, at).trim(), decode(pair.slice(at + 1).trim()));
  }
  return cookies;
}

export function readCookie(name: string): string | undefined {
  return readCookies().get(name);
}

/** Writes a cookie for the whole origin. Lax, and `Secure` wherever the page came over TLS. */
export function writeCookie(name: string, value: string, { days }: { days: number }): void {
  if (typeof document === 'undefined') return;
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${Math.round(days * SECONDS_PER_DAY)}; SameSite=Lax${isSecurePage() ? '; Secure' : ''}`;
}

export function removeCookie(name: string): void {
  writeCookie(name, '', { days: 0 });
}

export function isSecurePage(): boolean {
  return typeof location !== 'undefined' && location.protocol === 'https:';
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
