import { liveQuery } from 'dexie';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { TimerId } from '#platform/clock/clock.ts';
import { watchMismatched } from './mismatched.ts';
import { uploadAgain } from './receipt-store.ts';
import { BACK_OFF_MS, type UploadParts, uploadRound } from './upload-round.ts';

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
  let term: { readonly isOver: () => boolean; end(): void } | undefined;
  let wake: () => void = () => undefined;

  function start(): void {
    if (term) return;
    let isOver = false;
    let isBusy = false;
    let isAgain = false;
    let timer: TimerId | undefined;
    const round = async (hurry = false) => {
      if (isOver) return;
      if (isBusy) {
        isAgain = true;
        return;
      }
      isBusy = true;
      if (timer !== undefined) clock.clearTimeout(timer);
      const waitMs = await uploadRound(parts, () => isOver, hurry).catch((error: unknown) => {
        log.warn('receipts.queue_failed', { error });
        return BACK_OFF_MS[3];
      });
      isBusy = false;
      if (isOver) return;
      if (isAgain) {
        isAgain = false;
        void round();
      } else if (waitMs !== null) timer = clock.setTimeout(() => void round(), waitMs);
    };
    let watching: { unsubscribe(): void } | undefined;
    const watch = (): void => {
      if (isOver) return;
      watching = liveQuery(() => whatMatters(db)).subscribe({
        next: () => void round(),
        // A read that failed ends it; a receipt taken in later must still wake us.
        error: (error: unknown) => {
          log.warn('receipts.watch_failed', { error });
          clock.setTimeout(watch, BACK_OFF_MS[2]);
        },
      });
    };
    watch();
    // A copy that was kept for offline use may be the right one.
    const mending = watchMismatched(db).subscribe((files) => {
      for (const file of files)
        if (file.integrity === 'mismatch')
          void uploadAgain(db, file).catch((error: unknown) => log.warn('receipts.mend_failed', { error }));
    });
    wake = () => void round(true);
    term = {
      isOver: () => isOver,
      end() {
        isOver = true;
        watching?.unsubscribe();
        mending.unsubscribe();
        if (timer !== undefined) clock.clearTimeout(timer);
      },
    };
  }

  return {
    start,
    async stop() {
      term?.end();
      term = undefined;
      wake = () => undefined;
    },
    poke: () => wake(),
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
