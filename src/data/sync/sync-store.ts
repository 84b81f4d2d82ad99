import type { CompanyDatabase } from '#data/core/company-database.ts';
import { onDevice } from '#data/device/storage-health.ts';
import { findStored, NOTHING_STORED, putStored, type StoredDocuments } from '#data/core/stored.ts';
import { AppError } from '#domain/errors.ts';
import type { DeviceDatabase } from '#data/device/device-database.ts';
import type { SyncIssue } from '#data/changes/issue.ts';
import type { OutboxRow } from '#data/changes/outbox-row.ts';
import { freshSyncState, type SyncState } from '#data/changes/sync-state.ts';
import type { CollectionName } from '#domain/registry.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import type { Decision, Minting } from '#data/changes/decide.ts';

export async function readState(db: CompanyDatabase): Promise<SyncState> {
  return (await onDevice(db.device.sync_state.get(db.companyId))) ?? freshSyncState(db.companyId, null);
}

/** What becomes of the state as it is by then. */
export type StatePatch = Partial<SyncState> | ((current: SyncState) => Partial<SyncState>);
const patched = (patch: StatePatch, current: SyncState) => (typeof patch === 'function' ? patch(current) : patch);

/** Merges into the state; `version` stays. */
export async function patchState(db: CompanyDatabase, patch: StatePatch): Promise<void> {
  const { device } = db;
  const write = async () => {
    const current = await currentState(db);
    await device.sync_state.put({ ...current, ...patched(patch, current) });
  };
  await onDevice(device.transaction('rw', device.sync_state, write));
}

const currentState = async (db: CompanyDatabase) => (await db.device.sync_state.get(db.companyId)) ?? freshSyncState(db.companyId, null);

/** The fate of these documents is known: what was held of them comes again, from before the page that brought it (SYNC-8). */
export function releaseHeld(state: SyncState, rows: readonly Pick<OutboxRow, 'key' | 'collection'>[]): Partial<SyncState> {
  const known = rows.filter(({ key }) => state.held?.[key] !== undefined);
  if (known.length === 0) return {};
  const held = { ...state.held };
  const cursors = { ...state.cursors };
  for (const { key, collection } of known) {
    cursors[collection] = Math.min(cursors[collection] ?? 0, held[key] ?? 0);
    delete held[key];
  }
  return { held, cursors };
}

export type Targets = Map<CollectionName, Map<string, SyncedRecord | null>>;
export type Work = {
  readonly decided?: readonly Decided[];
  /** Documents without unsynced work. */
  readonly targets?: Targets;
  readonly patch?: StatePatch;
  /** Questions about documents without unsynced work. */
  readonly issues?: readonly SyncIssue[];
  /** None of the targets is expected on disk: spares the look. */
  readonly areNew?: boolean;
  /** Of the state that it was decided on; undefined where only the rows count. */
  readonly version?: number | undefined;
};

/** A document's key and what was decided for it. */
export type Decided = { readonly row: OutboxRow; readonly decision: Decision };

/** The new version of the state, and how many decisions were discarded. */
export type CarriedOut = { readonly version: number; readonly discarded: number };

/**
 * Carries decisions out, inside `db.exclusive`: documents first, then outbox, issues and state in one transaction (SYNC-4). A crash between
 * the two leaves the outbox as it was, so the same mutation is asked for again and decided again. Without a lock over all tabs (SYNC-3) another
 * tab may have changed a row since it was decided on: that decision is discarded, the row stands, and the next round decides again.
 */
export async function carryOut(db: CompanyDatabase, work: Work): Promise<CarriedOut> {
  const { decided = [], targets = new Map(), areNew = false, version } = work;
  for (const { row, decision } of decided) if (decision.doc !== undefined) target(targets, row.collection).set(row.id, decision.doc);
  const rows = decided.map(({ row }) => row);
  const { written, missed } = await writeTargets(db, targets, { rows, version, areNew });
  if (missed) {
    if (written > 0) await remember(db, { version }, written);
    if (version === undefined) throw new AppError('conflict');
    return { version, discarded: 1 };
  }
  const { changed, ...outcome } = await remember(db, { ...work, targets }, written);
  const restored: Targets = new Map();
  for (const row of changed) target(restored, row.collection).set(row.id, row.mine);
  await writeTargets(db, restored, { rows: changed });
  return outcome;
}

/**
 * What it was decided on is looked at again after the documents and before they are replaced: whatever changes it later changes the document too, and
 * a write that comes late misses (SYNC-42).
 */
async function writeTargets(
  db: CompanyDatabase,
  targets: Targets,
  { rows, version, areNew = false }: { rows: readonly OutboxRow[]; version?: number | undefined; areNew?: boolean },
): Promise<{ written: number; missed: boolean }> {
  let written = 0;
  for (const name of db.names) {
    const documents = targets.get(name);
    if (!documents || documents.size === 0) continue;
    const mine = rows.filter((row) => row.collection === name);
    const put = async (known: StoredDocuments) => {
      const now = await onDevice(db.device.outbox.bulkGet(mine.map(({ key }) => key)));
      if (version !== undefined && (await readState(db)).version !== version) return false;
      for (const [index, row] of mine.entries()) if (!isSameRow(now[index], row)) documents.delete(row.id);
      const done = await putStored(db, name, documents, known, new Map(mine.map((row) => [row.id, row])));
      written += done.written;
      return done.missed.length === 0;
    };
    const isFirst = areNew && ![...documents.values()].includes(null);
    const isDone = (isFirst && (await put(NOTHING_STORED))) || (await put(await findStored(db, name, [...documents.keys()])));
    if (!isDone) return { written, missed: true };
  }
  return { written, missed: false };
}

/** The targets of one collection, made when missing. */
export function target(targets: Targets, name: CollectionName): Map<string, SyncedRecord | null> {
  const known = targets.get(name) ?? new Map<string, SyncedRecord | null>();
  targets.set(name, known);
  return known;
}

/**
 * Outbox, issues and state in one transaction; also returns the rows that are there, but no longer what was decided on. Where another engine went on
 * while documents without a row were written, one of them may be what that one had done away with: everything is read again (SYNC-42).
 */
async function remember(
  { device, companyId }: CompanyDatabase,
  { decided = [], patch = {}, issues = [], targets = new Map(), version: from }: Work,
  written: number,
): Promise<CarriedOut & { changed: OutboxRow[] }> {
  return onDevice(
    device.transaction('rw', [device.outbox, device.issues, device.sync_state], async () => {
      const state = (await device.sync_state.get(companyId)) ?? freshSyncState(companyId, null);
      const isLate = from !== undefined && state.version !== from;
      const now = await device.outbox.bulkGet(decided.map(({ row }) => row.key));
      const isChanged = (_: unknown, index: number) => !isSameRow(now[index], decided[index]?.row);
      const standing = decided.filter((each, index) => !isChanged(each, index));
      await device.outbox.bulkPut(standing.flatMap(({ decision }) => (decision.row ? [decision.row] : [])));
      await device.outbox.bulkDelete(standing.flatMap(({ row, decision }) => (decision.row ? [] : [row.key])));
      await device.issues.bulkPut([...issues, ...standing.flatMap(({ decision }) => (decision.issue ? [decision.issue] : []))]);
      const others = await overtaken(device, companyId, decided, targets);
      const discarded = decided.length - standing.length + others.length + Number(isLate);
      const version = state.version + 1;
      const late = isLate && written > 0 ? { snapshot: 'unknown' } : {};
      await device.sync_state.put({ ...state, ...(discarded > 0 ? late : patched(patch, state)), version });
      return { version, discarded, changed: [...now.filter(isChanged).filter((row) => row !== undefined), ...others] };
    }),
  );
}

/** Rows that came up since of documents that were decided on without one: another tab wrote them meanwhile (SYNC-41). */
async function overtaken(device: DeviceDatabase, companyId: string, decided: readonly Decided[], targets: Targets): Promise<OutboxRow[]> {
  const known = new Set(decided.map(({ row }) => row.key));
  const isMeant = (key: string) => {
    const [name, id = ''] = key.split(':');
    return !known.has(key) && targets.get(name as CollectionName)?.has(id) === true;
  };
  const keys = (await device.outbox.where({ company_id: companyId }).primaryKeys()).filter(isMeant);
  return (await device.outbox.bulkGet(keys)).filter((row) => row !== undefined);
}

/** Whether nobody has written or sent it since. */
const isSameRow = (a: OutboxRow | undefined, b: OutboxRow | undefined): boolean =>
  a !== undefined && b !== undefined && a.rev === b.rev && a.flight?.rev === b.flight?.rev;

export const minting = (db: CompanyDatabase, shared: number | null = null): Minting => ({
  now: db.clock.now().toISOString(),
  newRev: () => db.newRev(),
  shared,
});

/** The company's unsynced rows. */
export const outboxOf = (db: CompanyDatabase): Promise<OutboxRow[]> =>
  onDevice(db.device.outbox.where({ company_id: db.companyId }).toArray());
