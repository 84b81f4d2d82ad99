import { expect, test } from 'vitest';
import { addressesOf } from './mail-addresses.ts';

test('several addresses are parted by commas, semicolons or lines', () => {
  expect(addressesOf(' a@x.example, b@y.example;\nc@z.example ,')).toEqual(['a@x.example', 'b@y.example', 'c@z.example']);
  expect(addressesOf('  ')).toEqual([]);
});
