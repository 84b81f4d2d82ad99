import type { CompanyDatabase } from '#data/core/company-database.ts';
import { toStorageError } from '#data/device/storage-health.ts';
import { NOTHING_STORED, writeStored } from '#data/core/stored.ts';
import type { DeviceDatabase } from '#data/device/device-database.ts';
import type { SyncIssue } from '#data/changes/issue.ts';
import type { OutboxRow } from '#data/changes/outbox-row.ts';
import { freshSyncState, type SyncState } from '#data/changes/sync-state.ts';
import type { CollectionName } from '#domain/registry.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import type { Decision, Minting } from '#data/changes/decide.ts';

export async function readState(db: CompanyDatabase): Promise<SyncState> {
  return (await guarded(db.device.sync_state.get(db.companyId))) ?? freshSyncState(db.companyId, null);
}

/** Merges into the state; `version` stays. */
export async function patchState(
  db: CompanyDatabase,
  patch: Partial<SyncState> | ((current: SyncState) => Partial<SyncState>),
): Promise<void> {
  const { device } = db;
  const write = async () => {
    const current = await currentState(db);
    await device.sync_state.put({ ...current, ...(typeof patch === 'function' ? patch(current) : patch) });
  };
  await guarded(device.transaction('rw', device.sync_state, write));
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
  readonly patch?: Partial<SyncState>;
  /** Questions about documents without unsynced work. */
  readonly issues?: readonly SyncIssue[];
  /** None of the targets is expected on disk: spares the look. */
  readonly areNew?: boolean;
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
export async function carryOut(
  db: CompanyDatabase,
  { decided = [], targets = new Map(), patch = {}, issues = [], areNew = false }: Work,
): Promise<CarriedOut> {
  for (const { row, decision } of decided) if (decision.doc !== undefined) target(targets, row.collection).set(row.id, decision.doc);
  await writeTargets(db, targets, areNew);
  const { version, discarded, changed } = await remember(db, { decided, patch, issues, targets });
  const restored: Targets = new Map();
  for (const row of changed) target(restored, row.collection).set(row.id, row.mine as SyncedRecord | null);
  await writeTargets(db, restored, false);
  return { version, discarded };
}

async function writeTargets(db: CompanyDatabase, targets: Targets, areNew: boolean): Promise<void> {
  for (const name of db.names) {
    const documents = targets.get(name);
    if (documents && documents.size > 0) await writeStored(db, name, documents, areNew ? NOTHING_STORED : undefined);
  }
}

/** The targets of one collection, made when missing. */
export function target(targets: Targets, name: CollectionName): Map<string, SyncedRecord | null> {
  const known = targets.get(name) ?? new Map<string, SyncedRecord | null>();
  targets.set(name, known);
  return known;
}

/** Outbox, issues and state in one transaction; also returns the rows that are there, but no longer what was decided on. */
async function remember(
  { device, companyId }: CompanyDatabase,
  { decided = [], patch = {}, issues = [], targets = new Map() }: Work,
): Promise<CarriedOut & { changed: OutboxRow[] }> {
  return guarded(
    device.transaction('rw', [device.outbox, device.issues, device.sync_state], async () => {
      const state = (await device.sync_state.get(companyId)) ?? freshSyncState(companyId, null);
      const now = await device.outbox.bulkGet(decided.map(({ row }) => row.key));
      const isChanged = (_: unknown, index: number) => !isSameRow(now[index], decided[index]?.row);
      const standing = decided.filter((each, index) => !isChanged(each, index));
      await device.outbox.bulkPut(standing.flatMap(({ decision }) => (decision.row ? [decision.row] : [])));
      await device.outbox.bulkDelete(standing.flatMap(({ row, decision }) => (decision.row ? [] : [row.key])));
      await device.issues.bulkPut([...issues, ...standing.flatMap(({ decision }) => (decision.issue ? [decision.issue] : []))]);
      const written = await overtaken(device, companyId, decided, targets);
      const discarded = decided.length - standing.length + written.length;
      const version = state.version + 1;
      await device.sync_state.put({ ...state, ...(discarded > 0 ? {} : patch), version });
      return { version, discarded, changed: [...now.filter(isChanged).filter((row) => row !== undefined), ...written] };
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
  guarded(db.device.outbox.where({ company_id: db.companyId }).toArray());

export async function guarded<T>(call: PromiseLike<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw toStorageError(error);
  }
}
