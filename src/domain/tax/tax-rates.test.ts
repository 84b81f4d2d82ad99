import { describe, expect, test } from 'vitest';
import { isKnownRate, isRateInForce, offeredRates, ratesOf, standardRate } from './tax-rates.ts';
import table from './tax-rates.json' with { type: 'json' };
import { EU_MEMBERS } from './tax-territory.ts';

describe('rates of a country on a day', () => {
  test.each([
    ['DE', '2017-01-01', [19, 7]],
    ['DE', '2020-06-30', [19, 7]],
    ['DE', '2020-07-01', [16, 5]],
    ['DE', '2020-12-31', [16, 5]],
    ['DE', '2021-01-01', [19, 7]],
    ['AT', '2021-06-01', [20, 13, 10, 5]],
    ['AT', '2022-01-01', [20, 13, 10]],
    ['CH', '2017-06-01', [8, 3.8, 2.5]],
    ['CH', '2023-12-31', [7.7, 3.7, 2.5]],
    ['CH', '2024-01-01', [8.1, 3.8, 2.6]],
    ['GB', '2021-12-01', [20, 12.5, 5]],
    ['EE', '2025-07-01', [24, 13, 9]],
    ['JP', '2026-01-01', []],
    ['DE', '1990-01-01', []],
  ])('%s on %s', (country, day, rates) => {
    expect(ratesOf(country, day)).toEqual(rates);
    expect(standardRate(country, day)).toBe(rates[0] ?? null);
  });

  test('a rate of another time or of another country is not in force, a regional one is', () => {
    expect([isRateInForce('DE', 19, '2020-08-01'), isRateInForce('DE', 20, '2026-01-01')]).toEqual([false, false]);
    expect([isRateInForce('DE', 16, '2020-08-01'), isRateInForce('AT', 19, '2026-01-01')]).toEqual([true, true]);
  });

  test('where the table does not reach nothing is denied', () => {
    expect([isRateInForce('JP', 10, '2026-01-01'), isRateInForce('DE', 15, '1995-01-01')]).toEqual([true, true]);
  });

  test('a rate that was once in force somewhere is known, 99 % is not', () => {
    expect([isKnownRate(16), isKnownRate(12.5), isKnownRate(0.9), isKnownRate(99)]).toEqual([true, true, true, false]);
  });
});

describe('what a form offers', () => {
  test("a country's own rates of the day come first and are not repeated below", () => {
    const { own, others } = offeredRates('DE', '2026-01-01');
    expect(own).toEqual([19, 7, 0]);
    expect(others).toContain(20);
    expect(others.some((rate) => own.includes(rate))).toBe(false);
    expect(offeredRates('DE', '2020-08-01').own).toEqual([16, 5, 0]);
  });

  test('an unknown country is offered every rate', () => {
    expect(offeredRates('JP', '2026-01-01').own).toEqual([]);
    expect(offeredRates('JP', '2026-01-01').others).toEqual(expect.arrayContaining([0, 19]));
  });
});

describe('the table', () => {
  const countries: Record<string, readonly { from: string; rates: readonly number[] }[]> = table.countries;

  test('knows every member of the EU, the United Kingdom, Switzerland and Liechtenstein since 2017 at the latest', () => {
    expect(Object.keys(countries).toSorted()).toEqual([...EU_MEMBERS, 'CH', 'GB', 'LI'].toSorted());
    for (const [country, periods] of Object.entries(countries))
      expect([country, (periods[0]?.from ?? '') <= '2017-01-01']).toEqual([country, true]);
  });

  test('has its periods in order, each with other rates than the one before, the standard rate being the highest', () => {
    for (const [country, periods] of Object.entries(countries))
      for (const [i, { from, rates }] of periods.entries()) {
        const before = periods[i - 1];
        expect([country, from, before === undefined || before.from < from]).toEqual([country, from, true]);
        expect(rates).not.toEqual(before?.rates);
        expect(rates).toEqual([...new Set(rates)].sort((a, b) => b - a));
        expect(rates.every((rate) => rate > 0)).toBe(true);
      }
  });
});
