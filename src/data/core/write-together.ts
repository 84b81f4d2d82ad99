import type { SyncedRecord } from '#domain/shared/record.ts';
import type { CollectionName } from '#domain/registry.ts';
import type { CompanyDatabase } from './company-database.ts';
import { plannedEdit, type PlannedEdit, replaceRows } from './outbox-edit.ts';

type Part = { readonly name: CollectionName; readonly id: string; readonly decide: (current: SyncedRecord | null) => SyncedRecord | null };

/**
 * Several records as one act: the intents of all go down in one step, so a crash leaves all of them or none (SYNC-1), and they are sent in this order.
 * A part that decides on null removes its record.
 */
export async function writeTogether(db: CompanyDatabase, parts: readonly Part[]): Promise<readonly (SyncedRecord | null)[]> {
  for (;;) {
    const done = await db.exclusive(() => together(db, parts));
    if (done) return done.map(({ change }) => change.doc);
  }
}

/** Null: another tab, which did not wait for the lock, wrote in between, and all is decided again (SYNC-41). */
async function together(db: CompanyDatabase, parts: readonly Part[]): Promise<readonly PlannedEdit[] | null> {
  const plans = await Promise.all(parts.map((part, place) => plannedEdit(db, { ...part, laterMs: place })));
  const steps = plans.map(({ key, row, change }) => ({ key, from: row, to: change.row ?? undefined }));
  // Of what the server never needs to hear the document goes first (SYNC-2): a crash before the intents brings it back.
  const untold = plans.filter(({ change }) => !change.row);
  for (const { write, isStillMine } of untold) {
    if (!(await isStillMine())) return null;
    await write();
  }
  if (!(await replaceRows(db, steps))) return null;
  for (const [place, { write, isStillMine }] of plans.entries()) {
    try {
      await write();
    } catch (error) {
      // From the first document on, and where they can't be taken back, the intents stand for the act: whoever opens the company next puts down the rest.
      if (place + untold.length > 0) break;
      const takenBack = replaceRows(
        db,
        steps.map(({ key, from, to }) => ({ key, from: to, to: from })),
      );
      if (await takenBack.catch(async () => !(await isStillMine()))) throw error;
    }
  }
  return plans;
}
