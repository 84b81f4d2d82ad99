import type { CompanyDatabase } from '#data/core/company-database.ts';
import { toStorageError } from '#data/core/storage-health.ts';
import { claimDraft } from './claim-draft.ts';

export type DraftKind = 'new' | 'edit';
export type StoredDraft<D> = { readonly draft: D; readonly changedAt: string };
/** `release` gives the draft back; a tab that dies lets go by itself, because the claim is a Web Lock. */
export type ClaimedDraft<D> = StoredDraft<D> & { release(): void };

/** What was typed into one kind of form and not saved yet, on this device only. */
export type DraftShelf<D> = {
  keep(db: CompanyDatabase, kind: DraftKind, draft: D): Promise<void>;
  discard(db: CompanyDatabase, kind: DraftKind, recordId: string): Promise<void>;
  /** The draft of an edit that was never saved, or null. */
  ofEdit(db: CompanyDatabase, recordId: string): Promise<StoredDraft<D> | null>;
  /** The latest draft of a new record that no other tab has open, or null. */
  claimNew(db: CompanyDatabase, locks?: LockManager): Promise<ClaimedDraft<D> | null>;
};

/** The drafts of a form; `recordIdOf` names the record that a draft will become, so that saving it twice makes one. */
export function draftShelf<D>(form: string, recordIdOf: (draft: D) => string): DraftShelf<D> {
  const keyOf = (db: CompanyDatabase, kind: DraftKind, recordId: string) => `${form}:${db.companyId}:${kind}:${recordId}`;
  let lastClaim: Promise<unknown> = Promise.resolve();

  const newest = async (db: CompanyDatabase) => {
    const rows = await db.device.drafts
      .where('key')
      .startsWith(keyOf(db, 'new', ''))
      .toArray();
    return rows.sort((a, b) => (a.changed_at < b.changed_at ? 1 : -1));
  };
  const claimFirst = async (db: CompanyDatabase, locks?: LockManager) => {
    for (const row of await newest(db)) {
      const draft = row.values as D;
      const release = await claimDraft(recordIdOf(draft), locks);
      if (release) return { draft, changedAt: row.changed_at, release };
    }
    return null;
  };

  return {
    async keep(db, kind, draft) {
      const row = { key: keyOf(db, kind, recordIdOf(draft)), company_id: db.companyId, values: draft };
      try {
        await db.device.drafts.put({ ...row, changed_at: db.clock.now().toISOString() });
      } catch (error) {
        throw toStorageError(error);
      }
    },
    async discard(db, kind, recordId) {
      await db.device.drafts.delete(keyOf(db, kind, recordId));
    },
    async ofEdit(db, recordId) {
      const row = await db.device.drafts.get(keyOf(db, 'edit', recordId));
      return row ? { draft: row.values as D, changedAt: row.changed_at } : null;
    },
    claimNew(db, locks) {
      const claim = lastClaim.then(() => claimFirst(db, locks));
      lastClaim = claim.catch(() => undefined);
      return claim;
    },
  };
}
