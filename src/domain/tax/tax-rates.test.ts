import { expect, test } from 'vitest';
import { taxRatesFor } from './tax-rates.ts';

test("a country's own rates come first and are not repeated below", () => {
  const { own, others } = taxRatesFor('DE');
  expect(own).toEqual([19, 7, 0]);
  expect(others).toContain(20);
  expect(others.some((rate) => own.includes(rate))).toBe(false);
});

test('an unknown country is offered every rate', () => {
  expect(taxRatesFor('JP').own).toEqual([]);
  expect(taxRatesFor('JP').others).toContain(19);
});
