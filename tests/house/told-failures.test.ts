import { expect, test } from 'vitest';
import { told } from '#tests/support/told-failures.ts';

test('of a test that failed is told what the list held, in a few lines and without colours', () => {
  const diff =
    '\u001B[32m- Expected\u001B[39m\n\u001B[31m+ Received\u001B[39m\n\n\u001B[32m- []\u001B[39m\n\u001B[31m+ [\u001B[39m\n\u001B[31m+   "lost_there",\u001B[39m\n\u001B[31m+ ]\u001B[39m';
  expect(told({ message: 'expected [ Array(1) ] to deeply equal []\nand more', diff })).toEqual([
    'expected [ Array(1) ] to deeply equal []',
    '- []',
    '+ [',
    '+   "lost_there",',
    '+ ]',
  ]);
});

test('a long difference ends with how much more there is, and an error without one is its first line', () => {
  const diff = Array.from({ length: 30 }, (_, line) => `+ ${line}`).join('\n');
  expect(told({ message: 'it differs', diff }).slice(-2)).toEqual(['+ 7', '  … 22 more lines differ']);
  expect(told({ message: 'Error: it did not come true' })).toEqual(['Error: it did not come true']);
});
