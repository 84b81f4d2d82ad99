import type { CollectionName } from '#data/registry.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';

export type Operation = 'upsert' | 'delete';

/** One mutation exactly as it was (or will be) sent. It never changes until its answer is known, so an answer that got lost can be asked for again. */
export type Flight = {
  /** The mutation id; for an upsert also `doc.rev`. */
  readonly rev: string;
  readonly op: Operation;
  readonly doc: SyncedRecord | null;
  readonly base_rev: string | null;
};

/** The unsynced state of one document: what the person wants, and what the server had when they started. The outbox is the queue and the write-ahead log. */
export type OutboxRow = {
  /** `<collection>:<id>`. */
  readonly key: string;
  readonly company_id: string;
  readonly collection: CollectionName;
  readonly id: string;
  readonly op: Operation;
  /** Names my current version. */
  readonly rev: string;
  /** My current version; null for a delete. The document in RxDB is a copy of it. */
  readonly mine: SyncedRecord | null;
  /** What a delete removed, so that it can be brought back as it was. */
  readonly dropped?: SyncedRecord;
  /** The server's version my edits started from; null when the server has none. */
  readonly base: SyncedRecord | null;
  /** What is on its way to the server, or null. Newer edits wait in `mine`. */
  readonly flight: Flight | null;
  /** When the first unsynced edit was made, ISO instant. */
  readonly queued_at: string;
  readonly changed_at: string;
  /** Answers that asked to try again later (a parent that is missing on the server). */
  readonly attempts: number;
  readonly last_error: string | null;
};

export const outboxKey = (collection: CollectionName, id: string) => `${collection}:${id}`;
