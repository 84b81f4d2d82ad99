import { expect, test } from 'vitest';
import { addressesOf, base64Of, mailIds } from './send-values.ts';

test('several addresses are parted by commas, semicolons or lines', () => {
  expect(addressesOf(' a@x.example, b@y.example;\nc@z.example ,')).toEqual(['a@x.example', 'b@y.example', 'c@z.example']);
  expect(addressesOf('  ')).toEqual([]);
});

test('a large file becomes base64 byte for byte', async () => {
  const bytes = Uint8Array.from({ length: 100_001 }, (_, index) => (index * 7) % 256);
  expect(await base64Of(new Blob([bytes]))).toBe(Buffer.from(bytes).toString('base64'));
});

test('the same mail to the same people has one id, to other people another', () => {
  let count = 0;
  const idOf = mailIds(() => `m${++count}`);
  expect([idOf(['a@x.de', '', 'b@x.de']), idOf(['a@x.de', 'b@x.de', '']), idOf(['a@x.de', '', 'b@x.de'])]).toEqual(['m1', 'm2', 'm1']);
});
