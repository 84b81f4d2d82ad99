import { expect, test } from 'vitest';
import { createIdSource, randomBytes } from './ids.ts';

const uuidv7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('an id is a version 7 UUID that starts with the time it was made', () => {
  const id = createIdSource({ nowMs: () => 0x018f_0000_abcd, randomBytes }).newId();
  expect(id).toMatch(uuidv7);
  expect(id.slice(0, 13)).toBe('018f0000-abcd');
});

test('ids keep growing within one millisecond, past the counter and when the clock is set back', () => {
  let now = 1_700_000_000_000;
  const source = createIdSource({ nowMs: () => now, randomBytes });
  const ids = Array.from({ length: 10_000 }, (_, n) => {
    if (n === 5_000) now -= 60_000;
    return source.newId();
  });
  expect(ids.every((id) => uuidv7.test(id))).toBe(true);
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});
