import type { CompanyDatabase } from '#data/core/company-database.ts';
import { createQueueRounds, type QueueRounds } from '#data/device/queue-rounds.ts';
import type { Log } from '#platform/log/log.ts';
import { type MailRoundParts, mailRound } from './mail-round.ts';

const RETRY_MS = { round: 10_000, watch: 5_000 } as const;

/** Sends the waiting mails of one company; run by the leader. Everything it knows is in the device database. */
export function createMailQueue({ log, ...parts }: MailRoundParts & { readonly log: Log }): QueueRounds {
  return createQueueRounds({
    clock: parts.clock,
    round: (isOver, hurry) => mailRound(parts, isOver, hurry),
    whatMatters: () => whatMatters(parts.db),
    onFailure: (what, error) => log.warn(what === 'round' ? 'mails.queue_failed' : 'mails.watch_failed', { error }),
    retryMs: RETRY_MS,
  });
}

/** A mail that waits, is taken back or wanted again; while any waits, what the outbox still says of its invoice. */
async function whatMatters({ device, companyId }: CompanyDatabase): Promise<unknown> {
  // Only the keys, by the state too: one that stopped and shall leave again wakes the queue.
  const waiting = await device.mails.where({ state: 'waiting' }).primaryKeys();
  if (waiting.length === 0) return null;
  const records = device.outbox.where({ company_id: companyId }).primaryKeys();
  return [waiting, await records];
}
