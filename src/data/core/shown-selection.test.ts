import { expect, test } from 'vitest';
import { selectedAfterwards, selectedAsShown } from './shown-selection.ts';

const row = (id: string, amount: number) => ({ id, amount });
const none: ReadonlyMap<string, ReturnType<typeof row>> = new Map();

test('[SYNC-28] what is selected stays as it was when it was selected, whatever the list shows by then', () => {
  const first = selectedAsShown(['a'], none, [row('a', 10), row('b', 20)]);
  const both = selectedAsShown(['a', 'b'], first, [row('a', 1000), row('b', 20)]);
  expect([...both.values()]).toEqual([row('a', 10), row('b', 20)]);
  // Out of sight, after scrolling or under another order, it is still the one that was seen.
  expect([...selectedAsShown(['a'], both, []).values()]).toEqual([row('a', 10)]);
  // Taken out and selected anew it is what is shown now; so is what was refused.
  expect([...selectedAsShown(['a', 'c'], none, [row('a', 1000)]).values()]).toEqual([row('a', 1000)]);
});

test('after a command what it refused is selected as it is now, and what was chosen while it ran stays chosen', () => {
  const ran = new Map([row('a', 10), row('b', 20)].map((each) => [each.id, each]));
  const now = new Map([...ran, ['c', row('c', 30)] as const]);
  const rows = [row('a', 11), row('b', 21), row('c', 31)];
  const left = (refused: readonly string[]) => [...selectedAfterwards(now, { ran, refused, rows }).values()];
  expect(left([])).toEqual([row('c', 30)]);
  expect(left(['b'])).toEqual([row('b', 21), row('c', 30)]);
});
