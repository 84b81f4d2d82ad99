import { systemClock } from '#platform/clock/clock.ts';
import { localStore } from '#platform/storage/web-storage.ts';
import { createLogMemory, type LogLevel } from './log-memory.ts';

type Fact = string | number | boolean | null | undefined;
export type LogFacts = Readonly<Record<string, unknown>>;

/**
 * The console, made safe: an event name and facts. Texts pass only when they look like a code, a name of a table or an id;
 * everything else (names, mails, tokens, messages of foreign errors) is replaced by its length.
 */
export function createLog(write: (level: LogLevel, line: string, facts: Record<string, Fact>) => void) {
  const at =
    (level: LogLevel) =>
    (event: string, facts: LogFacts = {}) =>
      write(level, event, safeFacts(facts));
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
export type Log = ReturnType<typeof createLog>;

/** What the system log shows. */
export const logMemory = createLogMemory(localStore, systemClock);

export const log: Log = createLog((level, line, facts) => {
  console[level](line, facts);
  logMemory.add(level, line, facts);
});

function safeFacts(facts: LogFacts): Record<string, Fact> {
  return Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [key, /token|secret|password|authorization|cookie/i.test(key) ? '[hidden]' : safe(value)]),
  );
}

function safe(value: unknown): Fact {
  if (value === null || value === undefined || typeof value === 'number' || typeof value === 'boolean') return value;
  if (value instanceof Error) return safe(codeOf(value));
  if (typeof value !== 'string') return `[${Array.isArray(value) ? 'array' : typeof value}]`;
  return /^[\w:./-]{1,64}$/.test(value) && !/^ey[\w-]+\./.test(value) ? value : `[text ${value.length}]`;
}

function codeOf(error: Error): string {
  const { code, status } = error as { code?: unknown; status?: unknown };
  const detail = [code, status].filter((part) => typeof part === 'string' || typeof part === 'number').join(':');
  return detail ? `${error.name}:${detail}` : error.name;
}
