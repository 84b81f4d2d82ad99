import { type LocalEdit, locallyEdited } from '#data/changes/local-edit.ts';
import { type OutboxRow, outboxKey } from '#data/changes/outbox-row.ts';
import { storable } from '#data/changes/storable.ts';
import { toStorageError } from '#data/device/storage-health.ts';
import { type CollectionName, registry } from '#domain/registry.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import type { CompanyDatabase } from './company-database.ts';
import { toRecord } from './stored-form.ts';
import { findStored, putStored, recordsOf } from './stored.ts';

type Part = { readonly name: CollectionName; readonly id: string; readonly decide: (current: SyncedRecord | null) => SyncedRecord };
type Planned = { readonly key: string; readonly row: OutboxRow | undefined; readonly change: LocalEdit; write(): Promise<void> };

/**
 * Several records as one act: the intents of all go down in one step, so a crash leaves all of them or none (SYNC-1), and they are sent in this order.
 * Each part leaves something to tell the server.
 */
export async function writeTogether(db: CompanyDatabase, parts: readonly Part[]): Promise<readonly (SyncedRecord | null)[]> {
  for (;;) {
    const done = await db.exclusive(() => together(db, parts));
    if (done) return done.map(({ change }) => change.doc);
  }
}

/** Null: another tab, which did not wait for the lock, wrote in between, and all is decided again (SYNC-41). */
async function together(db: CompanyDatabase, parts: readonly Part[]): Promise<readonly Planned[] | null> {
  const plans = await Promise.all(parts.map((part, place) => planned(db, part, place)));
  const steps = plans.map(({ key, row, change }) => ({ key, from: row, to: change.row ?? undefined }));
  if (!(await replaceRows(db, steps))) return null;
  for (const [place, { write }] of plans.entries()) {
    try {
      await write();
    } catch (error) {
      // From the first document on, the intents stand for the act: whoever opens the company next puts down the rest.
      if (place > 0) break;
      await replaceRows(
        db,
        steps.map(({ key, from, to }) => ({ key, from: to, to: from })),
      ).catch(() => undefined);
      throw error;
    }
  }
  return plans;
}

async function planned(db: CompanyDatabase, { name, id, decide }: Part, place: number): Promise<Planned> {
  const key = outboxKey(name, id);
  const [row, known] = await Promise.all([storageCall(db.device.outbox.get(key)), findStored(db, name, [id])]);
  const stored = row ? null : (recordsOf(name, known).get(id) ?? null);
  const decided = decide(structuredClone(row ? row.mine : stored));
  const at = new Date(db.clock.now().getTime() + place).toISOString();
  const rev = db.newRev();
  const next = { ...storable(toRecord(registry[name], decided)), id, company_id: db.companyId, updated_at: at, rev };
  const change = locallyEdited({ companyId: db.companyId, collection: name, id, row: row ?? null, stored, next, rev, at });
  const targets = new Map([[id, change.doc]]);
  const ended = new Map(row && [[id, row]]);
  const write = async () => {
    for (let seen = known; (await putStored(db, name, targets, seen, ended)).missed.length > 0;) {
      seen = await findStored(db, name, [id]);
      // Who wrote it since has put down the document too: the newer one (SYNC-42).
      if ((await storageCall(db.device.outbox.get(key)))?.rev !== change.row?.rev) return;
    }
  };
  return { key, row, change, write };
}

type Step = { readonly key: string; readonly from: OutboxRow | undefined; readonly to: OutboxRow | undefined };

/** Puts rows in the place of others, all of them or none. */
function replaceRows({ device }: CompanyDatabase, steps: readonly Step[]): Promise<boolean> {
  const { outbox } = device;
  return storageCall(
    device.transaction('rw', outbox, async () => {
      const now = await outbox.bulkGet(steps.map(({ key }) => key));
      if (steps.some(({ from }, place) => now[place]?.rev !== from?.rev || now[place]?.flight?.rev !== from?.flight?.rev)) return false;
      await outbox.bulkDelete(steps.filter(({ to }) => !to).map(({ key }) => key));
      await outbox.bulkPut(steps.flatMap(({ to }) => to ?? []));
      return true;
    }),
  );
}

async function storageCall<T>(call: PromiseLike<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw toStorageError(error);
  }
}
