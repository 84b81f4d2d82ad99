import { decimalOf, decimalText, rescaled } from '#domain/money/decimal.ts';

/** Quantities have four decimals at most. */
const SCALE = 4;

export const sumOfQuantities = (quantities: readonly number[]): number =>
  Number(
    decimalText(
      quantities.reduce((sum, quantity) => sum + rescaled(decimalOf(quantity), SCALE), 0n),
      SCALE,
    ),
  );
