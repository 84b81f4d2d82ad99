import type { OutboxRow, StuckReason } from '#data/changes/outbox-row.ts';
import type { SyncContext } from './context.ts';
import type { TransportError } from './transport.ts';
import type { PushChange } from '#data/changes/pushed.ts';
import { onDevice } from '#data/device/storage-health.ts';

/** What could not be sent. Whether it is to blame, or the way, tells the pull that follows (SYNC-33). */
export type FailedPush = { readonly batch: readonly PushChange[]; readonly error: TransportError };

const WAITS_MS = [1000, 2000, 5000, 10_000, 30_000, 60_000, 300_000] as const;

/**
 * A push failed and a pull right after it got through: it was what was sent, not the way. The next one is half as large; a change that fails
 * alone steps aside. Returns whether it did.
 */
export async function blame({ db, pace, asides, random }: SyncContext, { batch, error }: FailedPush): Promise<boolean> {
  pace.changes = Math.max(1, Math.min(pace.changes, Math.floor(batch.length / 2)));
  const [change] = batch;
  if (!change || batch.length > 1) return false;
  const key = `${change.collection}:${change.id}`;
  const tries = await onDevice(
    db.device.transaction('rw', db.device.outbox, async () => {
      const row = await db.device.outbox.get(key);
      if (row?.flight?.rev !== change.mutation_id) return 0; // another leader was told meanwhile
      const stuck = { tries: (row.stuck?.tries ?? 0) + 1, reason: reasonOf(error) };
      await db.device.outbox.put({ ...row, stuck });
      return stuck.tries;
    }),
  );
  const wait = WAITS_MS[Math.min(tries, WAITS_MS.length) - 1] ?? 0;
  asides.set(key, { rev: change.mutation_id, until: db.clock.monotonicMs() + wait * (0.75 + random() / 2) });
  return tries > 0;
}

function reasonOf({ kind, status = 0 }: TransportError): StuckReason {
  if (kind === 'network' || kind === 'timeout') return 'no_answer';
  if (status === 413) return 'too_large';
  return status >= 400 && status < 500 ? 'blocked' : 'server';
}

/** How long until the next change that stepped aside is tried again, or a delete is no longer held back, in ms; Infinity without one. */
export function nextTry({ db, asides }: SyncContext, rows: readonly OutboxRow[]): number {
  const now = db.clock.now().getTime();
  const held = rows.map((row) => heldMs(row, now)).filter((ms) => ms > 0);
  return Math.min(...[...asides.values()].map(({ until }) => Math.max(0, until - db.clock.monotonicMs())), ...held);
}

/** How much longer a delete is held back, in ms: never more than it was to be at first, should the clock have been set back since. */
function heldMs({ held_until: until, changed_at: from, flight }: OutboxRow, now: number): number {
  if (until === undefined || flight || now < Date.parse(from)) return 0;
  return Math.max(0, Date.parse(until) - now);
}

/** The rows that may be sent now: not a delete that may yet be taken back (SYNC-83), nor what stepped aside until it is due, nor what the server could not take without a stuck one (SYNC-34). */
export function sendable({ db, asides }: SyncContext, rows: readonly OutboxRow[], revOf: (row: OutboxRow) => string): OutboxRow[] {
  for (const key of asides.keys()) if (!rows.some((row) => row.key === key)) asides.delete(key);
  const now = db.clock.now().getTime();
  const free = rows.filter((row) => heldMs(row, now) === 0);
  const stuck = rows.filter((row) => row.stuck);
  if (stuck.length === 0) return free;
  const waiting = dependentsOf(stuck, rows);
  for (const row of stuck) {
    const aside = asides.get(row.key);
    if (aside?.rev === revOf(row) && aside.until > db.clock.monotonicMs()) waiting.add(row);
  }
  return free.filter((row) => !waiting.has(row));
}

/**
 * Ids are unique, so a row that names another's id anywhere refers to it: what refers to a record that the server does not have yet waits with
 * it, and so does the delete of what a waiting row refers to or referred to. What was deleted since will never come: who waited for it would wait
 * for ever, and the delete for them.
 */
function dependentsOf(stuck: readonly OutboxRow[], rows: readonly OutboxRow[]): Set<OutboxRow> {
  const texts = new Map(rows.map((row) => [row, JSON.stringify([row.mine, row.base, row.flight])]));
  const isComing = ({ base, op }: OutboxRow) => base === null && op === 'upsert';
  const dependsOn = (row: OutboxRow, other: OutboxRow) =>
    row !== other && (row.op === 'delete' ? texts.get(other)?.includes(row.id) : isComing(other) && texts.get(row)?.includes(other.id));
  const waiting = new Set<OutboxRow>();
  for (let causes = stuck; causes.length > 0;) {
    const next = rows.filter((row) => !waiting.has(row) && causes.some((other) => dependsOn(row, other)));
    for (const row of next) waiting.add(row);
    causes = next;
  }
  return waiting;
}
