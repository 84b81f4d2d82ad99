import { expect, test } from 'vitest';
import type { Landmark } from '#data/changes/sync-state.ts';
import { withLandmark } from './history.ts';

const MINUTE = 60_000;
/** One mark a minute, for so many minutes. */
const after = (minutes: number): readonly Landmark[] =>
  Array.from({ length: minutes }, (_, at) => at).reduce<readonly Landmark[]>(
    (past, at) => withLandmark(past, { mark: `m${at}`, at: at * MINUTE }),
    [],
  );

test('[SYNC-37] of the marks of sixty days some twenty stay, newest first, and none is much older than the moment it shall tell', () => {
  const DAYS = 60 * 24 * 60;
  const past = after(DAYS);
  expect(past.length).toBeLessThan(25);
  expect(past[0]).toEqual({ mark: `m${DAYS - 1}`, at: (DAYS - 1) * MINUTE });
  expect(past.at(-1)).toEqual({ mark: 'm0', at: 0 });
  for (const ago of [1, 10, 100, 1000, 10_000]) {
    const known = past.find(({ at }) => at <= (DAYS - 1 - ago) * MINUTE);
    expect(((DAYS - 1) * MINUTE - (known?.at ?? 0)) / MINUTE).toBeLessThan(4 * ago + 4);
  }
});

test('[SYNC-37] a mark that is told again stands once, with what the device has by now', () => {
  expect(withLandmark([{ mark: 'm', at: 1 }], { mark: 'm', at: 2 })).toEqual([{ mark: 'm', at: 2 }]);
});
