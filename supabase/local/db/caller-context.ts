import type { Caller } from './port.ts';

/** The statement that makes the current transaction the caller's: role, claims and further settings, all transaction-local. */
export function callerContext(caller: Caller): { sql: string; params: string[] } {
  const settings = Object.entries(caller.settings ?? {});
  const calls = ["set_config('role', $1, true)", "set_config('request.jwt.claims', $2, true)"];
  const params: string[] = [caller.role, JSON.stringify(caller.claims)];
  for (const [name, value] of settings) {
    params.push(name, value);
    calls.push(`set_config($${params.length - 1}, $${params.length}, true)`);
  }
  return { sql: `select ${calls.join(', ')}`, params };
}
