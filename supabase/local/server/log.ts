/** Facts for the person who runs the server. Never a secret, a token or what a customer typed. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;
export type Log = {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
};

const line = (message: string, fields: LogFields = {}): string =>
  [message, ...Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${String(value)}`]))].join(' ');

/** Warnings and errors on stderr, the rest on stdout. */
export const consoleLog: Log = {
  info: (message, fields) => void process.stdout.write(`${line(message, fields)}\n`),
  warn: (message, fields) => void process.stderr.write(`warning: ${line(message, fields)}\n`),
  error: (message, fields) => void process.stderr.write(`error: ${line(message, fields)}\n`),
};

/** For tests that don't look at the log. */
export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
