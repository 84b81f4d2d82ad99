import { AsyncLocalStorage } from 'node:async_hooks';

/** Facts for the person who runs the server. Never a secret, a token or what a customer typed. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;
export type Log = {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
};

type Level = keyof Log;
const RANK: Readonly<Record<Level, number>> = { info: 0, warn: 1, error: 2 };
/** `text` for people at a terminal; `json` for programs, with a line for each request. */
export type LogFormat = 'text' | 'json';

const current = new AsyncLocalStorage<string>();
/** Runs what belongs to one request: every line that is logged meanwhile names it. */
export const inRequest = <T>(requestId: string, run: () => T): T => current.run(requestId, run);
/** The request that is being answered; undefined for what the server does by itself. */
export const currentRequest = (): string | undefined => current.getStore();

const asText = (level: Level, message: string, fields: LogFields): string => {
  const words = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${String(value)}`]));
  return [...(level === 'info' ? [] : [`${level === 'warn' ? 'warning' : level}:`]), message, ...words].join(' ');
};
const asJson = (level: Level, message: string, fields: LogFields): string =>
  JSON.stringify({ time: new Date().toISOString(), level, message, requestId: currentRequest(), ...fields });

/** Writes lines from a level on, on stderr: stdout speaks to the person who started the server. */
export function createLog(
  { format, level }: { format: LogFormat; level: Level },
  write = (line: string) => process.stderr.write(line),
): Log {
  const tell =
    (of: Level) =>
    (message: string, fields: LogFields = {}): void => {
      if (RANK[of] >= RANK[level]) write(`${(format === 'json' ? asJson : asText)(of, message, fields)}\n`);
    };
  return { info: tell('info'), warn: tell('warn'), error: tell('error') };
}

/** Hands every line to a second log, too. */
export const alsoTo = (log: Log, second: Log): Log => {
  const both =
    (level: Level) =>
    (message: string, fields?: LogFields): void => {
      log[level](message, fields);
      second[level](message, fields);
    };
  return { info: both('info'), warn: both('warn'), error: both('error') };
};

/** For tests that don't look at the log. */
export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
