import type { CollectionName } from '#domain/registry.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import type { Operation } from './outbox-row.ts';

/** A change on its way to the server. */
export type PushChange = {
  readonly collection: CollectionName;
  readonly id: string;
  readonly mutation_id: string;
  readonly base_rev: string | null;
  readonly op: Operation;
  readonly doc: SyncedRecord | null;
};
/** What the server answered to it. */
export type PushResult = {
  readonly collection: CollectionName;
  readonly id: string;
  readonly mutation_id: string;
  readonly status: 'applied' | 'conflict' | 'rejected';
  /** The server's row now; null when it has none, or none that the caller may see. */
  readonly row: SyncedRecord | null;
  readonly code?: string | null;
  readonly message?: string | null;
  readonly details?: string | null;
  /** The mark of the answer, the same in all of its results; an older server gives none where nothing was applied. */
  readonly mark?: string;
};
