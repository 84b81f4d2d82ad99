import { outboxKey } from '#data/device/outbox-row.ts';
import { databasesOf } from './wipe.ts';
import { withDevice } from './with-device.ts';

/** What only this device has, each thing once. `changes` wait to be sent, `receipts` to be uploaded, `issues` for a decision. */
export type UnsyncedWork = { readonly changes: number; readonly receipts: number; readonly issues: number };

export const NOTHING_UNSYNCED: UnsyncedWork = { changes: 0, receipts: 0, issues: 0 };

export const hasUnsyncedWork = (work: UnsyncedWork): boolean => work.changes + work.receipts + work.issues > 0;

/** Counts what a wipe of this user's databases would lose, over all companies. */
export async function unsyncedWorkOf(userId: string): Promise<UnsyncedWork> {
  if ((await databasesOf(userId)).length === 0) return NOTHING_UNSYNCED;
  return withDevice(userId, async (device) => {
    const [changes, receipts, issues] = await Promise.all([
      device.outbox.toCollection().primaryKeys(),
      device.receipts.toCollection().primaryKeys(),
      device.issues.toArray(),
    ]);
    // A receipt is one thing to a person: its record, its bytes and a refusal of either are not counted again.
    const ofReceipts = new Set(receipts.map((id) => outboxKey('files', id)));
    return {
      changes: changes.filter((key) => !ofReceipts.has(key)).length,
      receipts: receipts.length,
      issues: issues.filter(({ key }) => !ofReceipts.has(key)).length,
    };
  });
}
