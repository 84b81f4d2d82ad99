import type { Log, LogFields } from '#local/server/log.ts';

/** A warning or an error, as the log has it. */
export type Told = { readonly at: Date; readonly level: 'warn' | 'error'; readonly message: string; readonly fields: LogFields };

const KEPT = 20;

/** Keeps the newest warnings and errors for the person who looks. */
export function createRecentLog(now: () => Date): { readonly log: Log; /** Newest first. */ told(): readonly Told[] } {
  const told: Told[] = [];
  const keep =
    (level: Told['level']) =>
    (message: string, fields: LogFields = {}): void => {
      told.unshift({ at: now(), level, message, fields });
      told.length = Math.min(told.length, KEPT);
    };
  return { log: { info: () => undefined, warn: keep('warn'), error: keep('error') }, told: () => told };
}
