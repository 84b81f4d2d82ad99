import { expect, test } from 'vitest';
import { decodeFile, sourceOf } from './import-source.ts';

const bytes = (...values: number[]): ArrayBuffer => Uint8Array.from(values).buffer;

test('umlauts survive in UTF-8 and in what older spreadsheets write', () => {
  expect(decodeFile(bytes(0x4d, 0xc3, 0xbc))).toBe('Mü');
  expect(decodeFile(bytes(0x4d, 0xfc))).toBe('Mü');
});

test('the delimiter tells how figures are written; pasted tabs go by the language of the page', () => {
  expect(sourceOf('a', 'x;y\n1;2', 'en').locale).toBe('de');
  expect(sourceOf('a', 'x,y\n1,2', 'de').locale).toBe('en');
  expect(sourceOf('a', 'x\ty\n1\t2', 'de').locale).toBe('de');
});
