import type { CollectionName } from '#domain/registry.ts';
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
  /** Of a delete: the server hears of it after this ISO instant, so that until then it can be taken back whole (SYNC-83). */
  readonly held_until?: string;
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
  /** Set while it could not be sent although the way was good: it steps aside, tried again alone and ever more rarely (SYNC-33). */
  readonly stuck?: { readonly tries: number; readonly reason: StuckReason };
  /** The flight that a newer edit replaced because it was stuck. Its fate is not known: the server may have it after all (SYNC-35). */
  readonly former?: Flight;
};

/** `too_large` for something on the way · `blocked` by it, or foreign in the answer · `server` fault · `no_answer` in time, or none at all. */
export type StuckReason = 'too_large' | 'blocked' | 'server' | 'no_answer';

/** Passing faults are nobody's business: a person hears of it after this many tries. */
const TRIES_BEFORE_TELLING = 3;
export const isStuck = ({ stuck }: Pick<OutboxRow, 'stuck'>): boolean => (stuck?.tries ?? 0) >= TRIES_BEFORE_TELLING;

/** Whether the server never had the record and is not just being told of it. */
export const isUnheardOf = (row: OutboxRow | undefined): boolean => row !== undefined && row.base === null && row.flight === null;

export const outboxKey = (collection: CollectionName, id: string) => `${collection}:${id}`;
