import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { qrPath } from './QrCode.tsx';

test('the drawn path holds exactly the dark modules of the code', () => {
  const payload = 'otpauth://totp/Kontor:ann%40kontor.example?secret=JBSWY3DPEHPK3PXP&issuer=Kontor';
  const { path, size } = qrPath(payload);
  const drawn = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g))
    for (let n = 0; n < Number(width); n += 1) drawn[Number(y)]?.splice(Number(x) + n, 1, true);
  expect(drawn).toEqual(encode(payload, { ecc: 'M', border: 0 }).data);
});
