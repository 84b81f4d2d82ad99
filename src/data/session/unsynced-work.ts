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
export type UnsyncedWork = Readonly<Record<'changes' | 'receipts' | 'issues' | 'drafts' | 'numbers', number>>;

export const NOTHING_UNSYNCED: UnsyncedWork = { changes: 0, receipts: 0, issues: 0, drafts: 0, numbers: 0 };

/** What could still be sent, or needs a decision. */
export const unsentOf = ({ changes, receipts, issues }: UnsyncedWork): number => changes + receipts + issues;

export const hasUnsyncedWork = (work: UnsyncedWork): boolean => unsentOf(work) + work.drafts > 0;

/** Whether a wipe would lose more than what a person was told of. */
export const losesMore = (work: UnsyncedWork, told: UnsyncedWork): boolean =>
  (['changes', 'receipts', 'issues', 'drafts'] as const).some((kind) => work[kind] > told[kind]);

/** Counts what a wipe of this user's databases would lose, over all companies. */
export async function unsyncedWorkOf(userId: string): Promise<UnsyncedWork> {
  if ((await databasesOf(userId)).length === 0) return NOTHING_UNSYNCED;
  return withDevice(userId, (device) => workOn(device));
}

/** The same over all companies, or of one. */
export async function workOn(device: DeviceDatabase, companyId?: string): Promise<UnsyncedWork> {
  const of = <T, K>(table: Table<T, K>) => (companyId === undefined ? table.toCollection() : table.where({ company_id: companyId }));
  const [changes, mails, uploads, issues, drafts, leases] = await Promise.all([
    of(device.outbox).primaryKeys(),
    of(device.mails).primaryKeys(),
    of(device.receipts).primaryKeys(),
    of(device.issues).toArray(),
    of(device.drafts).primaryKeys(),
    of(device.leases).toArray(),
  ]);
  const kept = drafts.filter((key) => key.startsWith(KEPT_RECEIPTS));
  const receipts = [...new Set([...uploads.map(fileIdOf), ...kept.map(keptIdOf)])];
  // A receipt is one thing to a person: its record, its bytes and a refusal of either are not counted again.
  const ofReceipts = new Set(receipts.map((id) => outboxKey('files', id)));
  return {
    changes: changes.filter((key) => !ofReceipts.has(key)).length + mails.length,
    receipts: receipts.length,
    issues: issues.filter(({ key }) => !ofReceipts.has(key)).length,
    drafts: drafts.length - kept.length,
    numbers: leases.reduce((sum, { unused }) => sum + unused.length, 0),
  };
}
