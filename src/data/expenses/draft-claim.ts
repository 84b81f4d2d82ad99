import type { CompanyDatabase } from '#data/core/company-database.ts';
import { claimDraft } from '#data/drafts/claim-draft.ts';
import { newDrafts, type StoredDraft } from './expense-drafts.ts';

let lastClaim: Promise<unknown> = Promise.resolve();

/**
 * The latest draft of a new expense that no other tab has open, or null. It stays this tab's until `release`;
 * a tab that dies lets go by itself, because the claim is a Web Lock.
 */
export function claimNewDraft(
  db: CompanyDatabase,
  locks: LockManager | undefined = globalThis.navigator?.locks,
): Promise<ClaimedDraft | null> {
  const claim = lastClaim.then(() => claimFirst(db, locks));
  lastClaim = claim.catch(() => undefined);
  return claim;
}

export type ClaimedDraft = { readonly draft: StoredDraft; release(): void };

async function claimFirst(db: CompanyDatabase, locks: LockManager | undefined): Promise<ClaimedDraft | null> {
  for (const draft of await newDrafts(db)) {
    const release = await claimDraft(draft.expenseId, locks);
    if (release) return { draft, release };
  }
  return null;
}
