import { expect, test } from 'vitest';
import { encrypted, fromBase64Url, isPushService, toBase64Url } from './web-push.ts';

/** RFC 8291, appendix A. */
const EXAMPLE = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  ours: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  secret: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

test('a message is encrypted as the example of RFC 8291 is', async () => {
  const point = fromBase64Url(EXAMPLE.ours);
  const jwk = { kty: 'EC', crv: 'P-256', x: toBase64Url(point.slice(1, 33)), y: toBase64Url(point.slice(33, 65)) };
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const keys = {
    publicKey: await crypto.subtle.importKey('jwk', jwk, curve, true, []),
    privateKey: await crypto.subtle.importKey('jwk', { ...jwk, d: EXAMPLE.secret }, curve, true, ['deriveBits']),
  };
  const text = new TextEncoder().encode('When I grow up, I want to be a watermelon');
  expect(toBase64Url(await encrypted(text, EXAMPLE, { keys, salt: fromBase64Url(EXAMPLE.salt), length: text.byteLength }))).toBe(
    EXAMPLE.body,
  );
});

test('of a message nobody learns on the way how long it is', async () => {
  const lengths = [0, 1, 40, 3993].map(async (length) => (await encrypted(new Uint8Array(length), EXAMPLE)).byteLength);
  expect(await Promise.all(lengths)).toEqual([4096, 4096, 4096, 4096]);
});

test('no two messages have the same keys, and none is longer than a push service takes', async () => {
  const longest = await encrypted(new Uint8Array(3993), EXAMPLE);
  expect(longest.byteLength).toBe(4096);
  expect(toBase64Url(longest)).not.toBe(toBase64Url(await encrypted(new Uint8Array(3993), EXAMPLE)));
  await expect(encrypted(new Uint8Array(3994), EXAMPLE)).rejects.toThrow('3,993');
});

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://web.push.apple.com/abc', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=abc', true],
  ['https://push.example.test:8443/abc', true],
  ['http://fcm.googleapis.com/abc', false],
  ['https://fcm.googleapis.com:8443/abc', false],
  ['https://user@fcm.googleapis.com/abc', false],
  ['https://fcm.googleapis.com.evil.example/abc', false],
  ['https://evilpush.apple.com/abc', false],
  ['https://push.example.test/abc', false],
  ['https://169.254.169.254/latest/meta-data', false],
  ['https://localhost/abc', false],
  ['nonsense', false],
])('messages to %s are sent: %s', (endpoint, expected) => {
  expect(isPushService({ PUSH_HOSTS: 'ntfy.example.test, push.example.test:8443' }, endpoint)).toBe(expected);
});
