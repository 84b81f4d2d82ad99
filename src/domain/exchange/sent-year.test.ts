import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readSentYear } from './sent-year.ts';

const sent = {
  year: 2026,
  source: 'ecb',
  version: '2026-01-06',
  days: ['01-02', '01-05', '01-06'],
  rates: { USD: { places: 4, steps: [10_834, -4, null] }, JPY: { places: 0, steps: [null, 160, 1] } },
};

test('a year comes as steps and is read as rates', () => {
  expect(readSentYear(sent)?.rates).toEqual({ USD: ['1.0834', '1.0830', null], JPY: [null, '160', '161'] });
});

test('no rates are null, and what makes no sense is refused', () => {
  expect(readSentYear(null)).toBeNull();
  for (const part of [
    { source: 'me' },
    { days: ['2026-01-02'] },
    { rates: { USD: { places: -1, steps: [] } } },
    { rates: { USD: ['1.08'] } },
  ])
    expect(() => readSentYear({ ...sent, ...part })).toThrow(z.core.$ZodError);
});
