import { liveQuery } from 'dexie';
import { from, type Observable } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { onDevice, toStorageError } from '#data/device/storage-health.ts';
import type { Draft } from '#data/device/device-database.ts';
import { claimDraft } from '#data/drafts/claim-draft.ts';
import type { DraftKind, DraftPlace } from '#data/drafts/draft-shelf.ts';
import type { DraftReceipt } from '#data/drafts/form-drafts.ts';
import { AppError } from '#domain/errors.ts';
import type { ShrinkImage } from './images.ts';
import { keptIdOf, keptReceiptsOf } from './kept-keys.ts';
import { recordHere } from '#data/core/known-records.ts';
import { assertSize, prepareReceipt } from './prepare-receipt.ts';
import { shrinkInWorker } from './shrink-in-worker.ts';

/**
 * A file that was picked for a form that is not saved yet. Its bytes are on this device before anything else is done with them, each in a
 * row of its own: neither a photo too large to decode, nor a closed tab, nor another tab with the same form costs them.
 */
export type KeptReceipt = {
  readonly id: string;
  readonly name: string;
  /** As picked, until it is prepared. */
  readonly raw: Blob | null;
  readonly made: DraftReceipt | null;
  /** How often preparing it was begun: where the browser died of it twice, the picture is taken as it is. */
  readonly tries: number;
};
type Row = Draft & { readonly values: KeptReceipt };
const MAX_TRIES = 2;

const placeKey = (db: CompanyDatabase, { kind, recordId }: DraftPlace) => `${keptReceiptsOf(db.companyId)}${kind}:${recordId}:`;
const keyOf = (db: CompanyDatabase, place: DraftPlace, id: string) => placeKey(db, place) + id;

const rowsAt = (db: CompanyDatabase, prefix: string) => db.device.drafts.where('key').startsWith(prefix).toArray() as PromiseLike<Row[]>;

/** What is kept for a form, in the order it was picked. */
export async function receiptsKeptFor(db: CompanyDatabase, place: DraftPlace): Promise<KeptReceipt[]> {
  const rows = await rowsAt(db, placeKey(db, place));
  return rows.toSorted((a, b) => (a.values.id < b.values.id ? -1 : 1)).map(({ values }) => values);
}

/** A form with receipts that is not saved. */
export type ReceiptsInDraft = DraftPlace & { readonly count: number; readonly bytes: number; readonly since: string };

/** The forms of the company that hold receipts only this device has, oldest first. */
export function watchReceiptsInDrafts(db: CompanyDatabase): Observable<ReceiptsInDraft[]> {
  const start = keptReceiptsOf(db.companyId);
  return from(
    liveQuery(async () => {
      const forms = new Map<string, ReceiptsInDraft>();
      for (const { key, changed_at: at, values } of await rowsAt(db, start)) {
        const [kind = '', recordId = ''] = key.slice(start.length).split(':');
        const known = forms.get(recordId) ?? { kind: kind as DraftKind, recordId, count: 0, bytes: 0, since: at };
        const bytes = known.bytes + ((values.made?.bytes ?? values.raw)?.size ?? 0) + (values.made?.original?.bytes.size ?? 0);
        forms.set(recordId, { ...known, count: known.count + 1, bytes, since: at < known.since ? at : known.since });
      }
      return [...forms.values()].toSorted((a, b) => (a.since < b.since ? -1 : 1));
    }),
  );
}

/** Takes a file in as it is. When it resolves, its bytes are on this device. AppErrors as `prepareReceipt`, and `storage_full`. */
export async function takeInFile(db: CompanyDatabase, place: DraftPlace, { id, file }: { id: string; file: File }): Promise<void> {
  assertSize(file);
  // A copy: what was picked may change or vanish on disk.
  const content = await file.arrayBuffer().catch((cause: unknown) => {
    throw new AppError('file_type_refused', { name: file.name, reason: 'unreadable' }, { cause });
  });
  await put(db, place, { id, name: file.name, raw: new Blob([content], { type: file.type }), made: null, tries: 0 });
}

/** Keeps a receipt that is prepared already: one that was taken out again and comes back, or of a draft of an earlier version. */
export const keepReceipt = (db: CompanyDatabase, place: DraftPlace, made: DraftReceipt): Promise<void> =>
  put(db, place, { id: made.id, name: made.name, raw: null, made, tries: 0 });

async function put(db: CompanyDatabase, place: DraftPlace, values: KeptReceipt): Promise<void> {
  const row = { key: keyOf(db, place, values.id), company_id: db.companyId, values, changed_at: db.clock.now().toISOString() };
  await onDevice(db.device.drafts.put(row));
}

/**
 * Makes a receipt of a file that was taken in; null when it is gone. A refused one is dropped, with the AppError of `prepareReceipt`; where
 * another try may end otherwise it stays, and the error says so (`isKept`).
 */
export async function prepareKept(
  db: CompanyDatabase,
  place: DraftPlace,
  id: string,
  shrink: ShrinkImage = shrinkInWorker,
): Promise<DraftReceipt | null> {
  const key = keyOf(db, place, id);
  const row = (await db.device.drafts.get(key)) as Row | undefined;
  if (!row) return null;
  const { raw, made, tries, name } = row.values;
  if (made || !raw) return made;
  const update = (change: Partial<KeptReceipt>) => db.device.drafts.update(key, { values: { ...row.values, ...change } });
  await update({ tries: tries + 1 }).catch(() => undefined); // on a full disk
  try {
    const { mimeType, sha256, bytes, thumbnail, original, ...prepared } = await prepareReceipt(
      new File([raw], name, { type: raw.type }),
      tries < MAX_TRIES ? shrink : asItIs,
    );
    const receipt = { id, name: prepared.name, mimeType, sha256, bytes, thumbnail, original };
    await update({ raw: null, made: receipt });
    return receipt;
  } catch (error) {
    if (!(error instanceof AppError)) throw toStorageError(error);
    const again = nextTry(error, tries);
    if (again === null) {
      await db.device.drafts.delete(key);
      throw error;
    }
    await update({ tries: again }).catch(() => undefined); // on a full disk
    throw new AppError(error.code, { ...error.data, isKept: true }, { cause: error });
  }
}

/**
 * How many tries count as used up where the file stays, null where it goes: it may be nowhere else, and what lacks memory, or a
 * disk that is busy, says nothing of its bytes.
 */
function nextTry(error: AppError, tries: number): number | null {
  const reason = error.data['reason'];
  if (reason === 'unreadable') return tries;
  if (reason === 'undecoded') return MAX_TRIES;
  return reason === 'heic_not_decodable' ? tries + 1 : null; // can't be taken as it is: another try is a person's
}

/** Has a kept file prepared as if for the first time: a person closed other tabs, or came with another browser version. */
export async function tryKeptAgain(
  db: CompanyDatabase,
  place: DraftPlace,
  id: string,
  shrink: ShrinkImage = shrinkInWorker,
): Promise<DraftReceipt | null> {
  const anew = (row: Draft) => void Object.assign(row.values as KeptReceipt, { tries: 0 });
  await db.device.drafts.update(keyOf(db, place, id), anew).catch(() => undefined); // on a full disk
  return prepareKept(db, place, id, shrink);
}

const asItIs: ShrinkImage = (original, { mustConvert }) =>
  mustConvert ? Promise.reject(new Error('not decodable')) : Promise.resolve({ stored: null, thumbnail: original });

/** They became receipts of a record, or the person took them out. */
export async function dropKept(db: CompanyDatabase, place: DraftPlace, ids: readonly string[]): Promise<void> {
  await onDevice(db.device.drafts.bulkDelete(ids.map((id) => keyOf(db, place, id))));
}

/** Whether the file is in a draft of this company, or became a receipt already. */
export async function isTakenIn(db: CompanyDatabase, id: string): Promise<boolean> {
  const keys = (await db.device.drafts.where('key').startsWith(keptReceiptsOf(db.companyId)).primaryKeys()) as string[];
  if (keys.some((key) => keptIdOf(key) === id)) return true;
  return (await db.device.receipts.get(id)) !== undefined || (await recordHere(db, 'files', id)) !== null;
}

/** Whether the draft that bytes came from still has them. */
export async function isStillKept(db: CompanyDatabase, { expense_id, id }: { expense_id: string | null; id: string }): Promise<boolean> {
  const places = expense_id === null ? [] : (['new', 'edit'] as const).map((kind) => keyOf(db, { kind, recordId: expense_id }, id));
  return (await db.device.drafts.bulkGet(places)).some((row) => row !== undefined);
}

/**
 * Brings into this form what was picked for a new record whose draft was never kept: the browser died in the moment in between. Where that record was
 * saved all the same, into its own form. A form that is open in another tab holds its claim.
 */
export async function adoptStrays(db: CompanyDatabase, place: DraftPlace): Promise<void> {
  const start = placeKey(db, { kind: 'new', recordId: '' }).slice(0, -1);
  const keys = (await db.device.drafts.where({ company_id: db.companyId }).primaryKeys()) as string[];
  const others = new Set(keys.filter((key) => key.startsWith(start)).map((key) => key.slice(start.length, key.lastIndexOf(':'))));
  others.delete(place.recordId);
  for (const recordId of others) {
    if (keys.some((key) => key.endsWith(`:new:${recordId}`))) continue; // it comes back with its own draft
    const release = await claimDraft(recordId);
    if (!release) continue;
    try {
      const isSaved = (await recordHere(db, 'expenses', recordId)) !== null; // they are no receipts of another one
      await move(db, { kind: 'new', recordId }, isSaved ? { kind: 'edit', recordId } : place);
    } finally {
      release();
    }
  }
}

async function move(db: CompanyDatabase, from: DraftPlace, to: DraftPlace): Promise<void> {
  const rows = await rowsAt(db, placeKey(db, from));
  const saved = await Promise.all(rows.map(({ values }) => recordHere(db, 'files', values.id)));
  const left = rows.filter((_, index) => saved[index] === null);
  const bring = async () => {
    await db.device.drafts.bulkPut(left.map((row) => ({ ...row, key: keyOf(db, to, row.values.id) })));
    await db.device.drafts.bulkDelete(rows.map(({ key }) => key));
  };
  await onDevice(db.device.transaction('rw', db.device.drafts, bring));
}
