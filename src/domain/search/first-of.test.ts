import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstOf } from './first-of.ts';

type Item = { readonly rank: number; readonly at: number };
const byRank = (a: Item, b: Item) => a.rank - b.rank;
function firstOfAll(ranks: readonly number[], limit: number): readonly Item[] {
  const first = firstOf(limit, byRank);
  for (const [at, rank] of ranks.entries()) first.add({ rank, at });
  return first.all();
}

test('the first of many are those that stand first when all are put in order, equals as they came', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 200 }), fc.nat(30), (ranks, limit) => {
      const inOrder = ranks.map((rank, at) => ({ rank, at })).toSorted(byRank);
      expect(firstOfAll(ranks, limit)).toEqual(inOrder.slice(0, limit));
    }),
    { seed: 26, numRuns: 500 },
  );
});

test.each([
  ['from the last to the first', (n: number) => -n, 4],
  ['in any order', (n: number) => (n * 7919) % 20_011, 2],
])('of many that come %s, few are put in order', (_, rankOf, timesAsked) => {
  let asked = 0;
  const first = firstOf<number>(50, (a, b) => {
    asked += 1;
    return a - b;
  });
  for (let n = 0; n < 20_000; n += 1) first.add(rankOf(n));
  expect(first.all()).toHaveLength(50);
  expect(asked).toBeLessThan(20_000 * timesAsked);
});
