import type { Table } from 'dexie';
import { type LocalEdit, locallyEdited } from '#data/changes/local-edit.ts';
import { type OutboxRow, outboxKey } from '#data/changes/outbox-row.ts';
import { storable } from '#data/changes/storable.ts';
import { onDevice } from '#data/device/storage-health.ts';
import { type CollectionName, registry } from '#domain/registry.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import type { CompanyDatabase } from './company-database.ts';
import { toRecord } from './stored-form.ts';
import { findStored, putStored, recordsOf } from './stored.ts';

export type Decide = (current: SyncedRecord | null, row: OutboxRow | undefined) => SyncedRecord | null;
type Wish = {
  readonly name: CollectionName;
  readonly id: string;
  readonly decide: Decide;
  /** How much later than now it happened: of several at once, each a little after the one before. */
  readonly laterMs?: number;
  /** How much later the server hears of it. */
  readonly heldMs?: number;
};
/** An edit that was decided and is not written yet. */
export type PlannedEdit = {
  readonly key: string;
  readonly row: OutboxRow | undefined;
  readonly change: LocalEdit;
  /** Puts down the document. */
  write(): Promise<void>;
  /** Who wrote or settled it since has put down the document too: the newer one (SYNC-42). */
  isStillMine(): Promise<boolean>;
};

/** Decides an edit by the newest version on this device. */
export async function plannedEdit(db: CompanyDatabase, { name, id, decide, laterMs = 0, heldMs = 0 }: Wish): Promise<PlannedEdit> {
  const { outbox } = db.device;
  const key = outboxKey(name, id);
  const [row, known] = await Promise.all([onDevice(outbox.get(key)), findStored(db, name, [id])]);
  const stored = row ? null : (recordsOf(name, known).get(id) ?? null);
  const decided = decide(structuredClone(row ? row.mine : stored), row);
  const atMs = db.clock.now().getTime() + laterMs;
  const at = new Date(atMs).toISOString();
  const rev = db.newRev();
  const next = decided && { ...storable(toRecord(registry[name], decided)), id, company_id: db.companyId, updated_at: at, rev };
  const held = heldMs > 0 && { heldUntil: new Date(atMs + heldMs).toISOString() };
  const change = locallyEdited({ companyId: db.companyId, collection: name, id, row: row ?? null, stored, next, rev, at, ...held });
  const isStillMine = async () => (await onDevice(outbox.get(key)))?.rev === (change.row ?? row)?.rev;
  const targets = new Map([[id, change.doc]]);
  const ended = new Map(row && [[id, row]]);
  const write = async () => {
    for (let seen = known; (await putStored(db, name, targets, seen, ended)).missed.length > 0;) {
      seen = await findStored(db, name, [id]);
      if (!(await isStillMine())) return;
    }
  };
  return { key, row, change, write, isStillMine };
}

export type Step = { readonly key: string; readonly from: OutboxRow | undefined; readonly to: OutboxRow | undefined };
type Also = {
  /** What is written together with them; false leaves all as they are. */
  readonly write: () => Promise<boolean | void>;
  readonly table: Table;
};

/** Puts rows in the place of others, all of them or none: false where one of them no longer stands there. */
export function replaceRows({ device }: CompanyDatabase, steps: readonly Step[], also?: Also): Promise<boolean> {
  const { outbox } = device;
  return onDevice(
    device.transaction('rw', [outbox, ...(also ? [also.table] : [])], async () => {
      const now = await Promise.all(steps.map(({ key }) => outbox.get(key)));
      if (steps.some(({ from }, place) => now[place]?.rev !== from?.rev || now[place]?.flight?.rev !== from?.flight?.rev)) return false;
      if ((await also?.write()) === false) return false;
      for (const { key, to } of steps) await (to ? outbox.put(to) : outbox.delete(key));
      return true;
    }),
  );
}
