import type { KeyValueStore } from '#platform/storage/web-storage.ts';
import type { Clock, TimerId } from '#platform/clock/clock.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
/** One line of the log with its facts made safe. */
export type LogLine = {
  /** ISO UTC. */ readonly at: string;
  readonly level: LogLevel;
  readonly event: string;
  readonly facts: Readonly<Record<string, string | number | boolean | null | undefined>>;
};

export const LOG_KEY = 'kontor-log';
/** About 40 kB; more would be read by nobody. */
export const LOG_KEPT = 300;
const WRITE_AFTER_MS = 1_000;

/**
 * The newest lines of this browser's tabs. In the browser's simple storage, not in a database: a database that does not open is what the
 * log has to tell of.
 */
export function createLogMemory(store: KeyValueStore, clock: Pick<Clock, 'now' | 'setTimeout'>) {
  const listeners = new Set<() => void>();
  let mine: LogLine[] = [];
  let timer: TimerId | undefined;
  let shown: readonly LogLine[] | undefined;

  /** Other tabs write too, so what is stored is read again before it is replaced. */
  function flush(): void {
    timer = undefined;
    // Where nothing may be stored, as after a sign-out, the lines stay in this tab.
    if (mine.length > 0 && store.set(LOG_KEY, JSON.stringify([...stored(), ...mine].slice(-LOG_KEPT)))) mine = [];
  }

  function stored(): LogLine[] {
    try {
      const value: unknown = JSON.parse(store.get(LOG_KEY) ?? '[]');
      return Array.isArray(value) ? value.filter(isLine) : [];
    } catch {
      return [];
    }
  }

  const changed = () => {
    shown = undefined;
    for (const listener of listeners) listener();
  };

  return {
    add(level: LogLevel, event: string, facts: LogLine['facts']): void {
      mine = [...mine, { at: clock.now().toISOString(), level, event, facts }].slice(-LOG_KEPT);
      timer ??= clock.setTimeout(flush, WRITE_AFTER_MS);
      changed();
    },
    /** Newest first. */
    read: (): readonly LogLine[] => (shown ??= [...stored(), ...mine].slice(-LOG_KEPT).reverse()),
    clear(): void {
      mine = [];
      store.remove(LOG_KEY);
      changed();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function isLine(value: unknown): value is LogLine {
  const { at, level, event, facts } = (value ?? {}) as Record<string, unknown>;
  return typeof at === 'string' && typeof level === 'string' && typeof event === 'string' && typeof facts === 'object' && facts !== null;
}
