import { expect, test } from 'vitest';
import { sameNamed } from './same-named.ts';

const category = (id: string, name: string, created_at: string) => ({ id, name, created_at });

test('[SYNC-47] of categories with one name the earlier stays, whatever their order and spelling', () => {
  const [first, second, third] = [
    category('b', 'Travel', '2026-03-01T10:00:00Z'),
    category('a', ' travel ', '2026-03-02T10:00:00Z'),
    category('c', 'TRAVEL', '2026-03-03T10:00:00Z'),
  ];
  const other = category('d', 'Travel abroad', '2026-03-01T09:00:00Z');
  const found = [
    { kept: first, double: second },
    { kept: first, double: third },
  ];
  expect(sameNamed([third, other, second, first])).toEqual(found);
  expect(sameNamed([first, other])).toEqual([]);
  const atOnce = [category('y', 'Fuel', '2026-03-01T10:00:00Z'), category('x', 'Fuel', '2026-03-01T10:00:00Z')];
  expect(sameNamed(atOnce)).toEqual([{ kept: atOnce[1], double: atOnce[0] }]);
});
