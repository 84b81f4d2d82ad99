import { sameContent } from './same-value.ts';
import type { IssueKind, SyncIssue } from './issue.ts';
import { type Flight, type OutboxRow, outboxKey } from './outbox-row.ts';
import { type CollectionName, registry } from '#domain/registry.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { differences, mergeRecords } from './merge.ts';
import type { PushResult } from './pushed.ts';

/** Rounds in which a change waits for a parent that the server does not have, before a person is asked. */
export const MAX_ATTEMPTS = 5;

/** What becomes of a document with unsynced work. `row` null: nothing left to tell the server. `doc` undefined: the document stays as it is. */
export type Decision = { readonly row: OutboxRow | null; readonly doc?: SyncedRecord | null; readonly issue?: SyncIssue };
export type Minting = {
  readonly now: string;
  readonly newRev: () => string;
  /** Of a server that was set back: until when, in ms, its history is the one that this device has seen. */
  readonly shared?: number | null;
};

/** The server answered the mutation in flight. An answer to any other mutation decides nothing: null (SYNC-6). */
export function answered(row: OutboxRow, result: PushResult, mint: Minting): Decision | null {
  const { flight, former } = row;
  if (!flight || flight.rev !== result.mutation_id) return null;
  // The server has what I took for unsent: a conflict with myself (SYNC-35).
  if (former && result.status === 'conflict' && result.row?.rev === former.rev) return applied(row, former, result.row, mint);
  if (result.status === 'applied') return applied(row, flight, result.row, mint);
  if (result.status === 'conflict') return conflicted(row, result, mint);
  return rejected(row, flight, result, mint);
}

/**
 * A pull brought the document (null: it is gone, or no longer for these eyes). Returns `later` while a mutation is in flight and its fate is
 * open: only its answer tells whether the row came before or after it (SYNC-8).
 */
export function arrived(row: OutboxRow, theirs: SyncedRecord | null, mint: Minting): Decision | 'later' {
  const { flight, base } = row;
  if (theirs !== null && theirs.rev === base?.rev) return { row };
  // What was sent on top of what the server lost comes too late for ever: it knows no such base.
  if (flight && !(base && isLost(base, theirs, mint))) {
    const isOwn = flight.op === 'upsert' ? theirs?.rev === flight.rev : theirs === null;
    return isOwn ? applied(row, flight, theirs, mint) : 'later';
  }
  if (theirs === null && base === null) return { row };
  return rebased(row, base, theirs, mint);
}

/** SYNC-5: the answer carries the stored row; what the server completed reaches the device, what I typed since then stays mine. */
function applied(row: OutboxRow, flight: Flight, theirs: SyncedRecord | null, mint: Minting): Decision {
  const isNewest = row.rev === flight.rev;
  if (isNewest) return { row: null, doc: theirs };
  if (flight.op === 'delete' || flight.doc === null) {
    return theirs === null ? { row: grounded({ ...row, base: null }) } : rebased(row, row.base, theirs, mint);
  }
  return rebased(row, flight.doc, theirs, mint, theirs?.rev === flight.rev ? 'mine' : 'theirs');
}

function conflicted(row: OutboxRow, result: PushResult, mint: Minting): Decision {
  const isUnseen = result.row === null && row.base === null && row.op === 'upsert';
  return isUnseen ? refused(row, result, mint) : rebased(row, row.base, result.row, mint);
}

function rejected(row: OutboxRow, flight: Flight, result: PushResult, mint: Minting): Decision {
  const isWaiting = result.message === 'missing_parent' && row.attempts < MAX_ATTEMPTS;
  if (isWaiting) return { row: { ...sent(row), attempts: row.attempts + 1, last_error: 'missing_parent' } };
  if (row.rev === flight.rev) return refused(row, result, mint);
  if (row.op === 'delete' && result.row === null) return { row: null, doc: null };
  const isMoved = (result.row?.rev ?? null) !== (row.base?.rev ?? null);
  return isMoved ? rebased(row, row.base, result.row, mint) : { row: grounded(row) }; // a newer version waits: it gets its own chance
}

/** SYNC-10: the refused version is kept as an issue, the document goes back to the server's state. */
function refused(row: OutboxRow, result: PushResult, mint: Minting): Decision {
  const { code = null, message = null, details = null } = result;
  return { row: null, doc: result.row, issue: issueOf(row, 'rejected', result.row, mint, { code, message, details }) };
}

/** The server has moved on from `ancestor`, which is what my version was made from, to `theirs`. */
function rebased(
  row: OutboxRow,
  ancestor: SyncedRecord | null,
  theirs: SyncedRecord | null,
  mint: Minting,
  prefer: 'theirs' | 'mine' = 'theirs',
): Decision {
  const isSetBack = ancestor !== null && ancestor === row.base && isLost(ancestor, theirs, mint);
  if (theirs === null) return gone(row, isSetBack ? 'lost_there' : 'deleted_there', mint);
  if (row.mine === null) return deletedHere(row, ancestor, theirs, mint);
  const base = isSetBack ? null : ancestor;
  const { merged, conflicts } = mergeRecords(registry[row.collection], { base, mine: row.mine, theirs }, prefer);
  const kind = isSetBack ? 'older_there' : 'conflict';
  const issue = conflicts.length > 0 ? { issue: issueOf(row, kind, theirs, mint, { fields: conflicts, base }) } : {};
  if (sameContent(merged, theirs)) return { row: null, doc: theirs, ...issue };
  const rev = mint.newRev();
  const mine = { ...merged, rev };
  return { row: { ...grounded(row), rev, mine, base: theirs }, doc: mine, ...issue };
}

/** A change is dated before its transaction ends: one that ended after another may have the earlier date. */
const OVERLAP_MS = 60_000;

/**
 * Whether the server, which now has `theirs`, has lost a version that it once gave. Dates are its own and grow. Of one that was set back a later
 * date proves nothing, for somebody may have edited the record there since: what is newer than the history that it shares with this device is lost.
 */
function isLost(known: SyncedRecord, theirs: SyncedRecord | null, { shared = null }: Pick<Minting, 'shared'>): boolean {
  const dated = Date.parse(known.updated_at);
  return (theirs !== null && Date.parse(theirs.updated_at) < dated) || (shared !== null && dated > shared - OVERLAP_MS);
}

/** Nobody on a device writes these: nothing of them could be uploaded again. */
const OF_THE_SERVER: ReadonlySet<CollectionName> = new Set(['members', 'activity_log', 'period_figures']);

/** SYNC-37: a document without unsynced work, and what a server that was set back says of it. Null: nothing was lost of it. */
export function lostThere(
  collection: CollectionName,
  known: SyncedRecord,
  theirs: SyncedRecord | null,
  mint: Pick<Minting, 'now' | 'shared'>,
): SyncIssue | null {
  if (OF_THE_SERVER.has(collection)) return null;
  if (theirs?.rev === known.rev || !isLost(known, theirs, mint)) return null;
  const fields = theirs ? differences(registry[collection], theirs, known) : [];
  if (theirs && fields.length === 0) return null;
  const { id, company_id, rev } = known;
  const row = { key: outboxKey(collection, id), company_id, collection, id, rev, mine: known, base: null };
  return issueOf(row, theirs ? 'older_there' : 'lost_there', theirs, mint, { fields });
}

/** SYNC-12: an edit of what another person deleted is never dropped silently. */
function gone(row: OutboxRow, kind: 'deleted_there' | 'lost_there', mint: Minting): Decision {
  if (row.mine === null) return { row: null, doc: null };
  return { row: null, doc: null, issue: issueOf(row, kind, null, mint) };
}

/** SYNC-13: nor is another person's edit of what I deleted. */
function deletedHere(row: OutboxRow, ancestor: SyncedRecord | null, theirs: SyncedRecord, mint: Minting): Decision {
  const isEdited = ancestor === null || (ancestor.rev !== theirs.rev && differences(registry[row.collection], ancestor, theirs).length > 0);
  if (!isEdited) return { row: grounded({ ...row, rev: mint.newRev(), base: theirs }) };
  return { row: null, doc: theirs, issue: issueOf(row, 'edited_there', theirs, mint) };
}

/** It got through to the server. */
const sent = ({ stuck: _stuck, former: _former, ...row }: OutboxRow): OutboxRow => row;

/** Nothing in flight any more. */
const grounded = (row: OutboxRow): OutboxRow => ({ ...sent(row), flight: null, attempts: 0, last_error: null });

/** The question for a person. Its id names my version, so the same answer handled twice asks once. */
export function issueOf(
  row: Pick<OutboxRow, 'key' | 'company_id' | 'collection' | 'id' | 'rev' | 'mine' | 'base'>,
  kind: IssueKind,
  theirs: SyncedRecord | null,
  mint: Pick<Minting, 'now'>,
  more: Partial<Pick<SyncIssue, 'fields' | 'base' | 'code' | 'message' | 'details'>> = {},
): SyncIssue {
  return {
    id: `${row.key}:${row.rev}`,
    key: row.key,
    company_id: row.company_id,
    collection: row.collection,
    doc_id: row.id,
    kind,
    mine: row.mine,
    theirs,
    base: row.base,
    fields: [],
    code: null,
    message: null,
    details: null,
    created_at: mint.now,
    ...more,
  };
}
