import type { CompanyDatabase } from '#data/core/company-database.ts';
import { BACK_OFF_MS, createQueueRounds } from '#data/device/queue-rounds.ts';
import { watchMismatched } from './mismatched.ts';
import { uploadAgain } from './receipt-store.ts';
import { type UploadParts, uploadRound } from './upload-round.ts';

export type UploadQueue = {
  start(): void;
  /** Nothing is written afterwards; an upload under way may still arrive, and is then recognised by the next leader. */
  stop(): Promise<void>;
  /** The connection may be back: what waits is tried now, not when its back-off ends. */
  poke(): void;
};

/** Uploads the waiting receipts of one company, one after the other; run by the leader. Everything it knows is in the device database. */
export function createUploadQueue(parts: UploadParts): UploadQueue {
  const { db, clock, log } = parts;
  const rounds = createQueueRounds({
    clock,
    round: (isOver, hurry) => uploadRound(parts, isOver, hurry),
    whatMatters: () => whatMatters(db),
    onFailure: (what, error) => log.warn(what === 'round' ? 'receipts.queue_failed' : 'receipts.watch_failed', { error }),
    retryMs: { round: BACK_OFF_MS[3], watch: BACK_OFF_MS[2] },
  });
  let mending: { unsubscribe(): void } | undefined;
  return {
    start() {
      if (mending) return;
      rounds.start();
      // A copy that was kept for offline use may be the right one.
      mending = watchMismatched(db).subscribe((files) => {
        for (const file of files)
          if (file.integrity === 'mismatch')
            void uploadAgain(db, file).catch((error: unknown) => log.warn('receipts.mend_failed', { error }));
      });
    },
    async stop() {
      rounds.stop();
      mending?.unsubscribe();
      mending = undefined;
    },
    poke: rounds.poke,
  };
}

/** What wakes the queue: a receipt; while any waits, its record being taken by the server, and every round that may have deleted one. */
async function whatMatters({ device, companyId }: CompanyDatabase): Promise<unknown> {
  // Only the keys: the query runs with every change of these tables and must not read the bytes.
  const waiting = await device.receipts.where({ company_id: companyId }).primaryKeys();
  if (waiting.length === 0) return null;
  const records = device.outbox.where('key').startsWith('files:').primaryKeys();
  return [waiting, await records, (await device.sync_state.get(companyId))?.last_synced_at];
}
