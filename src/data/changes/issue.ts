import type { CollectionName } from '#domain/registry.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';

/**
 * Why a person has to look:
 * `conflict` same field changed here and there, the server's value stands · `rejected` the server refused my version ·
 * `deleted_there` I edited what another person deleted · `edited_there` I deleted what another person edited · `company_lost` I am no longer a member ·
 * `lost_there` the server was set back and has lost it · `older_there` it has lost the version of this device ·
 * `not_sent` what waits could not be sent, though the way is good; this one is never stored, the outbox row says it (SYNC-33).
 */
export type IssueKind =
  | 'conflict'
  | 'rejected'
  | 'deleted_there'
  | 'edited_there'
  | 'company_lost'
  | 'lost_there'
  | 'older_there'
  | 'not_sent';

/** One open question about one document. Nothing but a person's decision removes it. */
export type SyncIssue = {
  /** `<collection>:<document id>:<rev of my version>`: the same refusal handled twice stays one issue. */
  readonly id: string;
  /** `<collection>:<document id>`. */
  readonly key: string;
  readonly company_id: string;
  readonly collection: CollectionName;
  readonly doc_id: string;
  readonly kind: IssueKind;
  /** My version; null when I deleted. */
  readonly mine: SyncedRecord | null;
  /** The server's version; null when it has none. */
  readonly theirs: SyncedRecord | null;
  /** What both started from; null for a new record. */
  readonly base: SyncedRecord | null;
  /** The fields where mine and theirs differ and both changed (`settings.tax.vat_id` for a leaf). */
  readonly fields: readonly string[];
  /** SQLSTATE, machine key and details of a refusal. */
  readonly code: string | null;
  readonly message: string | null;
  readonly details: string | null;
  readonly created_at: string;
};
