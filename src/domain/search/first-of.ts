/**
 * The first `limit` of many in an order, kept while they are gone through: nothing else of them is held or put in order. Among equals the one that
 * was added first comes first.
 */
export function firstOf<T>(limit: number, compare: (a: T, b: T) => number) {
  const kept: T[] = [];
  /** What does not come before it is not among the first. */
  let last: T | undefined;
  function cut(): void {
    kept.sort(compare);
    kept.length = Math.min(kept.length, limit);
  }
  return {
    add(item: T): void {
      if (last !== undefined && compare(item, last) >= 0) return;
      kept.push(item);
      if (kept.length <= 2 * limit) return;
      cut();
      last = kept.at(-1);
    },
    all(): readonly T[] {
      cut();
      return kept;
    },
  };
}
