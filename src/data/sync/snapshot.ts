import { listStoredIds } from '#data/core/stored.ts';
import type { SyncState } from '#data/device/sync-state.ts';
import type { CollectionName } from '#data/registry.ts';
import type { SyncContext } from './context.ts';
import { fenced } from './fence.ts';
import type { Chunk } from './pull.ts';
import { outboxOf, type Targets, target } from './sync-store.ts';

/** The snapshot this engine is taking. It lives in memory: an interrupted one starts again, for what it had seen is forgotten. */
export type SnapshotHolder = { current: { readonly name: string; readonly seen: Map<CollectionName, Set<string>> } | null };

const SWEEP_PAGE = 2000;

/** From the first page again; documents that the snapshot does not bring are swept at its end (SYNC-16). */
export async function beginSnapshot(context: SyncContext, state: SyncState, holder: SnapshotHolder): Promise<SyncState> {
  const name = context.db.newRev();
  holder.current = { name, seen: new Map() };
  const patch = { snapshot: name, cursors: {}, held: {}, received: 0 };
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

/** Removes what the snapshot did not bring, never what has unsynced work: a push will tell what became of that. */
export async function sweep(context: SyncContext, from: number, { current }: SnapshotHolder): Promise<number> {
  const { db } = context;
  let version = from;
  for (const name of db.names) {
    const seen = current?.seen.get(name) ?? new Set();
    for (let after = ''; ;) {
      const ids = await listStoredIds(db, name, after, SWEEP_PAGE);
      if (ids.length === 0) break;
      after = ids.at(-1) ?? after;
      version = await fenced(context, version, async () => {
        const working = new Set((await outboxOf(db)).map((row) => row.key));
        const targets: Targets = new Map();
        for (const id of ids) if (!seen.has(id) && !working.has(`${name}:${id}`)) target(targets, name).set(id, null);
        return { targets };
      });
    }
  }
  return version;
}
