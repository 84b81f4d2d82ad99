import type { Table } from 'dexie';
import type { DeviceDatabase } from '#data/device/device-database.ts';
import { outboxKey } from '#data/changes/outbox-row.ts';
import { fileIdOf } from '#data/device/waiting-receipt.ts';
import { KEPT_RECEIPTS, keptIdOf } from '#data/receipts/kept-keys.ts';
import { databasesOf } from './wipe.ts';
import { withDevice } from '#data/device/with-device.ts';

/**
 * What only this device has, each thing once. `changes`, mails among them, wait to be sent, `receipts` to be uploaded or in forms not saved, `issues` for a decision,
 * `drafts` to be saved: what was typed into forms, which were said to be kept. `numbers`: of invoices, taken along and not used. They are no work; they go back before
 * a wipe, if there is a connection.
 */
export type UnsyncedWork = Readonly<Record<'changes' | 'receipts' | 'issues' | 'drafts' | 'numbers', number>> & {
  /** Names each of them as it is now, but the numbers: edited further, it is another thing. */
  readonly things: readonly string[];
};

export const NOTHING_UNSYNCED: UnsyncedWork = { changes: 0, receipts: 0, issues: 0, drafts: 0, numbers: 0, things: [] };

/** What could still be sent, or needs a decision. */
export const unsentOf = ({ changes, receipts, issues }: UnsyncedWork): number => changes + receipts + issues;

export const hasUnsyncedWork = (work: UnsyncedWork): boolean => unsentOf(work) + work.drafts > 0;

/** Whether a wipe would lose anything that a person was not told of. Counts say nothing of that: one thing may have been sent, and another one written. */
export const losesMore = (work: UnsyncedWork, told: UnsyncedWork): boolean => work.things.some((thing) => !told.things.includes(thing));

/** Counts what a wipe of this user's databases would lose, over all companies. */
export async function unsyncedWorkOf(userId: string): Promise<UnsyncedWork> {
  if ((await databasesOf(userId)).length === 0) return NOTHING_UNSYNCED;
  return withDevice(userId, (device) => workOn(device));
}

/** The same over all companies, or of one. */
export async function workOn(device: DeviceDatabase, companyId?: string): Promise<UnsyncedWork> {
  const of = <T, K, I>(table: Table<T, K, I>) => (companyId === undefined ? table.toCollection() : table.where({ company_id: companyId }));
  const [rows, mails, uploads, questions, drafts, leases] = await Promise.all([
    of(device.outbox).toArray(),
    of(device.mails).primaryKeys(),
    of(device.receipts).primaryKeys(),
    of(device.issues).toArray(),
    of(device.drafts).primaryKeys(),
    of(device.leases).toArray(),
  ]);
  const kept = drafts.filter((key) => key.startsWith(KEPT_RECEIPTS));
  const typed = await device.drafts.bulkGet(drafts.filter((key) => !key.startsWith(KEPT_RECEIPTS)));
  const receipts = [...new Set([...uploads.map(fileIdOf), ...kept.map(keptIdOf)])];
  // A receipt is one thing to a person: its record, its bytes and a refusal of either are not counted again.
  const ofReceipts = new Set(receipts.map((id) => outboxKey('files', id)));
  const changes = rows.filter(({ key }) => !ofReceipts.has(key));
  const issues = questions.filter(({ key }) => !ofReceipts.has(key));
  const versions = [
    ...changes.map(({ key, rev }) => `${key} ${rev}`),
    ...typed.flatMap((draft) => (draft ? `${draft.key} ${draft.changed_at}` : [])),
  ];
  return {
    changes: changes.length + mails.length,
    receipts: receipts.length,
    issues: issues.length,
    drafts: drafts.length - kept.length,
    numbers: leases.reduce((sum, { unused }) => sum + unused.length, 0),
    things: [...versions, ...mails, ...receipts, ...issues.map(({ id }) => id)],
  };
}
