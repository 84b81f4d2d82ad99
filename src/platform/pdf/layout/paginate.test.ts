import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { paginate } from './paginate.ts';

const room = { first: 100, next: 150, carry: 10, tail: 40 };
const heights = fc.array(fc.integer({ min: 5, max: 139 }), { maxLength: 80 });
const rooms = fc.record({
  first: fc.integer({ min: 0, max: 150 }),
  next: fc.constant(150),
  carry: fc.integer({ min: 0, max: 10 }),
  tail: fc.integer({ min: 10, max: 140 }),
});
const heightOf = (all: readonly number[], { from, to }: { from: number; to: number }) =>
  all.slice(from, to).reduce((sum, height) => sum + height, 0);

describe('page breaks', () => {
  test('every row stands on one page, in its order', () => {
    fc.assert(
      fc.property(heights, rooms, (rows, space) => {
        const pages = paginate(rows, space);
        expect(pages.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index))).toEqual(
          rows.map((_, index) => index),
        );
      }),
    );
  });

  test('no page is fuller than its room, with the carried total on all but the last and the tail on the last', () => {
    fc.assert(
      fc.property(heights, rooms, (rows, space) => {
        const pages = paginate(rows, space);
        for (const [page, range] of pages.entries()) {
          const isLast = page === pages.length - 1;
          const below = isLast ? space.tail : range.to < rows.length && range.to > range.from ? space.carry : 0;
          const limit = page === 0 ? space.first : space.next;
          expect(heightOf(rows, range) + (range.to === range.from && !isLast ? 0 : below)).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });

  test('the tail takes a row along, so that totals never stand alone', () => {
    expect(paginate([30, 30, 30], room)).toEqual([
      { from: 0, to: 2 },
      { from: 2, to: 3 },
    ]);
  });

  test('what fits with its tail stays on one page', () => {
    expect(paginate([30, 30], room)).toEqual([{ from: 0, to: 2 }]);
  });

  test('a single row that leaves no room for the tail is followed by it on the next page', () => {
    expect(paginate([80], room)).toEqual([
      { from: 0, to: 1 },
      { from: 1, to: 1 },
    ]);
  });

  test('a first page without room for a row stays without rows', () => {
    expect(paginate([120], room)[0]).toEqual({ from: 0, to: 0 });
  });

  test('a document without items has a page', () => {
    expect(paginate([], room)).toEqual([{ from: 0, to: 0 }]);
  });
});
