import type { CollectionName } from '#domain/registry.ts';
import type { CompanyDatabase } from './company-database.ts';
import { type Extras, removeRecord, takeBackDelete } from './write.ts';

/** As long as a message offers to undo, and a little longer: who presses at the last moment is in time. */
export const HELD_MS = 10_000;

/** Puts back what was deleted, as it was. AppError `too_late` once the server has heard of the delete. */
export type TakeBack = () => Promise<void>;

/** `isUnsent`: the server never had the record, and hears nothing of it. */
export type HeldDelete = { readonly isUnsent: boolean; readonly takeBack: TakeBack };

/** Removes a record, and lets the server hear of it only when it is no longer offered to be taken back (SYNC-83). AppError `not_found`. */
export async function removeHeld(db: CompanyDatabase, name: CollectionName, id: string, extras: Extras = {}): Promise<HeldDelete> {
  const unsent = await removeRecord(db, name, id, { heldMs: HELD_MS, ...extras });
  return { isUnsent: unsent !== null, takeBack: () => takeBackDelete(db, name, id, unsent) };
}
