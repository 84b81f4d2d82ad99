import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { WaitingReceipt } from '#data/device/device-database.ts';
import { BACK_OFF_MS, backOffMs, msUntil } from '#data/device/queue-rounds.ts';
import { outboxKey } from '#data/changes/outbox-row.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import { isStillKept } from './draft-receipts.ts';
import { keptUpload, keptUploadKey } from './kept-upload.ts';
import { isLoaded, recordHere } from '#data/core/known-records.ts';
import { finishRemovals, goesWithExpense, isRemovalNoted, queueRemoval } from './object-removals.ts';
import { askAboutReceipt, RECORD_GONE, takeBackQuestion } from './receipt-questions.ts';
import type { StorageRequest } from './storage-request.ts';
import { placeForAgain } from '#domain/files/file.ts';
import { fileIdOf, isOriginal } from '#data/device/waiting-receipt.ts';
import { confirmOriginal, confirmUploaded, uploadIssueId } from './receipt-store.ts';
import { isRecordStored, readByServer, type UploadClient, type UploadOutcome, uploadOnce, type UploadWay } from './upload-outcome.ts';

/** Between the bytes and their record lies one write: younger bytes without a record may still get theirs. */
const RECORD_WITHIN_MS = 60_000;

export type UploadParts = {
  readonly db: CompanyDatabase;
  readonly client: () => Promise<UploadClient>;
  /** For larger receipts, which go in parts. */
  readonly request: StorageRequest;
  readonly clock: Clock;
  /** In [0, 1): jitter. */
  readonly random: () => number;
  readonly log: Log;
  readonly isOnline: () => boolean;
  /** Whether a line costs by the byte: originals wait for another one, unless a person wants them sent. */
  readonly isMetered: () => boolean;
};

/** Uploads all that is due, one receipt after the other; returns how long to wait for the next, null when nothing waits. `hurry` forgets back-offs. */
export async function uploadRound(parts: UploadParts, isOver: () => boolean, hurry: boolean): Promise<number | null> {
  const tried = new Set<string>();
  const failures: unknown[] = [];
  // What fails is this device's writing: those behind it must not wait for the room that they may make. It comes again in the next round.
  const failed = (error: unknown) => void failures.push(error);
  for (;;) {
    if (isOver()) return null;
    const isOnline = parts.isOnline(); // the change to online wakes us
    const { due, waitMs } = await nextReceipt(parts, { tried, hurry, failed });
    if (!isOnline) return null;
    if (!due) {
      const isWaiting = await finishRemovals(parts);
      if (failures.length > 0) throw failures[0];
      return isWaiting ? Math.min(waitMs ?? Infinity, BACK_OFF_MS[2]) : waitMs;
    }
    tried.add(due.id);
    await uploadDue(parts, due, isOver).catch(failed);
  }
}

type Looking = { readonly tried: ReadonlySet<string>; readonly hurry: boolean; readonly failed: (error: unknown) => void };
type Next = { readonly due: WaitingReceipt | null; readonly waitMs: number | null };

async function nextReceipt({ db, clock, isMetered }: UploadParts, { tried, hurry, failed }: Looking): Promise<Next> {
  const ids = await db.device.receipts.where({ company_id: db.companyId }).primaryKeys();
  let waitMs: number | null = null;
  for (const id of ids) {
    const receipt = await db.device.receipts.get(id);
    if (!receipt) continue;
    const standing = await standingOf(db, receipt, clock.nowMs()).catch((error: unknown) => (failed(error), 'held' as const));
    if (standing === 'due' && isOriginal(id) && receipt.is_hurried !== true && isMetered()) {
      waitMs = Math.min(waitMs ?? Infinity, BACK_OFF_MS[5]);
      continue;
    }
    if (standing === 'gone') await askAboutRecord(db, receipt).catch(failed);
    if (standing === 'gone' || standing === 'held') continue;
    const inMs = standing === 'young' ? RECORD_WITHIN_MS : msUntil(receipt.next_try_at, clock.nowMs());
    if (standing === 'due' && !tried.has(id) && (hurry || inMs <= 0)) return { due: receipt, waitMs: 0 };
    waitMs = Math.min(waitMs ?? Infinity, Math.max(inMs, BACK_OFF_MS[0]));
  }
  return { due: null, waitMs };
}

/** `held`: something else comes first, which wakes the queue · `young`: its record may be about to be written · `gone`: it has none any more. */
type Standing = 'due' | 'held' | 'young' | 'gone';

async function standingOf(db: CompanyDatabase, receipt: WaitingReceipt, nowMs: number): Promise<Standing> {
  const { path } = receipt;
  const id = fileIdOf(receipt.id);
  if (await goesWithExpense(db, path)) return 'held';
  if (isOriginal(receipt.id) && (await db.device.receipts.get(id))) return 'held'; // its picture comes first, and a question about that
  const question = await db.device.issues.get(uploadIssueId(receipt.id));
  if (await recordHere(db, 'files', id)) {
    if (question && question.code !== RECORD_GONE) return 'held'; // a person's turn
    if (question) await takeBackQuestion(db, receipt.id); // the record came back
    return (await isUnheardOf(db, id)) ? 'held' : 'due';
  }
  if (question || (await isAskedAbout(db, id)) || (await isRemovalNoted(db, path))) return 'held';
  if (await isStillKept(db, { ...receipt, id })) return 'held'; // its form is being saved, or will be once more
  if (!(await isLoaded(db)) || (await db.device.outbox.get(outboxKey('files', id)))) return 'held';
  // Taken in later than now: the clock was set back since.
  return Math.abs(nowMs - Date.parse(receipt.queued_at)) < RECORD_WITHIN_MS ? 'young' : 'gone';
}

/**
 * Bytes follow their record: only then does a refused record still have them here. Where a full disk keeps the record from being
 * sent, they go first, because that makes room.
 */
async function isUnheardOf(db: CompanyDatabase, id: string): Promise<boolean> {
  const unsynced = await db.device.outbox.get(outboxKey('files', id));
  if (!unsynced || unsynced.base !== null) return false;
  return (await db.device.sync_state.get(db.companyId))?.reason !== 'storage';
}

/** Whether a person has to say something about its record, for instance because the server refused it. */
const isAskedAbout = async (db: CompanyDatabase, id: string): Promise<boolean> =>
  (await db.device.issues.where({ key: outboxKey('files', id) }).count()) > 0;

/** SYNC-66: somebody else deleted the record, or the expense with it, before the bytes were on the server. */
async function askAboutRecord(db: CompanyDatabase, receipt: WaitingReceipt): Promise<void> {
  const hadExpense = receipt.expense_id !== null && !(await recordHere(db, 'expenses', receipt.expense_id));
  const details = hadExpense ? 'expense_deleted' : 'receipt_deleted';
  await askAboutReceipt(db, receipt, { kind: 'deleted_there', mine: null, code: RECORD_GONE, details });
}

async function uploadDue(parts: UploadParts, receipt: WaitingReceipt, isOver: () => boolean): Promise<void> {
  const { db, clock, log } = parts;
  // Only shown. On a full disk not even that can be written, and an upload is what makes room.
  await db.device.receipts.update(receipt.id, { state: 'uploading' }).catch(() => undefined);
  const had = await keptUpload(db.device, receipt.id);
  const outcome = await uploaded(parts, receipt);
  if (isOver()) return;
  // Gone from the queue: another leader was quicker, or the person removed the receipt while it was on its way.
  if (!(await db.device.receipts.get(receipt.id))) {
    const fileId = fileIdOf(receipt.id);
    const isNobodys = !(await recordHere(db, 'files', fileId)) && !(await isAskedAbout(db, fileId));
    return isNobodys ? queueRemoval(db, receipt.path) : undefined;
  }
  if (outcome.kind === 'stored')
    return isOriginal(receipt.id) ? confirmOriginal(db.device, receipt.id) : confirmUploaded(db.device, receipt, clock.now());
  if (outcome.kind === 'later') {
    const now = await keptUpload(db.device, receipt.id);
    const isFurther = now !== null && now.offset > (had?.id === now.id ? had.offset : 0);
    return tryLater(parts, isFurther ? { ...receipt, attempts: 0 } : receipt, outcome.reason); // a line that breaks but brings us on is no reason to wait
  }
  const { code, details } = outcome;
  log.warn('receipts.upload_refused', { file: receipt.id, code });
  const mine = await recordHere(db, 'files', fileIdOf(receipt.id));
  await askAboutReceipt(db, receipt, { kind: 'rejected', mine, code, details });
}

/**
 * The server reads what arrived: other bytes are sent once more, to the place beside where they can't be overwritten any more, and a person is asked when
 * they still are others. An original stays on this device until the server has read it; of a picture, which the night reads too, that is no condition.
 */
async function verified(way: UploadWay, receipt: WaitingReceipt): Promise<UploadOutcome> {
  const found = await readByServer(way.client, receipt.id);
  if (found === 'mismatch') return mended(way, receipt);
  return found === null && isOriginal(receipt.id) ? { kind: 'later', reason: UNREAD_YET } : { kind: 'stored' };
}

/** Why an original waits that has arrived: nothing of it is sent again. */
const UNREAD_YET = 'unread';
/** Why it waits when it took the place of other bytes. */
const UNREAD_AGAIN = 'unread_again';

async function mended(way: UploadWay, receipt: WaitingReceipt): Promise<UploadOutcome> {
  for (const path of [receipt.path, placeForAgain(receipt.path)]) {
    await way.device.meta.delete(keptUploadKey(receipt.id)); // what arrived in parts is not what was sent
    const again = await uploadOnce(way, { ...receipt, path });
    if (again.kind === 'later') return again;
    const found = again.kind === 'stored' ? await readByServer(way.client, receipt.id) : 'mismatch';
    if (found === 'verified') return { kind: 'stored' };
    if (found === null) return { kind: 'later', reason: UNREAD_AGAIN };
  }
  return { kind: 'refused', code: 'mismatch', details: 'stored_differs' };
}

/** Stored are the bytes only together with their record: it may have been deleted there, and the pull that says so is still to come. */
async function uploaded(parts: UploadParts, receipt: WaitingReceipt): Promise<UploadOutcome> {
  const { db, log } = parts;
  const fileId = fileIdOf(receipt.id);
  try {
    const client = await parts.client();
    const way = { client, device: db.device, request: parts.request };
    if (receipt.last_error === UNREAD_YET && (await readByServer(client, receipt.id)) === 'verified') return { kind: 'stored' };
    const outcome = await uploadOnce(way, receipt);
    if (outcome.kind === 'refused' && (receipt.last_error === UNREAD_AGAIN || (await isKnownMismatch(db, receipt.id))))
      return await mended(way, receipt);
    if (outcome.kind !== 'stored') return outcome;
    if (await isRecordStored(client, fileId)) return await verified(way, receipt);
    const unsynced = await db.device.outbox.get(outboxKey('files', fileId));
    return unsynced && unsynced.base === null ? outcome : { kind: 'later', reason: 'record_missing' };
  } catch (error) {
    log.warn('receipts.upload_failed', { file: receipt.id, error });
    return { kind: 'later', reason: 'network' };
  }
}

/** Whether the server said, to whichever device, that it keeps other bytes. */
async function isKnownMismatch(db: CompanyDatabase, rowId: string): Promise<boolean> {
  const file = await recordHere(db, 'files', fileIdOf(rowId));
  return (isOriginal(rowId) ? file?.original_integrity : file?.integrity) === 'mismatch';
}

async function tryLater({ db, clock, random }: UploadParts, receipt: WaitingReceipt, reason: string): Promise<void> {
  const attempts = receipt.attempts + 1;
  const nextTry = new Date(clock.nowMs() + backOffMs(attempts, random())).toISOString();
  await db.device.receipts.update(receipt.id, { state: 'waiting', attempts, last_error: reason, next_try_at: nextTry });
}
