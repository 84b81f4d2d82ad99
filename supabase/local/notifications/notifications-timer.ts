import type { Database } from '#local/db/port.ts';
import type { Log } from '#local/server/log.ts';

const EVERY_MS = 60_000;

type Deps = {
  readonly db: Database;
  /** This server's own address. */ readonly address: string;
  readonly serviceKey: string;
  readonly log: Log;
  readonly everyMs?: number;
};
type Outcome = { readonly sent?: number; readonly later?: number; readonly failed?: number; readonly error?: string };
export type NotificationsTimer = { /** Ends it; a call that is under way is given up. */ stop(): Promise<void> };

async function send({ address, serviceKey }: Deps, signal: AbortSignal): Promise<Outcome> {
  const headers = { apikey: serviceKey, authorization: `Bearer ${serviceKey}`, 'content-type': 'application/json' };
  const response = await fetch(`${address}/functions/v1/notifications-send`, { method: 'POST', headers, body: '{}', signal });
  return (await response.json()) as Outcome;
}

/** Has sent what people are to hear of outside the app, once a minute while there is something, as hosted Supabase's scheduler does. */
export function startNotificationsTimer(deps: Deps): NotificationsTimer {
  const { db, log, everyMs = EVERY_MS } = deps;
  const ended = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const round = async (): Promise<void> => {
    try {
      const { rows } = await db.query('select private.has_notifications() as has');
      if (rows[0]?.['has'] !== true) return;
      const { error, failed = 0, later = 0 } = await send(deps, ended.signal);
      if (error) log.error('notifications not sent', { reason: error });
      if (failed > 0) log.error('notifications given up', { failed });
      if (later > 0) log.warn('notifications wait for another try', { later });
    } catch {
      if (!ended.signal.aborted) log.error('notifications not sent', { reason: 'no_answer' });
    }
  };
  const begin = (): void => {
    running = round().then(() => {
      if (!ended.signal.aborted) timer = setTimeout(begin, everyMs).unref();
    });
  };
  timer = setTimeout(begin, everyMs).unref();
  return {
    async stop() {
      ended.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
