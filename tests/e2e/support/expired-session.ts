import type { BrowserContext } from '@playwright/test';

const SESSION = 'sb-kontor-auth-token';
const PREFIX = 'base64-';

type Session = { access_token: string; expires_at: number; expires_in: number };

function withPastExpiry(token: string, exp: number): string {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  return [header, Buffer.from(JSON.stringify({ ...claims, exp })).toString('base64url'), signature].join('.');
}

/** What a device finds after a night in a drawer: the same session, its access token expired an hour ago. */
export async function expireSession(context: BrowserContext): Promise<void> {
  const cookies = (await context.cookies()).filter(({ name }) => name === SESSION || name.startsWith(`${SESSION}.`));
  const [first] = cookies;
  if (!first) throw new Error('There is no session to expire.');
  const joined = cookies
    .toSorted((a, b) => Number(a.name.split('.')[1] ?? 0) - Number(b.name.split('.')[1] ?? 0))
    .map(({ value }) => decodeURIComponent(value))
    .join('');
  const session = JSON.parse(Buffer.from(joined.slice(PREFIX.length), 'base64url').toString()) as Session;
  const exp = Math.floor(Date.now() / 1000) - 3600;
  const expired = { ...session, access_token: withPastExpiry(session.access_token, exp), expires_at: exp };
  const value = PREFIX + Buffer.from(JSON.stringify(expired)).toString('base64url');
  const size = Math.ceil(value.length / cookies.length);
  await context.addCookies(cookies.map((cookie, index) => ({ ...cookie, value: value.slice(index * size, (index + 1) * size) })));
}
