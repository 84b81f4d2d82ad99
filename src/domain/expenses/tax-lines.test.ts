import { describe, expect, test } from 'vitest';
import { deductibleShare, type TaxLine, taxLinesOf } from './tax-line.ts';
import { taxFiguresOf, grossLine, leftOf, oneTaxLine, rateOfRest, taxLinesFault, turned } from './tax-lines.ts';

const line = (rate: number | null, net: number, tax: number, more: Partial<TaxLine> = {}): TaxLine => ({
  rate,
  net,
  tax,
  category: rate === null ? 'none' : 'domestic',
  country: 'DE',
  deductible_percent: 100,
  ...more,
});
const MEAL = [line(7, 10, 0.7), line(19, 10, 1.9), line(null, 0.4, 0)];
const faultOf = (lines: TaxLine[], amount: number, currency = 'EUR') => taxLinesFault(lines, { amount, currency });

describe('what a tax table may be', () => {
  test('its lines are the amount, to the last unit', () => {
    expect([faultOf(MEAL, 23), faultOf(MEAL, 23.01), faultOf([], 23)]).toEqual([null, 'sum', null]);
  });

  test('printed tax may be one minor unit off, whichever the currency', () => {
    expect([3.66, 3.67, 3.68, 3.69].map((tax) => faultOf([line(19, 19.33, tax)], 19.33 + tax))).toEqual([null, null, null, '0.tax']);
    expect([9, 10, 11, 12].map((tax) => faultOf([line(10, 100, tax)], 100 + tax, 'JPY'))).toEqual([null, null, null, '0.tax']);
    expect([0.099, 0.1, 0.101, 0.102].map((tax) => faultOf([line(10, 1, tax)], 1 + tax, 'KWD'))).toEqual([null, null, null, '0.tax']);
  });

  test('net and tax of a line have one sign, its lines may have different ones', () => {
    expect(faultOf([line(19, -0.02, 0.01)], -0.01)).toBe('0.tax');
    expect(faultOf([line(19, 10, 1.9), line(19, -2.1, -0.4)], 9.4)).toBeNull();
  });

  test('only domestic tax and that at customs has a rate', () => {
    expect(faultOf([line(null, 10, 0, { category: 'import' })], 10)).toBe('0.rate');
    expect(faultOf([line(19, 10, 1.9, { category: 'reverse_charge' })], 11.9)).toBe('0.rate');
    expect(faultOf([line(null, 9, 1, { category: 'eu_acquisition' })], 10)).toBe('0.tax');
  });
});

test('an app that knows one rate is shown the rate that all lines have, and all of the tax', () => {
  expect(taxFiguresOf(MEAL, 'EUR')).toEqual({ tax_rate: null, tax_amount: 2.6 });
  expect(taxFiguresOf([line(19, 10, 1.9), line(19, 1, 0.19)], 'EUR')).toEqual({ tax_rate: 19, tax_amount: 2.09 });
  expect(taxFiguresOf([], 'EUR')).toEqual({ tax_rate: null, tax_amount: 0 });
});

test('one rate makes one line, no tax on the receipt none; the rest of an amount is what no line has', () => {
  expect(oneTaxLine({ amount: 119, tax_rate: 19, currency: 'EUR' }, 'AT')).toEqual([line(19, 100, 19, { country: 'AT' })]);
  expect(oneTaxLine({ amount: 119, tax_rate: null, currency: 'EUR' }, 'AT')).toEqual([]);
  expect(leftOf([grossLine(10.7, { rate: 7, currency: 'EUR', country: '' })], { amount: 23, currency: 'EUR' })).toBe(1230n);
});

test('beside reduced rates the rest of a receipt begins with the standard one, beside anything else without tax', () => {
  const rest = (...lines: TaxLine[]) => rateOfRest(lines, 19);
  expect([rest(line(7, 10, 0.7)), rest(line(7, 10, 0.7), line(7, 1, 0.07))]).toEqual([19, 19]);
  for (const other of [line(19, 10, 1.9), line(0, 10, 0), line(null, 1, 0), line(20, 10, 2), line(7, 10, 0.7, { category: 'import' })])
    expect(rest(line(7, 10, 0.7), other)).toBeNull();
  expect([rest(), rateOfRest([line(7, 10, 0.7)], null)]).toEqual([null, null]);
});

test('older figures that contradict themselves count as on paper', () => {
  const older = { amount: 120, tax_rate: 19, tax_amount: 500, currency: 'EUR' };
  expect(taxLinesOf({ ...older, tax_lines: [] })).toEqual([line(19, -380, 500, { country: '' })]);
  expect(taxLinesOf(older)).toEqual([line(19, -380, 500, { country: '' })]);
});

test('the deductible share is rounded per line, away from zero, and a table turned takes back as much', () => {
  const half = line(19, 0.53, 0.1, { deductible_percent: 45 });
  expect(deductibleShare(half, 'EUR')).toBe(5n);
  expect(turned([half, half]).map((each) => deductibleShare(each, 'EUR'))).toEqual([-5n, -5n]);
  expect(Object.is(turned([line(null, 1, 0)])[0]?.tax, 0)).toBe(true);
});
