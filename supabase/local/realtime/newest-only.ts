/** Between two messages about one thing of which only the newest version counts; longer where many hear it, for each of them may ask then. */
const REST_MS = 250;
const MORE_PER_HEARER_MS = 3;

/**
 * For changes of which only the newest counts: lets the first of a thing through and keeps the newest of those that follow until it has
 * rested. Then it is due, and `onDue` is called.
 */
export function createPace<Change>(nameOf: (change: Change) => string, onDue: () => void) {
  const told = new Map<string, { newest: Change | null; timer?: NodeJS.Timeout }>();
  const due: Change[] = [];
  const isNow = (change: Change): boolean => {
    const before = told.get(nameOf(change));
    if (before) before.newest = change;
    else told.set(nameOf(change), { newest: null });
    return !before;
  };
  const restOne = (name: string, ms: number): void => {
    const one = told.get(name);
    if (!one) return;
    clearTimeout(one.timer);
    one.timer = setTimeout(() => {
      const { newest } = one;
      one.newest = null;
      if (newest === null) return void told.delete(name);
      due.push(newest);
      onDue();
    }, ms);
    one.timer.unref();
  };
  return {
    /** Whether it is to be told now; if not, it is kept. After it was tried, it has to `rest`. */
    isNow,
    /** They were told, to so many in all, or could not be. */
    rest(changes: readonly Change[], hearers: number): void {
      for (const change of changes) restOne(nameOf(change), REST_MS + MORE_PER_HEARER_MS * hearers);
    },
    /** What has rested and has news. */
    due: (): Change[] => due.splice(0),
    /** They were due and could not be told: they are again after the rest, unless there is something newer. */
    keep(changes: readonly Change[]): void {
      for (const change of changes) {
        const one = told.get(nameOf(change));
        if (one) one.newest ??= change;
      }
    },
    stop: (): void => told.forEach(({ timer }) => clearTimeout(timer)),
  };
}
