import { useCallback } from 'react';
import { fromMinor } from '#domain/money/money.ts';
import { useFormat } from '#platform/i18n/use-format.ts';

/** An amount in minor units as people read it. */
export function useMinorText(currency: string): (minor: bigint) => string {
  const format = useFormat();
  return useCallback((minor) => format.money(fromMinor(minor, currency), currency), [format, currency]);
}
