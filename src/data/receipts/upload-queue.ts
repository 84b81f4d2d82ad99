import { liveQuery } from 'dexie';
import { outboxKey } from '#data/device/outbox-row.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { readStored } from '#data/core/stored.ts';
import type { WaitingReceipt } from '#data/device/device-database.ts';
import type { StoredFile } from '#domain/files/file.ts';
import type { Clock, TimerId } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import { finishRemovals, goesWithExpense, queueRemoval } from './object-removals.ts';
import { confirmUploaded, uploadIssueId } from './receipt-store.ts';
import { type UploadClient, type UploadOutcome, uploadOnce } from './upload-outcome.ts';

const BACK_OFF_MS = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000] as const;
/** Bytes whose record was never written (a crash between the two) or is gone on the server are dropped after this long. */
const ORPHAN_AFTER_MS = 24 * 60 * 60 * 1000;

/** Marks the issue of a refused upload, in place of a server's message. */
export const UPLOAD_REFUSED = 'upload_refused';

export type UploadParts = {
  readonly db: CompanyDatabase;
  readonly client: () => Promise<UploadClient>;
  readonly clock: Clock;
  /** In [0, 1): jitter. */
  readonly random: () => number;
  readonly log: Log;
  readonly isOnline: () => boolean;
};

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
      const waitMs = await work(parts, () => isOver, hurry).catch((error: unknown) => {
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
    // Only the keys: the query runs in every change of the table and must not read the bytes.
    const watching = liveQuery(() => db.device.receipts.where({ company_id: db.companyId }).primaryKeys()).subscribe({
      next: () => void round(),
      error: () => undefined,
    });
    wake = () => void round(true);
    term = {
      isOver: () => isOver,
      end() {
        isOver = true;
        watching.unsubscribe();
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

/** Uploads all that is due; returns how long to wait for the next, null when nothing waits. */
async function work(parts: UploadParts, isOver: () => boolean, hurry: boolean): Promise<number | null> {
  const tried = new Set<string>();
  for (;;) {
    if (isOver()) return null;
    if (!parts.isOnline()) return null; // the change to online wakes us
    const { due, waitMs } = await nextReceipt(parts, tried, hurry);
    if (!due) {
      const isWaiting = await finishRemovals(parts);
      return isWaiting ? Math.min(waitMs ?? Infinity, BACK_OFF_MS[2]) : waitMs;
    }
    tried.add(due.id);
    await uploadDue(parts, due, isOver);
  }
}

type Next = { readonly due: WaitingReceipt | null; readonly waitMs: number | null };

async function nextReceipt({ db, clock }: UploadParts, tried: ReadonlySet<string>, hurry: boolean): Promise<Next> {
  const ids = await db.device.receipts.where({ company_id: db.companyId }).primaryKeys();
  let waitMs: number | null = null;
  for (const id of ids) {
    const receipt = await db.device.receipts.get(id);
    if (!receipt || !(await isWanted(db, receipt, clock.nowMs()))) continue;
    const inMs = receipt.next_try_at === null ? 0 : Date.parse(receipt.next_try_at) - clock.nowMs();
    if (!tried.has(id) && (hurry || inMs <= 0)) return { due: receipt, waitMs: 0 };
    waitMs = Math.min(waitMs ?? Infinity, Math.max(inMs, BACK_OFF_MS[0]));
  }
  return { due: null, waitMs };
}

/** Its record must still be there, and its expense; a refused one waits for a person, who closes its issue to have it tried again. */
async function isWanted(db: CompanyDatabase, receipt: WaitingReceipt, nowMs: number): Promise<boolean> {
  if (await goesWithExpense(db, receipt.path)) return false;
  if (receipt.state === 'refused') return !(await db.device.issues.get(uploadIssueId(receipt.id)));
  if (await recordOf(db, receipt.id)) return true;
  const isOld = nowMs - Date.parse(receipt.queued_at) > ORPHAN_AFTER_MS;
  if (isOld && (await isLoaded(db)) && (await isRemoved(db, receipt.id))) await db.device.receipts.delete(receipt.id);
  return false;
}

/** Whether all records are here: one that is missing in a local database that was emptied may still come. */
async function isLoaded(db: CompanyDatabase): Promise<boolean> {
  const state = await db.device.sync_state.get(db.companyId);
  return state?.loaded === true && state.snapshot === null && state.storage_token === (await db.rx.storageToken);
}

/** No record and no open question about one: nobody wants these bytes. */
async function isRemoved(db: CompanyDatabase, id: string): Promise<boolean> {
  if (await recordOf(db, id)) return false;
  return (await db.device.issues.where({ key: outboxKey('files', id) }).count()) === 0;
}

async function recordOf(db: CompanyDatabase, id: string): Promise<StoredFile | null> {
  const unsynced = await db.device.outbox.get(outboxKey('files', id));
  return (unsynced ? unsynced.mine : ((await readStored(db, 'files', [id])).get(id) ?? null)) as StoredFile | null;
}

async function uploadDue(parts: UploadParts, receipt: WaitingReceipt, isOver: () => boolean): Promise<void> {
  const { db, clock, log } = parts;
  // Only shown. On a full disk not even that can be written, and an upload is what makes room.
  await db.device.receipts.update(receipt.id, { state: 'uploading' }).catch(() => undefined);
  let outcome: UploadOutcome;
  try {
    outcome = await uploadOnce(await parts.client(), receipt);
  } catch (error) {
    log.warn('receipts.upload_failed', { file: receipt.id, error });
    outcome = { kind: 'later', reason: 'network' };
  }
  if (isOver()) return;
  // Gone from the queue: another leader was quicker, or the person removed the receipt while it was on its way.
  if (!(await db.device.receipts.get(receipt.id))) return (await isRemoved(db, receipt.id)) ? queueRemoval(db, receipt.path) : undefined;
  switch (outcome.kind) {
    case 'stored':
      return confirmUploaded(db.device, receipt, clock.now());
    case 'later':
      return tryLater(parts, receipt, outcome.reason);
    case 'refused':
      return refuse(parts, receipt, outcome);
  }
}

async function tryLater({ db, clock, random }: UploadParts, receipt: WaitingReceipt, reason: string): Promise<void> {
  const step = BACK_OFF_MS[Math.min(receipt.attempts, BACK_OFF_MS.length - 1)] ?? BACK_OFF_MS[0];
  const nextTry = new Date(clock.nowMs() + step * (0.75 + random() / 2)).toISOString();
  await db.device.receipts.update(receipt.id, {
    state: 'waiting',
    attempts: receipt.attempts + 1,
    last_error: reason,
    next_try_at: nextTry,
  });
}

/** The bytes stay; a person decides. */
async function refuse(
  { db, clock, log }: UploadParts,
  receipt: WaitingReceipt,
  { code, details }: { code: string; details: string },
): Promise<void> {
  log.warn('receipts.upload_refused', { file: receipt.id, code });
  const mine = await recordOf(db, receipt.id);
  await db.device.transaction('rw', db.device.receipts, db.device.issues, async () => {
    await db.device.receipts.update(receipt.id, {
      state: 'refused',
      attempts: receipt.attempts + 1,
      last_error: details,
      next_try_at: null,
    });
    await db.device.issues.put({
      id: uploadIssueId(receipt.id),
      key: outboxKey('files', receipt.id),
      company_id: db.companyId,
      collection: 'files',
      doc_id: receipt.id,
      kind: 'rejected',
      mine,
      theirs: null,
      base: null,
      fields: [],
      code,
      message: UPLOAD_REFUSED,
      details,
      created_at: clock.now().toISOString(),
    });
  });
}
