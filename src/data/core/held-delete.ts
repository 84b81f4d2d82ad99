import { outboxKey } from '#data/changes/outbox-row.ts';
import { AppError } from '#domain/errors.ts';
import type { CollectionName } from '#domain/registry.ts';
import type { CompanyDatabase } from './company-database.ts';
import { readStored } from './stored.ts';
import { removeRecord, takeBackDelete } from './write.ts';

/** As long as a message offers to undo, and a little longer: who presses at the last moment is in time. */
export const HELD_MS = 10_000;

/** Puts back what was deleted, as it was. AppError `too_late` once the server has heard of the delete. */
export type TakeBack = () => Promise<void>;

/** Whether the server never had the record and is not just being told of it. */
export async function isUnheardOf(db: CompanyDatabase, name: CollectionName, id: string): Promise<boolean> {
  const row = await db.device.outbox.get(outboxKey(name, id));
  return row !== undefined && row.base === null && row.flight === null;
}

/** Removes a record, and lets the server hear of it only when it is no longer offered to be taken back (SYNC-83). AppError `not_found`. */
export async function removeHeld(db: CompanyDatabase, name: CollectionName, id: string, heldMs = HELD_MS): Promise<TakeBack> {
  const record = (await readStored(db, name, [id])).get(id);
  if (!record) throw new AppError('not_found', { collection: name, id });
  const unsent = (await isUnheardOf(db, name, id)) ? record : null;
  await removeRecord(db, name, id, heldMs);
  return () => takeBackDelete(db, name, id, unsent);
}
