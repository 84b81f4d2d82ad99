import type { Database } from '#local/db/port.ts';
import type { Log } from '#local/server/log.ts';
import { callAsScheduler, type Schedule, schedule } from '#local/server/scheduled-call.ts';

const EVERY_MS = 60_000;

type Deps = {
  readonly db: Database;
  /** This server's own address. */ readonly address: string;
  readonly serviceKey: string;
  readonly log: Log;
  readonly everyMs?: number;
};
type Outcome = { readonly sent?: number; readonly later?: number; readonly failed?: number; readonly error?: string };

/** Has sent what people are to hear of outside the app, once a minute while there is something, as hosted Supabase's scheduler does. */
export function startNotificationsTimer(deps: Deps): Schedule {
  const { db, log, everyMs = EVERY_MS } = deps;
  const send = async (signal: AbortSignal): Promise<void> => {
    try {
      const { rows } = await db.query('select private.has_notifications() as has');
      if (rows[0]?.['has'] !== true) return;
      const { error, failed = 0, later = 0 } = await callAsScheduler<Outcome>(deps, 'notifications-send', signal);
      if (error) log.error('notifications not sent', { reason: error });
      if (failed > 0) log.error('notifications given up', { failed });
      if (later > 0) log.warn('notifications wait for another try', { later });
    } catch {
      if (!signal.aborted) log.error('notifications not sent', { reason: 'no_answer' });
    }
  };
  return schedule(everyMs, async (signal) => {
    await send(signal);
    return everyMs;
  });
}
