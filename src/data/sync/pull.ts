import { onDevice, reportHealth } from '#data/device/storage-health.ts';
import { outboxKey } from '#data/changes/outbox-row.ts';
import type { SyncState } from '#data/changes/sync-state.ts';
import type { CollectionName } from '#domain/registry.ts';
import { sleep } from '#platform/clock/clock.ts';
import { type Chunk, chunksOf } from './chunks.ts';
import type { SyncContext } from './context.ts';
import { arrived } from '#data/changes/decide.ts';
import { fenced, StalePage } from './fence.ts';
import { knowsMark, newestOf, sharedUntil, withLandmark } from './history.ts';
import { beginSnapshot, lostAmong, noteSeen, type SnapshotHolder, sweep } from './snapshot.ts';
import { type Decided, minting, readState, type Targets, target, type Work } from './sync-store.ts';
import type { PullAnswer, PullState } from './transport.ts';
import { witnessed } from './witness.ts';

/** `again`: another leader was faster. */
export type PullRound = 'done' | 'again';

/** Pulls pages until the server has no more. A page is on disk before the next is asked for (SYNC-17). */
export async function pullAll(context: SyncContext, holder: SnapshotHolder): Promise<PullRound> {
  try {
    for (;;) {
      const state = await ownState(context, holder);
      const cursors = Object.fromEntries(context.db.names.map((name) => [name, state.cursors[name] ?? 0]));
      const asked = { epoch: state.epoch, access: state.access, mark: state.mark ?? null, ledger: state.ledger?.seq ?? 0, cursors };
      let answer = await ask(context, asked);
      if (await isPushLost(context, state, answer)) answer = await ask(context, { ...asked, mark: state.push_mark ?? null });
      context.signal.throwIfAborted();
      await applyPage(context, state, answer, holder);
      if (!hasMore(answer)) return 'done';
    }
  } catch (error) {
    if (error instanceof StalePage) return 'again';
    throw error;
  }
}

/** The mark that a pull asks with is older than the last push, so it does not tell whether the server still has that (SYNC-36). */
async function isPushLost(context: SyncContext, { push_mark: pushed }: SyncState, { mark, why }: PullAnswer): Promise<boolean> {
  return !!pushed && pushed !== mark && why !== 'restored' && !(await knowsMark(context, pushed));
}

const FEWEST_ROWS = 20;

/** A page that is too much for the line would fail for ever: the next one is a quarter of it, and grows again with each that gets through (SYNC-39). */
async function ask({ db, transport, limits, pace, signal }: SyncContext, asked: PullState): Promise<PullAnswer> {
  try {
    const answer = await transport.pull(db.companyId, asked, pace.rows, signal);
    pace.rows = Math.min(limits.pull, pace.rows * 2);
    return answer;
  } catch (error) {
    pace.rows = Math.max(Math.min(FEWEST_ROWS, limits.pull), Math.floor(pace.rows / 4));
    throw error;
  }
}

/** The state to pull from. A snapshot that this engine did not begin starts again from the first page. */
async function ownState(context: SyncContext, holder: SnapshotHolder): Promise<SyncState> {
  const state = await readState(context.db);
  return state.snapshot === null || state.snapshot === holder.current?.name ? state : beginSnapshot(context, state, holder);
}

const hasMore = (answer: PullAnswer) => Object.values(answer.collections).some((page) => page.more);

/** Applies a page in chunks, then moves the cursors. */
async function applyPage(context: SyncContext, asked: SyncState, answer: PullAnswer, holder: SnapshotHolder): Promise<void> {
  const isSetBack = answer.why === 'restored';
  if (isSetBack) reportHealth('restored');
  const shared = isSetBack ? await sharedUntil(context, asked) : asked.shared;
  const state = answer.reset ? await beginSnapshot(context, { ...asked, shared: shared ?? null }, holder) : asked;
  const held: Held = { ...state.held };
  let { version } = state;
  // A page that a crash cuts off is on disk in part, and the server may be set back before it comes again (SYNC-36).
  const { mark } = answer;
  if (mark && Object.values(answer.collections).some(({ rows }) => rows.length > 0))
    version = await fenced(context, version, async () => ({ patch: { push_mark: mark } }));
  let inOneGo = 0;
  for (const chunk of chunksOf(context.db.names, answer, context.limits.chunk)) {
    inOneGo += chunk.rows.length;
    if (inOneGo > context.limits.chunk) {
      await sleep(context.db.clock, 0, context.signal); // the tab's other work gets its turn
      inOneGo = chunk.rows.length;
    }
    noteSeen(holder, chunk);
    version = await fenced(context, version, async () =>
      decideChunk(context, chunk, { held, from: state.cursors[chunk.name] ?? 0, state }),
    );
  }
  const isLast = !hasMore(answer);
  if (isLast && state.snapshot !== null) version = await sweep(context, version, holder, state.shared ?? null);
  const seen = witnessed(asked, answer, () => context.db.clock.now());
  await fenced(context, version, async () => ({ patch: { ...progressOf(state, answer, held, isLast), ...seen } }));
}

/** Where the rows that could not be applied come again from: `<collection>:<id>` → cursor. */
type Held = Record<string, number>;

/** The state after a page. */
function progressOf(state: SyncState, answer: PullAnswer, held: Held, isLast: boolean): Partial<SyncState> {
  const pages = Object.entries(answer.collections) as [CollectionName, (typeof answer.collections)[CollectionName] & object][];
  const moved = Object.fromEntries(pages.map(([name, page]) => [name, page.cursor]));
  const rows = pages.flatMap(([, page]) => page.rows);
  const newest = newestOf(rows, state.newest ?? 0);
  const { epoch, access, mark = null } = answer;
  const past = mark && isLast ? withLandmark(state.past ?? [], { mark, at: newest }) : state.past;
  return {
    epoch,
    access,
    mark,
    push_mark: null,
    cursors: { ...state.cursors, ...moved },
    held,
    received: state.received + rows.length,
    newest,
    ...(past && { past }),
    ...(isLast ? { loaded: true, snapshot: null, shared: null } : {}),
  };
}

async function decideChunk(
  context: SyncContext,
  { name, rows }: Chunk,
  { held, from, state }: { held: Held; from: number; state: SyncState },
): Promise<Work> {
  const { db } = context;
  const hasWork = (await onDevice(db.device.outbox.where({ company_id: db.companyId }).count())) > 0;
  const waiting = hasWork ? await onDevice(db.device.outbox.bulkGet(rows.map(([id]) => outboxKey(name, id)))) : [];
  const mint = minting(db, state.shared);
  const targets: Targets = new Map();
  const decided: Decided[] = [];
  for (const [index, [id, theirs]] of rows.entries()) {
    const row = waiting[index];
    if (!row) {
      target(targets, name).set(id, theirs);
      continue;
    }
    const decision = arrived(row, theirs, mint);
    if (decision === 'later') held[row.key] = Math.min(held[row.key] ?? from, from);
    else {
      delete held[row.key];
      decided.push({ row, decision });
    }
  }
  const issues = await lostAmong(context, name, [...(targets.get(name) ?? [])], state.shared ?? null);
  return { decided, targets, issues, areNew: !state.loaded && state.snapshot === null };
}
