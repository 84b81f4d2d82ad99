/** Handles that several callers share: opened for the first, closed after the last. */
export type SharedHandles<K, V> = {
  acquire(key: K): Promise<V>;
  /** Resolves when the handle is closed, or at once while others still hold it. */
  release(key: K): Promise<void>;
  /** The number of holders. */
  holders(key: K): number;
};

type Entry<V> = { refs: number; value: Promise<V> };

/**
 * Opening twice at the same time gives the same handle; opening while the last one is still closing waits for it.
 * React's StrictMode mounts, unmounts and mounts again: RxDB refuses a second database of the same name (DB8).
 */
export function createSharedHandles<K, V>(parts: { open(key: K): Promise<V>; close(value: V): Promise<void> }): SharedHandles<K, V> {
  const entries = new Map<K, Entry<V>>();
  const closing = new Map<K, Promise<void>>();
  return {
    async acquire(key) {
      const existing = entries.get(key);
      if (existing) {
        existing.refs += 1;
        return existing.value;
      }
      const value = (closing.get(key) ?? Promise.resolve()).then(() => parts.open(key));
      const entry: Entry<V> = { refs: 1, value };
      entries.set(key, entry);
      value.catch(() => entries.get(key) === entry && entries.delete(key));
      return value;
    },
    async release(key) {
      const entry = entries.get(key);
      if (!entry) return closing.get(key);
      entry.refs -= 1;
      if (entry.refs > 0) return undefined;
      entries.delete(key);
      const closed = entry.value
        .then(
          (value) => parts.close(value),
          () => undefined,
        )
        .finally(() => {
          if (closing.get(key) === closed) closing.delete(key);
        });
      closing.set(key, closed);
      return closed;
    },
    holders: (key) => entries.get(key)?.refs ?? 0,
  };
}
