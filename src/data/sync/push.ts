import { type Flight, type OutboxRow, outboxKey } from '#data/changes/outbox-row.ts';
import { AppError } from '#domain/errors.ts';
import { COLLECTION_NAMES, type CollectionName } from '#domain/registry.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { type FailedPush, sendable } from './aside.ts';
import type { SyncContext } from './context.ts';
import { answered } from '#data/changes/decide.ts';
import { knowsMark } from './history.ts';
import { carryOut, type Decided, minting, outboxOf, readState, releaseHeld } from './sync-store.ts';
import type { SyncState } from '#data/changes/sync-state.ts';
import { TransportError } from './transport.ts';
import type { PushChange, PushResult } from '#data/changes/pushed.ts';
import { onDevice } from '#data/device/storage-health.ts';

/** What a round of pushing left behind. */
export type PushRound = {
  /** Batches that were answered. */
  readonly answered: number;
  /** Changes that wait for a parent. */
  readonly deferred: number;
  readonly failed: FailedPush | null;
  /** The server was set back: what it answered last waits until the next pull has told what it lost. */
  readonly isSetBack: boolean;
};

/**
 * Sends every waiting change once, in batches, and decides what the server answered. One batch travels at a time; what was answered about the one
 * before is written meanwhile (SYNC-7). Ends with the first batch that could not be sent.
 */
export async function pushAll(context: SyncContext): Promise<PushRound> {
  const { db, transport, signal } = context;
  const tried = new Set<string>();
  let [count, deferred] = [0, 0];
  let last: Answer | null = null;
  const settleLast = async (): Promise<boolean> => {
    const answer = last;
    last = null;
    const waiting = answer ? await db.exclusive(() => settle(context, answer)) : 0;
    deferred += waiting ?? 0;
    return waiting !== null;
  };
  const round = (rest: Partial<PushRound> = {}): PushRound => ({ answered: count, deferred, failed: null, isSetBack: false, ...rest });
  for (;;) {
    signal.throwIfAborted();
    const batch = await db.exclusive(() => markFlights(context, tried));
    if (batch.length === 0 && last === null) return round();
    const answer = batch.length > 0 ? transport.push(db.companyId, batch, signal) : null;
    answer?.then(undefined, () => undefined); // should what follows fail, nobody hears of it: it goes out again
    if (!(await settleLast())) return round({ isSetBack: true });
    if (!answer) continue; // what waited for the last batch may go now
    const results = await received(context, batch, answer);
    signal.throwIfAborted();
    if (results instanceof TransportError) return round({ failed: { batch, error: results } });
    const state = await readState(db);
    if (await isAnsweredByOlder(context, state, batch, results)) return round({ isSetBack: true });
    last = { results, follows: state.push_mark ?? null };
    count += 1;
  }
}

/**
 * An older server knows neither the base of a change nor what was pushed before, and its answer looks like another person's edit: a difference is
 * believed, and a mark gives way to the next, only when the server still has the history they belong to (SYNC-36).
 */
async function isAnsweredByOlder(
  context: SyncContext,
  { mark, push_mark: pushed }: SyncState,
  batch: readonly PushChange[],
  results: readonly PushResult[],
): Promise<boolean> {
  const bases = new Map(batch.map((change) => [change.mutation_id, change.base_rev]));
  const isMoved = results.some(({ status, row, mutation_id: id }) => status !== 'applied' && (row?.rev ?? null) !== bases.get(id));
  return !!((pushed && !(await knowsMark(context, pushed))) || (isMoved && mark && !(await knowsMark(context, mark))));
}

/** What says nothing about what was sent. */
const OF_THE_SESSION: ReadonlySet<string> = new Set(['second_factor', 'other_user', 'not_a_member']);

/** A batch too large for a body limit, a time limit or a statement timeout would fail for ever: the next one is smaller (SYNC-31). */
async function received(
  { limits, pace }: SyncContext,
  batch: readonly PushChange[],
  answer: Promise<readonly PushResult[]>,
): Promise<readonly PushResult[] | TransportError> {
  try {
    const results = await answer;
    pace.changes = Math.min(limits.push, Math.ceil(pace.changes * 1.25));
    return results;
  } catch (error) {
    if (!(error instanceof TransportError) || OF_THE_SESSION.has(error.kind)) throw error;
    if (error.kind === 'server' || error.kind === 'timeout') pace.changes = Math.max(1, Math.floor(batch.length / 2));
    return error;
  }
}

/** Whether something may go that has not been sent. */
export async function hasUnsent(context: SyncContext): Promise<boolean> {
  return sendable(context, await outboxOf(context.db), revToSend).some((row) => row.flight === null);
}

/**
 * Chooses the next batch and freezes what is sent (SYNC-5). Parents go before children; deletes go when no other change waits any more,
 * children before parents, so that nothing is refused for a reference that an edit in the queue takes away. What was stuck goes alone, last, and what
 * was tried least goes first of it: else two that never get through would be in its way whenever a person asks.
 */
async function markFlights(context: SyncContext, tried: Set<string>): Promise<PushChange[]> {
  const { db, pace } = context;
  const waiting = sendable(context, await outboxOf(db), revToSend).filter((row) => !tried.has(row.key));
  const whole = waiting.filter((row) => !row.stuck);
  const upserts = whole.filter((row) => nextFlight(row).op === 'upsert').sort(byRank(1));
  const chosen = upserts.length > 0 ? upserts : whole.sort(byRank(-1));
  const batch = whole.length > 0 ? chosen.slice(0, pace.changes) : waiting.sort(byTries).slice(0, 1);
  if (batch.length === 0) return [];
  for (const row of batch) tried.add(row.key);
  const marked = await onDevice(
    db.device.transaction('rw', db.device.outbox, async () => {
      // As it is now: without a lock over all tabs another one may have written meanwhile (SYNC-3).
      const now = await db.device.outbox.bulkGet(batch.map((row) => row.key));
      const rows = now.filter((row) => row !== undefined).map((row) => ({ row, flight: nextFlight(row) }));
      await db.device.outbox.bulkPut(rows.filter(({ row, flight }) => row.flight !== flight).map(({ row, flight }) => taken(row, flight)));
      return rows;
    }),
  );
  return marked.map(({ row, flight: { rev, op, doc, base_rev } }) => {
    const { collection, id } = row;
    return { collection, id, mutation_id: rev, base_rev, op, doc };
  });
}

/** What was sent and not answered is sent again, unchanged; newer edits wait behind it, unless it can't be sent: then they go instead (SYNC-35). */
function nextFlight(row: OutboxRow): Flight {
  if (row.flight && (!row.stuck || row.flight.rev === row.rev)) return row.flight;
  return { rev: row.rev, op: row.op, doc: row.mine as SyncedRecord | null, base_rev: row.base?.rev ?? null };
}

const revToSend = (row: OutboxRow) => nextFlight(row).rev;
const taken = (row: OutboxRow, flight: Flight): OutboxRow => ({ ...row, flight, ...(row.flight && { former: row.flight }) });

const rank = Object.fromEntries(COLLECTION_NAMES.map((name, index) => [name, index])) as Record<CollectionName, number>;

function byRank(direction: 1 | -1) {
  return (a: OutboxRow, b: OutboxRow) =>
    direction * (rank[a.collection] - rank[b.collection]) ||
    (a.queued_at < b.queued_at ? -1 : a.queued_at > b.queued_at ? 1 : a.key < b.key ? -1 : 1);
}

const byTries = (a: OutboxRow, b: OutboxRow) => (a.stuck?.tries ?? 0) - (b.stuck?.tries ?? 0) || byRank(1)(a, b);

/** An answer, and the mark of a push that the server was asked about after it: the only one that its own may take the place of. */
type Answer = { readonly results: readonly PushResult[]; readonly follows: string | null };

/**
 * Returns how many changes wait for a parent; null where another leader's push was answered meanwhile, whose mark nobody has asked about: nothing is
 * decided then, and what was sent goes out again (SYNC-36).
 */
async function settle({ db }: SyncContext, { results, follows }: Answer): Promise<number | null> {
  const isNext = ({ push_mark: pushed = null }: SyncState) => pushed === follows;
  if (!isNext(await readState(db))) return null;
  const sent = await onDevice(db.device.outbox.bulkGet(results.map(({ collection, id }) => outboxKey(collection, id))));
  const mint = minting(db);
  const decided = results.flatMap((result, index): Decided[] => {
    const row = sent[index];
    const decision = row ? answered(row, result, mint) : null;
    return row && decision ? [{ row, decision }] : [];
  });
  const known = decided.filter(({ decision }) => !decision.row?.flight);
  const rows = known.map(({ row }) => row);
  const mark = results.find((result) => result.mark !== undefined)?.mark;
  const patch = (state: SyncState) => {
    if (!isNext(state)) throw new AppError('conflict'); // without a lock over all tabs, in this very moment
    return { ...releaseHeld(state, rows), ...(mark !== undefined && { push_mark: mark }) };
  };
  await carryOut(db, { decided, patch });
  return decided.length - known.length;
}
