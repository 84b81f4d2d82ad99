import type { CompanyDatabase } from '#data/core/company-database.ts';
import { outboxKey } from '#data/changes/outbox-row.ts';
import type { StoredFile } from '#domain/files/file.ts';
import type { Log } from '#platform/log/log.ts';
import type { Beside } from '#data/core/write.ts';
import { isLoaded, recordHere } from '#data/core/known-records.ts';
import { originalId } from '#data/device/waiting-receipt.ts';
import { dropBytes, uploadIssueId } from './receipt-store.ts';
import { UPLOADS_BUCKET, type UploadClient } from './upload-outcome.ts';
import { onDevice } from '#data/device/storage-health.ts';

/** `expense_id`: the receipt goes with its expense, when the server has deleted that. */
type Removal = { readonly path: string; readonly expense_id?: string };

const prefix = (db: CompanyDatabase) => `remove-object:${db.companyId}:`;
const keyOf = (db: CompanyDatabase, path: string) => `${prefix(db)}${path}`;

/** Notes that the stored object at `path` has to go; survives a crash, done by the leader. */
export async function queueRemoval(db: CompanyDatabase, path: string): Promise<void> {
  await onDevice(db.device.meta.put({ path } satisfies Removal, keyOf(db, path)));
}

/**
 * Notes the objects and waiting bytes of receipts that are deleted, with their expense if it is given, in the transaction of the intent: who came upon a
 * note before that would take what it speaks of for something that came back, and forget it.
 */
export function notingRemovals(db: CompanyDatabase, receipts: readonly StoredFile[], expenseId?: string): Beside {
  const paths = receipts.flatMap(pathsOf);
  const notes = paths.map((path): Removal => ({ path, ...(expenseId !== undefined && { expense_id: expenseId }) }));
  const keys = paths.map((path) => keyOf(db, path));
  return {
    table: db.device.meta,
    read: async () => undefined,
    async take() {
      await db.device.meta.bulkPut(notes, keys);
      return true;
    },
    giveBack: () => forgetRemovals(db, paths),
  };
}

/** The objects of a receipt. */
export const pathsOf = ({ path, original_path: original }: StoredFile): string[] => (original === null ? [path] : [path, original]);

/** These objects stay, or were never there. */
export async function forgetRemovals(db: CompanyDatabase, paths: readonly string[]): Promise<void> {
  await onDevice(db.device.meta.bulkDelete(paths.map((path) => keyOf(db, path))));
}

/** Whether the object's removal is noted and still to be done. */
export async function isRemovalNoted(db: CompanyDatabase, path: string): Promise<boolean> {
  return (await db.device.meta.get(keyOf(db, path))) !== undefined;
}

/** Whether the receipt's expense is deleted here: nobody wants its bytes on the server, unless the expense comes back. */
export async function goesWithExpense(db: CompanyDatabase, path: string): Promise<boolean> {
  const removal = (await db.device.meta.get(keyOf(db, path))) as Removal | undefined;
  return removal?.expense_id !== undefined && !(await isThere(db, 'expenses', removal.expense_id));
}

/**
 * Removes the noted objects whose record is gone for good, and what this device still keeps of them; returns whether to look again soon. A removal
 * may be refused, or meet somebody else's change: then the record comes back, and its bytes must still be there. An object that the server
 * refuses to remove is not asked for again: its record is gone, nobody can open it.
 */
export async function finishRemovals({
  db,
  client,
  log,
}: {
  db: CompanyDatabase;
  client: () => Promise<UploadClient>;
  log: Log;
}): Promise<boolean> {
  const removals = (await db.device.meta.where(':id').startsWith(prefix(db)).toArray()) as Removal[];
  if (removals.length === 0) return false;
  // In a database that is still being filled a record that came back looks like one that is gone.
  if (!(await isLoaded(db))) return true;
  const fates = await Promise.all(removals.map((removal) => fateOf(db, removal)));
  const pathsWith = (fate: Fate) => removals.filter((_, index) => fates[index] === fate).map(({ path }) => path);
  await forgetRemovals(db, pathsWith('back'));
  const gone = pathsWith('gone');
  if (gone.length > 0) {
    const { error } = await (await client()).storage.from(UPLOADS_BUCKET).remove(gone);
    if (error) log.warn('receipts.removal_failed', { error });
    else {
      for (const path of gone) await dropBytes(db.device, recordIdOf(path));
      await forgetRemovals(db, gone);
    }
  }
  return fates.includes('open');
}

/** `gone` for good · `back`, and stays · `open`, the server has not said yet · `asked`, a person has not said yet. */
type Fate = 'gone' | 'back' | 'open' | 'asked';

async function fateOf(db: CompanyDatabase, { path, expense_id: expenseId }: Removal): Promise<Fate> {
  const id = recordIdOf(path);
  if (await db.device.outbox.get(outboxKey('files', id))) return 'open';
  const isBack = await isThere(db, 'files', id);
  if (expenseId === undefined) return isBack ? 'back' : 'gone';
  if ((await db.device.outbox.get(outboxKey('expenses', expenseId)))?.op === 'delete') return 'open';
  const questions = await db.device.issues.where('key').anyOf(outboxKey('files', id), outboxKey('expenses', expenseId)).toArray();
  const ofUpload = [uploadIssueId(id), uploadIssueId(originalId(id))];
  const isAsked = questions.some((issue) => (issue.collection === 'files' ? !ofUpload.includes(issue.id) : issue.mine === null));
  if (isAsked) return 'asked'; // keeping mine deletes again
  if (!isBack) return 'gone';
  return (await isThere(db, 'expenses', expenseId)) ? 'back' : 'open'; // the pull that takes the record is still to come
}

const isThere = async (db: CompanyDatabase, collection: 'files' | 'expenses', id: string) =>
  (await recordHere(db, collection, id)) !== null;

/** A receipt's path, and its original's, ends with its record's id and the ending of its type. */
const recordIdOf = (path: string) => path.slice(path.lastIndexOf('/') + 1).replace(/\.[a-z]+$/, '');
