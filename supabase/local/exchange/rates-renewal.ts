import type { Log } from '#local/server/log.ts';

const HOUR_MS = 60 * 60_000;
/** The bank publishes once a day; nobody should wait long for it. */
const EVERY_MS = 6 * HOUR_MS;
/** A server that starts has better things to do. */
const FIRST_AFTER_MS = 30_000;

export type RatesRenewal = { /** Ends it; a call that is under way is given up. */ stop(): Promise<void> };
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

async function ask({ address, serviceKey }: Deps, signal: AbortSignal): Promise<Outcome> {
  const headers = { apikey: serviceKey, authorization: `Bearer ${serviceKey}`, 'content-type': 'application/json' };
  const response = await fetch(`${address}/functions/v1/exchange-rates-update`, { method: 'POST', headers, body: '{}', signal });
  return (await response.json()) as Outcome;
}

/**
 * Has the reference exchange rates fetched every few hours, as hosted Supabase's scheduler does once a day. Without a network it says so
 * once, and tries again every hour; what is known stays. Where none are wanted nothing is asked.
 */
export function startRatesRenewal(deps: Deps): RatesRenewal {
  if (deps.source === 'off') return { stop: async () => undefined };
  const { log, firstAfterMs = FIRST_AFTER_MS, everyMs = EVERY_MS, retryMs = HOUR_MS } = deps;
  const ended = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let saidWhy = '';
  const renew = async (): Promise<void> => {
    const outcome = await ask(deps, ended.signal).catch((): Outcome => ({ error: 'no_answer' }));
    if (ended.signal.aborted) return;
    const why = outcome.error ? [outcome.error, outcome.detail].filter(Boolean).join(': ') : '';
    if (why !== '' && why !== saidWhy) log.info('exchange rates not renewed, tried again every hour', { why });
    if (why === '' && (outcome.changed ?? 0) > 0) log.info('exchange rates renewed', { newest: outcome.newest });
    saidWhy = why;
    timer = setTimeout(begin, why === '' ? everyMs : retryMs).unref();
  };
  const begin = (): void => {
    running = renew();
  };
  timer = setTimeout(begin, firstAfterMs).unref();
  return {
    async stop() {
      ended.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
