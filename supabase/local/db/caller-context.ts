import type { Caller } from './port.ts';

/** Quoted whatever the session says of backslashes. */
const literal = (text: string): string => {
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return quoted.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted;
};

/**
 * The statement that makes the current transaction the caller's: role, claims and further settings, all transaction-local. A text without
 * parameters: it goes with the one that begins the transaction, and the embedded engine takes a third of the time for it.
 */
export function callerContext({ role, claims, settings = {} }: Caller): string {
  const all = { role, 'request.jwt.claims': JSON.stringify(claims), ...settings };
  const calls = Object.entries(all).map(([name, value]) => `set_config(${literal(name)}, ${literal(value)}, true)`);
  return `select ${calls.join(', ')}`;
}
