import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { verifyAccessToken } from './access-token.ts';

const SECRET = 'a secret of the platform, long enough';
const NOW = new Date('2026-03-01T12:00:00Z');
const now = NOW.getTime() / 1000;
const PERSON = { role: 'authenticated', sub: 'ada', aud: 'authenticated', exp: now + 60 };

const tokenOf = (claims: object, alg = 'HS256'): Promise<string> =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg }).sign(new TextEncoder().encode(SECRET));
const said = async (token: string): Promise<string> => {
  const verdict = await verifyAccessToken(token, SECRET, NOW);
  return verdict.ok ? verdict.claims.role : verdict.message;
};

const CASES: readonly (readonly [what: string, claims: object, answer: string])[] = [
  ['a person', PERSON, 'authenticated'],
  ['a key, which has no end and is for nobody in particular', { role: 'anon' }, 'anon'],
  ['one that ended within the 30 seconds by which clocks may differ', { ...PERSON, exp: now - 29 }, 'authenticated'],
  ['one that ended', { ...PERSON, exp: now - 30 }, 'JWT expired'],
  ['one that begins within 30 seconds', { ...PERSON, nbf: now + 30 }, 'authenticated'],
  ['one that begins later', { ...PERSON, nbf: now + 31 }, 'JWT not yet valid'],
  ['a person without an end', { ...PERSON, exp: undefined }, 'JWT invalid'],
  ['a person without a name', { ...PERSON, sub: undefined }, 'JWT invalid'],
  ['another role', { ...PERSON, role: 'postgres' }, 'JWT invalid'],
  ['one that is for somebody else', { ...PERSON, aud: 'elsewhere' }, 'JWT not in audience'],
  ['one that is for us and somebody else', { ...PERSON, aud: ['elsewhere', 'authenticated'] }, 'authenticated'],
  ['a person that is for nobody in particular', { ...PERSON, aud: undefined }, 'JWT not in audience'],
  ['a key that is for somebody else', { role: 'anon', aud: 'elsewhere' }, 'JWT not in audience'],
];

test.each(CASES)('a token of %s', async (_what, claims, answer) => {
  expect(await said(await tokenOf(claims))).toBe(answer);
});

test('an end that is no number is none', async () => {
  expect(await said(await tokenOf({ ...PERSON, exp: 'later' }))).toBe('JWT expired');
});

test('the secret proves nothing by another algorithm, and nothing is proved without a signature', async () => {
  expect(await said(await tokenOf(PERSON, 'HS512'))).toBe('JWSError JWSInvalidSignature');
  const [header, payload, signature] = (await tokenOf(PERSON)).split('.');
  const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
  for (const token of [`${unsigned}.${payload}.`, `${header}.${payload}.`, `${header}.x${payload}.${signature}`, 'ü.ü.ü'])
    expect(await said(token)).toBe('JWSError JWSInvalidSignature');
});

test('what is no token is told so', async () => {
  expect(await said('a.b')).toBe('JWSError (CompactDecodeError Invalid number of parts: Expected 3 parts; got 2)');
});
