import { liveQuery } from 'dexie';
import type { CommandContext } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { recordHere } from '#data/core/known-records.ts';
import type { DeviceDatabase, Draft } from '#data/device/device-database.ts';
import { onDevice } from '#data/device/storage-health.ts';
import type { CollectionName } from '#domain/registry.ts';
import { log } from '#platform/log/log.ts';
import { claimDraft } from './claim-draft.ts';

export type DraftKind = 'new' | 'edit';
/** `recordId` is the id that a new record will have, so that saving its draft twice makes one. */
export type StoredDraft<D> = { readonly recordId: string; readonly draft: D; readonly changedAt: string };
/** `release` gives the draft back; a tab that dies lets go by itself, because the claim is a Web Lock. */
export type ClaimedDraft<D> = StoredDraft<D> & { release(): void };

/** What was typed into one kind of form and not saved yet, on this device only. */
export type DraftShelf<D> = {
  keep(db: CompanyDatabase, place: DraftPlace, draft: D): Promise<void>;
  discard(db: CompanyDatabase, place: DraftPlace): Promise<void>;
  /** Notes that what is kept there is being saved, before it is: should the record be here and nothing be kept after that, it was. */
  beginSaving(db: CompanyDatabase, place: DraftPlace): Promise<void>;
  /** The draft of an edit that was never saved, or null. */
  ofEdit(db: CompanyDatabase, recordId: string): Promise<StoredDraft<D> | null>;
  /** Calls back when what was kept there is there no more: another tab with the same record saved it or gave it up. Returns what ends it. */
  onGone(db: CompanyDatabase, place: DraftPlace, listener: () => void): () => void;
  /** The latest draft of a record that is still new and that no other tab has open, or null. */
  claimNew(db: CompanyDatabase, ctx: CommandContext, locks?: LockManager): Promise<ClaimedDraft<D> | null>;
};
/** What the new drafts of a form become. */
export type Becomes<D> = {
  readonly collection: CollectionName;
  /** Completes what a save that died on the way began. Where it rejects, the draft waits for the next time. */
  readonly complete?: (db: CompanyDatabase, ctx: CommandContext, stored: StoredDraft<D>) => Promise<void>;
};
export type DraftPlace = { readonly kind: DraftKind; readonly recordId: string };

/** What a person's device did not take, by key: a form that is left and opened again in this tab has it all the same. */
const unkept = new WeakMap<DeviceDatabase, Map<string, Draft>>();
function unkeptOn({ device }: CompanyDatabase): Map<string, Draft> {
  const known = unkept.get(device) ?? new Map<string, Draft>();
  unkept.set(device, known);
  return known;
}

/** The drafts of the form of that name. */
export function draftShelf<D>(form: string, { collection, complete }: Becomes<D>): DraftShelf<D> {
  const keyOf = (db: CompanyDatabase, { kind, recordId }: DraftPlace) => `${form}:${db.companyId}:${kind}:${recordId}`;
  let lastClaim: Promise<unknown> = Promise.resolve();

  const newest = async (db: CompanyDatabase) => {
    const start = keyOf(db, { kind: 'new', recordId: '' });
    const kept = await onDevice(db.device.drafts.where('key').startsWith(start).toArray());
    const here = [...unkeptOn(db).values()].filter(({ key }) => key.startsWith(start));
    return [...kept, ...here]
      .map(({ key, values, changed_at, is_being_saved: isBeingSaved = false }) => ({
        recordId: key.slice(start.length),
        draft: values as D,
        changedAt: changed_at,
        isBeingSaved,
      }))
      .sort((a, b) => (a.changedAt < b.changedAt ? 1 : -1));
  };
  /** A draft whose record is here would show as new what is saved already, and saving it would write over what became of that since. */
  const isStillNew = async (db: CompanyDatabase, ctx: CommandContext, stored: StoredDraft<D> & { readonly isBeingSaved: boolean }) => {
    const { recordId, draft } = stored;
    try {
      if (!(await onDevice(recordHere(db, collection, recordId)))) return true;
      await complete?.(db, ctx, stored);
      // What was typed after it was saved, because a receipt found no room, is an edit of it; one that is begun already comes first.
      if (!stored.isBeingSaved) {
        if (await shelf.ofEdit(db, recordId)) return false;
        await shelf.keep(db, { kind: 'edit', recordId }, draft);
      }
      await shelf.discard(db, { kind: 'new', recordId });
    } catch (error) {
      log.warn('draft_not_settled', { error }); // it stays until the next time
    }
    return false;
  };
  const claimFirst = async (db: CompanyDatabase, ctx: CommandContext, locks?: LockManager) => {
    for (const stored of await newest(db)) {
      const release = await claimDraft(stored.recordId, locks);
      if (!release) continue;
      if (await isStillNew(db, ctx, stored)) return { ...stored, release };
      release();
    }
    return null;
  };

  const shelf: DraftShelf<D> = {
    async keep(db, place, draft) {
      const row = { key: keyOf(db, place), company_id: db.companyId, values: draft, changed_at: db.clock.now().toISOString() };
      const here = unkeptOn(db);
      here.set(row.key, row);
      await onDevice(db.device.drafts.put(row));
      if (here.get(row.key) === row) here.delete(row.key);
    },
    async discard(db, place) {
      unkeptOn(db).delete(keyOf(db, place));
      await onDevice(db.device.drafts.delete(keyOf(db, place)));
    },
    async beginSaving(db, place) {
      const [here, key] = [unkeptOn(db), keyOf(db, place)];
      const row = here.get(key);
      if (row) here.set(key, { ...row, is_being_saved: true });
      await onDevice(db.device.drafts.update(key, { is_being_saved: true }));
    },
    async ofEdit(db, recordId) {
      const key = keyOf(db, { kind: 'edit', recordId });
      const row = unkeptOn(db).get(key) ?? (await onDevice(db.device.drafts.get(key)));
      return row ? { recordId, draft: row.values as D, changedAt: row.changed_at } : null;
    },
    onGone(db, place, listener) {
      let wasThere = false;
      const count = liveQuery(() => db.device.drafts.where('key').equals(keyOf(db, place)).count());
      const following = count.subscribe({
        next: (found) => {
          if (wasThere && found === 0) listener();
          wasThere = found > 0;
        },
        error: () => undefined, // said above every page
      });
      return () => following.unsubscribe();
    },
    claimNew(db, ctx, locks) {
      const claim = lastClaim.then(() => claimFirst(db, ctx, locks));
      lastClaim = claim.catch(() => undefined);
      return claim;
    },
  };
  return shelf;
}
