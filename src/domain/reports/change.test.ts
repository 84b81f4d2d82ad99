import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeOf, hasFigures } from './change.ts';

test.each([
  ['more', 11_250n, 10_000n, { difference: 1250n, percent: 13 }],
  ['less', 8_750n, 10_000n, { difference: -1250n, percent: -13 }],
  ['nothing any more', 0n, 10_000n, { difference: -10_000n, percent: -100 }],
  ['the same', 500n, 500n, { difference: 0n, percent: null }],
  ['something of nothing', 500n, 0n, { difference: 500n, percent: null }],
  ['nothing of nothing', 0n, 0n, { difference: 0n, percent: null }],
  ['a loss after a profit', -500n, 1000n, { difference: -1500n, percent: null }],
  ['a profit after a loss', 500n, -1000n, { difference: 1500n, percent: null }],
  ['a smaller loss', -500n, -1000n, { difference: 500n, percent: null }],
  ['a cent of very much', 1_000_001n, 1_000_000n, { difference: 1n, percent: null }],
  ['a thousandfold', 1_000_000n, 1_000n, { difference: 999_000n, percent: null }],
  ['tenfold and a bit', 10_990n, 1_000n, { difference: 9_990n, percent: 999 }],
])('a change says %s', (_what, now, before, change) => {
  expect(changeOf(now, before)).toEqual(change);
});

test('a percentage never tells another direction than the amount, and is off by half a percent at most', () => {
  const some = fc.bigInt(-10_000_000n, 10_000_000n);
  fc.assert(
    fc.property(some, some, (now, before) => {
      const { difference, percent } = changeOf(now, before);
      fc.pre(percent !== null);
      const off = Math.abs(Number(before) * (1 + (percent ?? 0) / 100) - Number(now));
      expect([difference, Math.sign(percent ?? 0), off <= Number(before) / 200 + 1e-6]).toEqual([
        now - before,
        now > before ? 1 : -1,
        true,
      ]);
    }),
  );
});

test('there is something to compare with once anything is booked in one of the months', () => {
  const empty = { invoices: new Map(), payments: new Map(), expenses: new Map() };
  const spent = new Map([['2026-03', new Map([['paid|EUR', [1n, 100n]]])]]);
  expect(hasFigures(empty, ['2026-03'])).toBe(false);
  expect(hasFigures({ ...empty, expenses: spent }, ['2026-02'])).toBe(false);
  expect(hasFigures({ ...empty, expenses: spent }, ['2026-02', '2026-03'])).toBe(true);
});
