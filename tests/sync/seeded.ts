/** A repeatable source of chance (mulberry32). */
export type Chance = {
  (): number;
  pick<T>(from: readonly T[]): T;
  within(limit: number): number;
};

export function seeded(seed: number): Chance {
  let a = seed | 0;
  const next = () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const within = (limit: number) => Math.floor(next() * limit);
  return Object.assign(next, { within, pick: <T>(from: readonly T[]): T => from[within(from.length)] as T });
}
