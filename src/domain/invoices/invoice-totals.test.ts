import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumOf } from '#domain/money/money.ts';
import { invoiceTotals, lineNet, type PricedItem } from './invoice-totals.ts';

const line = (more: Partial<PricedItem>): PricedItem => ({ quantity: 1, unit_price: 100, discount_percent: 0, tax_rate: 19, ...more });
const standard = { currency: 'EUR', taxMode: 'standard' } as const;

const item = fc.record({
  quantity: fc.integer({ min: -99_999, max: 99_999 }).map((digits) => Number(`${digits}e-4`)),
  unit_price: fc.integer({ min: -9_999_999, max: 9_999_999 }).map((digits) => Number(`${digits}e-3`)),
  discount_percent: fc.constantFrom(0, 2.5, 33.333, 100),
  tax_rate: fc.constantFrom(0, 7, 19, 5.5),
});
const items = fc.array(item, { maxLength: 12 });
const currency = fc.constantFrom('EUR', 'JPY', 'KWD');

test.each([
  [{ quantity: 3, unit_price: 33.33 }, 'EUR', 99.99],
  [{ quantity: 1, unit_price: 1.005 }, 'EUR', 1.01],
  [{ quantity: -1, unit_price: 1.005 }, 'EUR', -1.01],
  [{ quantity: 0.3333, unit_price: 0.0015 }, 'KWD', 0],
  [{ quantity: 1, unit_price: 10, discount_percent: 33.333 }, 'EUR', 6.67],
  [{ quantity: 5, unit_price: 0.1 }, 'JPY', 1],
  [{ quantity: 9_999_999, unit_price: 999.9999 }, 'EUR', 9_999_998_000.0],
] as const)('the line %j in %s is %d net', (values, code, expected) => {
  expect(lineNet(line(values), code)).toBeCloseTo(expected, 2);
});

test('tax is rounded once per rate, on the sum of its lines, highest rate first', () => {
  const three = [
    line({ unit_price: 33.33, tax_rate: 7 }),
    line({ unit_price: 33.33, tax_rate: 7 }),
    line({ unit_price: 33.33, tax_rate: 19 }),
  ];
  expect(invoiceTotals(three, standard)).toEqual({
    net_total: 99.99,
    tax_total: 11,
    gross_total: 110.99,
    tax_breakdown: [
      { tax_rate: 19, tax_category: 'S', net: 33.33, tax: 6.33 },
      { tax_rate: 7, tax_category: 'S', net: 66.66, tax: 4.67 },
    ],
    line_nets: [33.33, 33.33, 33.33],
  });
});

test.each(['small_business', 'reverse_charge'] as const)('%s bears no tax, whatever the lines say', (taxMode) => {
  expect(invoiceTotals([line({}), line({ tax_rate: 7 })], { currency: 'EUR', taxMode })).toMatchObject({
    tax_total: 0,
    gross_total: 200,
    tax_breakdown: [{ tax_rate: 0, tax_category: taxMode === 'reverse_charge' ? 'AE' : 'E', net: 200, tax: 0 }],
  });
});

test('an invoice without lines is zero', () => {
  expect(invoiceTotals([], standard)).toEqual({ net_total: 0, tax_total: 0, gross_total: 0, tax_breakdown: [], line_nets: [] });
});

test('the parts add up: lines to net, rates to net and tax, both to gross', () => {
  fc.assert(
    fc.property(items, currency, (lines, code) => {
      const totals = invoiceTotals(lines, { currency: code, taxMode: 'standard' });
      const { net_total, tax_total, gross_total, tax_breakdown, line_nets } = totals;
      expect(sumOf(line_nets, code)).toBe(net_total);
      expect(
        sumOf(
          tax_breakdown.map(({ net }) => net),
          code,
        ),
      ).toBe(net_total);
      expect(
        sumOf(
          tax_breakdown.map(({ tax }) => tax),
          code,
        ),
      ).toBe(tax_total);
      expect(sumOf([net_total, tax_total], code)).toBe(gross_total);
    }),
  );
});

test('a cancellation is exactly the opposite', () => {
  fc.assert(
    fc.property(items, currency, (lines, code) => {
      const options = { currency: code, taxMode: 'standard' } as const;
      const [one, other] = [
        invoiceTotals(lines, options),
        invoiceTotals(
          lines.map((each) => ({ ...each, quantity: -each.quantity })),
          options,
        ),
      ];
      return sumOf([one.gross_total, other.gross_total], code) === 0 && sumOf([one.tax_total, other.tax_total], code) === 0;
    }),
  );
});

test('the order of lines changes nothing but their places', () => {
  fc.assert(
    fc.property(items, (lines) => {
      const [one, other] = [invoiceTotals(lines, standard), invoiceTotals(lines.toReversed(), standard)];
      expect({ ...other, line_nets: other.line_nets.toReversed() }).toEqual(one);
    }),
  );
});
