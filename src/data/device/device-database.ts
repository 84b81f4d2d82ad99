import { Dexie, type EntityTable, type Table } from 'dexie';
import { noticeHeld } from './held.ts';
import { createSharedHandles } from './shared-handles.ts';
import { staysTheSame } from './same-database.ts';
import { reportHealth, toStorageError } from './storage-health.ts';
import type { DeliveryNoteInput } from '#domain/delivery-notes/delivery-note.ts';
import type { SentKind, SentMail } from '#domain/mail/sent-mail.ts';
import type { NumberLease } from '#domain/numbering/number-lease.ts';
import type { SyncIssue } from '#data/changes/issue.ts';
import type { OutboxRow } from '#data/changes/outbox-row.ts';
import type { SyncState } from '#data/changes/sync-state.ts';

/** A company the signed-in user may open, kept for the picker when there is no network. */
export type KnownCompany = {
  id: string;
  name: string;
  logo_path: string | null;
  is_owner?: boolean;
  is_admin?: boolean;
  /** No longer a member; listed because this device still has unsynced work of it. The name may be unknown then. */
  is_former?: boolean;
};

/** Bytes of a receipt that the server does not have yet. `id` is the id of the file's record, with `original:` before it for its original bytes. */
export type WaitingReceipt = {
  id: string;
  company_id: string;
  expense_id: string | null;
  path: string;
  name: string;
  mime_type: string;
  size: number;
  sha256: string;
  bytes: Blob | ArrayBuffer;
  queued_at: string;
  attempts: number;
  last_error: string | null;
  /** ISO instant before which the queue leaves it alone. */
  next_try_at: string | null;
  /** `refused`: the server said no; the bytes stay until a person decides. */
  state: 'waiting' | 'uploading' | 'refused';
  /** Of an original: a person wants it sent over whatever line there is. */
  is_hurried?: boolean;
};

/** A receipt that was already shown once and can be shown offline. */
export type CachedFile = {
  id: string;
  company_id: string;
  sha256: string;
  mime_type: string;
  size: number;
  bytes: Blob | ArrayBuffer;
  used_at: string;
};

/** Numbers that this device took along, and which of them it has not used. */
export type KeptLease = NumberLease & {
  company_id: string;
  device_name: string;
  unused: number[];
  /** What is on its way back, until the server has answered. */
  returning?: number[];
};

/** A file that goes with a waiting mail, as it was made when the mail was written. */
export type MailAttachment = { role: 'document' | 'data' | 'more'; name: string; bytes: ArrayBuffer };

/** A mail or letter that has not left yet: only this device knows of it. Its id is the one the server knows it by. */
export type WaitingMail = {
  id: string;
  company_id: string;
  /** '' of a delivery note whose draft is gone. */
  invoice_id: string;
  /** Of a mail with a delivery note alone: which, and what of it stands in the file. */
  delivery_note?: { id: string; note: DeliveryNoteInput };
  /** The number of the document. */
  number: string;
  channel: 'mail' | 'post';
  kind: SentKind;
  to: string[];
  cc: string[];
  subject: string;
  body: string;
  /** What was open when it was written; null where its text names no claim. */
  open: number | null;
  level: number | null;
  reminder: SentMail['reminder'];
  attachments: MailAttachment[];
  queued_at: string;
  attempts: number;
  /** How many of these the mail server answered, by refusing for now; after a few a person is asked. */
  refusals?: number;
  /** ISO instant before which the queue leaves it alone. */
  next_try_at: string | null;
  /** `stopped`: the server said no, with `reason` and what it is about; it leaves only when a person says so. */
  state: 'waiting' | 'stopped';
  reason: string | null;
  detail: string;
  /** A person wants it sent although it may have gone out. */
  is_again?: boolean;
};

/** What was typed into a form that was never saved. `key` is `<form>:<record id or new>`. */
export type Draft = {
  key: string;
  company_id: string;
  values: unknown;
  changed_at: string;
  /** Since its form began to save it; what is typed after that is kept without. */ is_being_saved?: true;
};

/** Everything that is local by nature, one database per user. Unknown to the server except through the outbox. */
export class DeviceDatabase extends Dexie {
  declare readonly outbox: EntityTable<OutboxRow, 'key'>;
  declare readonly issues: EntityTable<SyncIssue, 'id'>;
  declare readonly sync_state: EntityTable<SyncState, 'company_id'>;
  declare readonly companies: EntityTable<KnownCompany, 'id'>;
  declare readonly mails: EntityTable<WaitingMail, 'id'>;
  declare readonly receipts: EntityTable<WaitingReceipt, 'id'>;
  declare readonly cached_files: EntityTable<CachedFile, 'id'>;
  declare readonly drafts: EntityTable<Draft, 'key'>;
  declare readonly leases: EntityTable<KeptLease, 'id'>;
  declare readonly meta: Table<unknown, string>;
  readonly userId: string;

  constructor(userId: string, options: ConstructorParameters<typeof Dexie>[1] = {}) {
    super(deviceDatabaseName(userId), { cache: 'disabled', ...options });
    this.userId = userId;
    this.version(1).stores({
      outbox: 'key, company_id',
      issues: 'id, company_id, key',
      sync_state: 'company_id',
      companies: 'id',
      receipts: 'id, company_id, expense_id',
      cached_files: 'id, company_id, used_at',
      drafts: 'key, company_id',
      aggregates: 'key, company_id',
      meta: '',
    });
    // Nothing was ever kept in it: sums lie beside their documents.
    this.version(2).stores({ aggregates: null });
    this.version(3).stores({ leases: 'id, company_id' });
    this.version(4).stores({ mails: 'id, company_id, invoice_id, state' });
  }
}

export const deviceDatabaseName = (userId: string) => `kontor-device-${userId}`;

/** The open device databases of this tab, shared: `acquire(userId)`, and one `release(userId)` for each. */
export const deviceDatabases = createSharedHandles<string, DeviceDatabase>({
  async open(userId) {
    const device = new DeviceDatabase(userId);
    device.on('versionchange', () => reportHealth('closed')); // Dexie lets go of it, so that the other tab's upgrade or wipe can go on
    staysTheSame(device);
    await noticeHeld(device.open()).catch((error: unknown) => {
      throw toStorageError(error);
    });
    return device;
  },
  close: async (device) => device.close(),
});
