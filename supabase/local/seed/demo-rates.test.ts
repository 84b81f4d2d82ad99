import { expect, test } from 'vitest';
import { demoRates } from './demo-rates.ts';

const rows = demoRates(2024, 2026);

test('the demo has rates of every working day and of no other', () => {
  const weekdays = new Set(rows.map(({ day }) => new Date(`${day}T00:00:00Z`).getUTCDay()));
  expect(weekdays).toEqual(new Set([1, 2, 3, 4, 5]));
  expect([rows.length, rows[0]?.day, rows.at(-1)?.day]).toEqual([262 + 261 + 261, '2024-01-01', '2026-12-31']);
});

test('its rates move by little from day to day, also where a year begins, and say that they are made up', () => {
  for (const [n, { rates, source }] of rows.entries()) {
    const before = rows[n - 1]?.rates ?? rates;
    const steps = Object.entries(rates).map(([currency, rate]) => Math.abs(Number(rate) / Number(before[currency]) - 1));
    expect(Math.max(...steps)).toBeLessThan(0.005);
    expect(source).toBe('example');
  }
});
