import fc from 'fast-check';
import { EXPENSE_TAX_CATEGORIES } from '#domain/expenses/tax-line.ts';
import { fromMinor, taxOnNet, toMinor } from '#domain/money/money.ts';

/** Tax tables of every category, sign and decimals, and what they are about; some are wrong by a minor unit or two, or by a rate. */
export const taxTable = fc
  .record({
    currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
    off: fc.constantFrom(0n, 0n, 0n, 1n, -1n),
    lines: fc.array(
      fc.record({
        minor: fc.oneof(fc.integer({ min: -500, max: 500 }), fc.integer({ min: -999_999_999, max: 999_999_999 })),
        rate: fc.constantFrom<(number | null)[]>(null, 0, 7, 19, 5.5, 33.333, 100),
        off: fc.constantFrom(0n, 0n, 1n, -1n, 2n, -2n),
        category: fc.constantFrom(...EXPENSE_TAX_CATEGORIES, 'domestic' as const, 'domestic' as const),
        deductible_percent: fc.constantFrom(0, 50, 100, 33.3, 0.0001),
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ currency, off, lines: drawn }) => {
    const lines = drawn.map(({ minor, rate, off: its, category, deductible_percent }) => {
      const net = fromMinor(BigInt(minor), currency);
      const tax = rate === null ? 0n : toMinor(taxOnNet(net, rate, currency), currency) + its;
      return { rate, net, tax: fromMinor(tax, currency), category, country: '', deductible_percent };
    });
    const sum = lines.reduce((all, { net, tax }) => all + toMinor(net, currency) + toMinor(tax, currency), BigInt(off));
    return { currency, lines, amount: fromMinor(sum, currency) };
  });
