/** The end of an axis: the next round number (one digit and zeros) above the value; 1 for nothing. */
export function roundedUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return Math.ceil(value / power) * power;
}

/** Lowest and highest value of an axis that holds all of these and zero. */
export function axisOf(values: readonly number[]): { readonly low: number; readonly high: number } {
  const lowest = Math.min(0, ...values);
  return { low: lowest < 0 ? -roundedUp(-lowest) : 0, high: roundedUp(Math.max(0, ...values)) };
}
