import { type OutboxRow, outboxKey } from './outbox-row.ts';
import type { CollectionName } from '#domain/registry.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { sameContent } from './same-value.ts';

type Input = {
  readonly companyId: string;
  readonly collection: CollectionName;
  readonly id: string;
  /** The document's outbox row, if it has unsynced work. */
  readonly row: OutboxRow | null;
  /** The document when it has none: then it is the server's version. */
  readonly stored: SyncedRecord | null;
  /** What the person wants; null to delete. */
  readonly next: SyncedRecord | null;
  readonly rev: string;
  readonly at: string;
  /** Of a delete that the server shall hear of later. */
  readonly heldUntil?: string;
};
/** What to keep: `row` null means nothing is left to tell the server; `doc` is the document afterwards. */
export type LocalEdit = { readonly id: string; readonly row: OutboxRow | null; readonly doc: SyncedRecord | null };

/** The outbox row after an edit by the person. The base stays what the server had at the first unsynced edit. */
export function locallyEdited({ companyId, collection, id, row, stored, next, rev, at, heldUntil }: Input): LocalEdit {
  const base = row ? row.base : stored;
  if (!row?.flight) {
    if (next === null && base === null) return { id, row: null, doc: null };
    if (next !== null && base !== null && sameContent(next, base)) return { id, row: null, doc: base };
  }
  const dropped = next ? null : (row?.mine ?? row?.dropped ?? stored);
  return {
    id,
    doc: next,
    row: {
      key: outboxKey(collection, id),
      company_id: companyId,
      collection,
      id,
      op: next ? 'upsert' : 'delete',
      rev,
      mine: next,
      ...(dropped ? { dropped } : {}),
      ...(heldUntil !== undefined && { held_until: heldUntil }),
      base,
      flight: row?.flight ?? null,
      queued_at: row?.queued_at ?? at,
      changed_at: at,
      attempts: row?.attempts ?? 0,
      last_error: row?.last_error ?? null,
      ...(row?.stuck && { stuck: row.stuck }),
      ...(row?.former && { former: row.former }),
    },
  };
}
