import { useCallback } from 'react';
import type { CurrencyTotals } from '#domain/money/currency-totals.ts';
import { fromMinor } from '#domain/money/money.ts';
import { useFormat } from '#platform/i18n/use-format.ts';

/** Sums by currency as people read them: `€1,234.50 · CHF 80.00`. */
export function useTotalsText(): (totals: Pick<CurrencyTotals, 'sums'>) => string {
  const format = useFormat();
  return useCallback(
    ({ sums }) =>
      [...sums]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([currency, minor]) => format.money(fromMinor(minor, currency), currency))
        .join(' · '),
    [format],
  );
}
