import { expect, test } from 'vitest';
import { lawInBrackets } from './small-business-law.ts';

test('only where a law is known is one named, and never another country’s', () => {
  expect(['DE', 'AT', 'GB', 'FR', ''].map(lawInBrackets)).toEqual([' (§ 19 UStG)', ' (§ 6 UStG)', '', '', '']);
});
