import { type Flight, type OutboxRow, outboxKey } from '#data/device/outbox-row.ts';
import { COLLECTION_NAMES, type CollectionName } from '#data/registry.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import type { SyncContext } from './context.ts';
import { answered } from './decide.ts';
import { carryOut, type Decided, guarded, minting, outboxOf } from './sync-store.ts';
import { type PushChange, type PushResult, TransportError } from './transport.ts';

/** What a round of pushing left behind. */
export type PushRound = { readonly sent: number; /** Changes that wait for a parent. */ readonly deferred: number };

/** Sends every waiting change once, in batches, and decides what the server answered. */
export async function pushAll(context: SyncContext): Promise<PushRound> {
  const tried = new Set<string>();
  let deferred = 0;
  let isThrough = false;
  for (;;) {
    context.signal.throwIfAborted();
    const batch = await context.db.exclusive(() => markFlights(context, tried));
    if (batch.length === 0) return { sent: tried.size, deferred };
    const results = await send(context, batch).catch((error: unknown) => {
      // Grown too far: the smaller one goes at once. Where nothing gets through, the engine waits before each.
      if (!isThrough || context.pace.changes >= batch.length) throw error;
      return null;
    });
    context.signal.throwIfAborted();
    isThrough = results !== null;
    if (results) deferred += await context.db.exclusive(() => settle(context, results));
    else for (const { collection, id } of batch) tried.delete(outboxKey(collection, id));
  }
}

/** A batch too large for a body limit, a time limit or a statement timeout would fail for ever: the next one is smaller (SYNC-31). */
async function send({ db, transport, limits, pace, signal }: SyncContext, batch: readonly PushChange[]): Promise<readonly PushResult[]> {
  try {
    const results = await transport.push(db.companyId, batch, signal);
    pace.changes = Math.min(limits.push, Math.ceil(pace.changes * 1.25));
    return results;
  } catch (error) {
    if (error instanceof TransportError && error.kind === 'server') pace.changes = Math.max(1, Math.floor(batch.length / 2));
    throw error;
  }
}

/**
 * Chooses the next batch and freezes what is sent (SYNC-5). Parents go before children; deletes go when no other change waits any more,
 * children before parents, so that nothing is refused for a reference that an edit in the queue takes away.
 */
async function markFlights({ db, pace }: SyncContext, tried: Set<string>): Promise<PushChange[]> {
  const waiting = (await outboxOf(db)).filter((row) => !tried.has(row.key));
  const upserts = waiting.filter((row) => nextFlight(row).op === 'upsert').sort(byRank(1));
  const batch = (upserts.length > 0 ? upserts : waiting.sort(byRank(-1))).slice(0, pace.changes);
  if (batch.length === 0) return [];
  for (const row of batch) tried.add(row.key);
  const marked = await guarded(
    db.device.transaction('rw', db.device.outbox, async () => {
      // As it is now: without a lock over all tabs another one may have written meanwhile (SYNC-3).
      const now = await db.device.outbox.bulkGet(batch.map((row) => row.key));
      const rows = now.filter((row) => row !== undefined).map((row) => ({ row, flight: nextFlight(row) }));
      await db.device.outbox.bulkPut(rows.filter(({ row }) => row.flight === null).map(({ row, flight }) => ({ ...row, flight })));
      return rows;
    }),
  );
  return marked.map(({ row, flight: { rev, op, doc, base_rev } }) => {
    const { collection, id } = row;
    return { collection, id, mutation_id: rev, base_rev, op, doc };
  });
}

/** What was sent and not answered is sent again, unchanged; newer edits wait behind it. */
function nextFlight(row: OutboxRow): Flight {
  return row.flight ?? { rev: row.rev, op: row.op, doc: row.mine as SyncedRecord | null, base_rev: row.base?.rev ?? null };
}

const rank = Object.fromEntries(COLLECTION_NAMES.map((name, index) => [name, index])) as Record<CollectionName, number>;

function byRank(direction: 1 | -1) {
  return (a: OutboxRow, b: OutboxRow) =>
    direction * (rank[a.collection] - rank[b.collection]) ||
    (a.queued_at < b.queued_at ? -1 : a.queued_at > b.queued_at ? 1 : a.key < b.key ? -1 : 1);
}

async function settle({ db }: SyncContext, results: readonly PushResult[]): Promise<number> {
  const rows = await guarded(db.device.outbox.bulkGet(results.map(({ collection, id }) => `${collection}:${id}`)));
  const mint = minting(db);
  const decided = results.flatMap((result, index): Decided[] => {
    const row = rows[index];
    const decision = row ? answered(row, result, mint) : null;
    return row && decision ? [{ row, decision }] : [];
  });
  await carryOut(db, { decided });
  return decided.filter(({ decision }) => decision.row?.flight).length;
}
