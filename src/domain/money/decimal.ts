/** A decimal number as an integer and a count of decimals: `12.5` is `{ digits: 125n, scale: 1 }`. */
export type Decimal = { readonly digits: bigint; readonly scale: number };

/** The size of a number, whatever its sign. */
export const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

/** Divides and rounds half away from zero, as invoices do: 2.5 → 3, −2.5 → −3. The denominator is positive. */
export function dividedRounded(numerator: bigint, denominator: bigint): bigint {
  const rounded = (2n * absolute(numerator) + denominator) / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
}

/** The decimal that a JSON number shows; no binary fraction gets in, so `1.005` is exactly 1.005. Throws for NaN and infinities. */
export function decimalOf(value: number): Decimal {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value));
  if (!match) throw new RangeError(`Not a finite number: ${value}`);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(sign + whole + fraction);
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** The same value with `scale` decimals, rounded half away from zero. */
export function rescaled({ digits, scale }: Decimal, to: number): bigint {
  return to >= scale ? digits * 10n ** BigInt(to - scale) : dividedRounded(digits, 10n ** BigInt(scale - to));
}

/** `125n` with one decimal → `"12.5"`, the form that SQL and JSON read. */
export function decimalText(digits: bigint, scale: number): string {
  const sign = digits < 0n ? '-' : '';
  const text = absolute(digits)
    .toString()
    .padStart(scale + 1, '0');
  return scale === 0 ? sign + text : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}
