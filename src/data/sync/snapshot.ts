import { listStoredIds, readStored } from '#data/core/stored.ts';
import type { SyncState } from '#data/changes/sync-state.ts';
import type { CollectionName } from '#domain/registry.ts';
import type { SyncContext } from './context.ts';
import { arrived, lostThere } from '#data/changes/decide.ts';
import { fenced } from './fence.ts';
import type { Chunk } from './chunks.ts';
import { type Decided, minting, outboxOf, type Targets, target, type Work } from './sync-store.ts';

/** The snapshot this engine is taking. It lives in memory: an interrupted one starts again, for what it had seen is forgotten. */
export type SnapshotHolder = { current: { readonly name: string; readonly seen: Map<CollectionName, Set<string>> } | null };

const SWEEP_PAGE = 2000;

/** From the first page again; documents that the snapshot does not bring are swept at its end (SYNC-16). */
export async function beginSnapshot(context: SyncContext, state: SyncState, holder: SnapshotHolder): Promise<SyncState> {
  const name = context.db.newRev();
  holder.current = { name, seen: new Map() };
  const patch = { snapshot: name, cursors: {}, held: {}, received: 0, newest: 0, shared: state.shared ?? null };
  const version = await fenced(context, state.version, async () => ({ patch }));
  return { ...state, ...patch, version };
}

export function noteSeen({ current }: SnapshotHolder, { name, rows }: Chunk): void {
  if (!current) return;
  const seen = current.seen.get(name) ?? new Set();
  current.seen.set(name, seen);
  for (const [id, row] of rows) {
    if (row) seen.add(id);
    else seen.delete(id);
  }
}

/**
 * Removes what the snapshot did not bring, never what has unsynced work: a push will tell what became of that. What a server that was set back
 * did not bring is kept as a question (SYNC-37); so is work on it, before anybody brings back another version of it.
 */
export async function sweep(context: SyncContext, from: number, { current }: SnapshotHolder, shared: number | null): Promise<number> {
  const { db } = context;
  let version = from;
  for (const name of db.names) {
    const seen = current?.seen.get(name) ?? new Set();
    for (let after = ''; ;) {
      const ids = await listStoredIds(db, name, after, SWEEP_PAGE);
      if (ids.length === 0) break;
      after = ids.at(-1) ?? after;
      version = await fenced(context, version, async () => {
        const working = new Map((await outboxOf(db)).map((row) => [row.key, row]));
        const missing = ids.filter((id) => !seen.has(id));
        const gone = missing.filter((id) => !working.has(`${name}:${id}`));
        const targets: Targets = new Map();
        for (const id of gone) target(targets, name).set(id, null);
        const mint = minting(db, shared);
        const decided = missing.flatMap((id): Decided[] => {
          const row = shared === null ? undefined : working.get(`${name}:${id}`);
          const decision = row ? arrived(row, null, mint) : 'later';
          return row && decision !== 'later' ? [{ row, decision }] : [];
        });
        const lost = gone.map((id) => [id, null] as const);
        // Whatever its date: a server that does not even know that it was deleted may have lost it in a way of its own.
        return { targets, decided, issues: await lostAmong(context, name, lost, shared && 0) };
      });
    }
  }
  return version;
}

/** What this device has, and a server that was set back no longer, of rows as that server says they are; nothing of one that was not. */
export async function lostAmong(
  { db }: SyncContext,
  name: CollectionName,
  rows: Chunk['rows'],
  shared: number | null,
): Promise<NonNullable<Work['issues']>> {
  if (shared === null) return [];
  const known = await readStored(
    db,
    name,
    rows.map(([id]) => id),
  );
  const mint = minting(db, shared);
  return rows.flatMap(([id, theirs]) => {
    const mine = known.get(id);
    return (mine && lostThere(name, mine, theirs, mint)) || [];
  });
}
