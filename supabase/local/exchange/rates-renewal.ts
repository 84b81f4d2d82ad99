import type { Log } from '#local/server/log.ts';
import { callAsScheduler, type Schedule, schedule } from '#local/server/scheduled-call.ts';

const HOUR_MS = 60 * 60_000;
/** The bank publishes once a day; nobody should wait long for it. */
const EVERY_MS = 6 * HOUR_MS;
/** A server that starts has better things to do. */
const FIRST_AFTER_MS = 30_000;

type Deps = {
  /** Where rates come from, as the operator wishes: `off` nowhere, null the European Central Bank. */ readonly source: string | null;
  /** This server's own address. */ readonly address: string;
  readonly serviceKey: string;
  readonly log: Log;
  readonly firstAfterMs?: number;
  readonly everyMs?: number;
  readonly retryMs?: number;
};
type Outcome = {
  readonly changed?: number;
  readonly newest?: string;
  readonly error?: string;
  readonly detail?: string;
};

/**
 * Has the reference exchange rates fetched every few hours, as hosted Supabase's scheduler does once a day. Without a network it says so
 * once, and tries again every hour; what is known stays. Where none are wanted nothing is asked.
 */
export function startRatesRenewal(deps: Deps): Schedule {
  if (deps.source === 'off') return { stop: async () => undefined };
  const { log, firstAfterMs = FIRST_AFTER_MS, everyMs = EVERY_MS, retryMs = HOUR_MS } = deps;
  let saidWhy = '';
  return schedule(firstAfterMs, async (signal) => {
    const outcome = await callAsScheduler<Outcome>(deps, 'exchange-rates-update', signal).catch((): Outcome => ({ error: 'no_answer' }));
    if (signal.aborted) return everyMs;
    const why = outcome.error ? [outcome.error, outcome.detail].filter(Boolean).join(': ') : '';
    if (why !== '' && why !== saidWhy) log.info('exchange rates not renewed, tried again every hour', { why });
    if (why === '' && (outcome.changed ?? 0) > 0) log.info('exchange rates renewed', { newest: outcome.newest });
    saidWhy = why;
    return why === '' ? everyMs : retryMs;
  });
}
