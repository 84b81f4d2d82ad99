/** The end of an axis: the next round number (one digit and zeros) above the value; 1 for nothing. */
export function roundedUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return Math.ceil(value / power) * power;
}

export type Axis = {
  readonly low: number;
  readonly high: number;
  /** Where it is ruled, the highest first. */ readonly lines: readonly number[];
  /** How far below the top a value stands, 0 to 1. */ readonly share: (value: number) => number;
};

/** An axis that holds all of these and zero. */
export function axisOf(values: readonly number[]): Axis {
  const lowest = Math.min(0, ...values);
  const [low, high] = [lowest < 0 ? -roundedUp(-lowest) : 0, roundedUp(Math.max(0, ...values))];
  // Where little lies below zero, its rule would stand on that of zero.
  const lines = low === 0 ? [high, high / 2, 0] : -low < high / 5 ? [high, 0] : -low > high * 5 ? [0, low] : [high, 0, low];
  return { low, high, lines, share: (value) => (high - value) / (high - low) };
}

/** Which of `count` equal parts a place between 0 (left) and 1 (right) lies in. */
export const placeAt = (share: number, count: number): number => Math.min(count - 1, Math.max(0, Math.floor(share * count)));
