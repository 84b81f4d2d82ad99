import { onDevice, reportHealth } from '#data/device/storage-health.ts';
import { outboxKey } from '#data/changes/outbox-row.ts';
import type { SyncIssue } from '#data/changes/issue.ts';
import type { SyncState } from '#data/changes/sync-state.ts';
import { sleep } from '#platform/clock/clock.ts';
import { type Chunk, stepsOf } from './chunks.ts';
import type { SyncContext } from './context.ts';
import { arrived } from '#data/changes/decide.ts';
import { fenced, StalePage } from './fence.ts';
import { knowsMark, newestOf, sharedUntil, withLandmark } from './history.ts';
import { isSameQuestion, questionAfter, questionOf, send, type Sent, taken, toldBy } from './question.ts';
import { repairCompany } from './repair.ts';
import { beginSnapshot, lostAmong, noteSeen, type SnapshotHolder, sweep } from './snapshot.ts';
import { type Decided, minting, readState, type Targets, target, type Work } from './sync-store.ts';
import type { PullAnswer } from './transport.ts';
import { witnessed } from './witness.ts';

/** `again`: another leader was faster. */
export type PullRound = 'done' | 'again';

/**
 * Pulls pages until the server has no more. While a page is written the next one is on its way, asked for as if that page were on disk already; it is
 * taken only if by then the device would ask just that, and nobody else has changed anything (SYNC-14, SYNC-17).
 */
export async function pullAll(context: SyncContext, holder: SnapshotHolder): Promise<PullRound> {
  let ahead: Sent | null = null;
  let written: number | null = null;
  try {
    for (;;) {
      const state = await ownState(context, holder);
      const asked = questionOf(context, state);
      const isStill: boolean = ahead !== null && state.version === written && isSameQuestion(ahead.asked, asked);
      if (!isStill) ahead?.giveUp();
      let answer = await taken(context, ahead && isStill ? ahead : send(context, asked));
      ahead = null;
      if (await isPushLost(context, state, answer))
        answer = await taken(context, send(context, { ...asked, mark: state.push_mark ?? null }));
      context.signal.throwIfAborted();
      if (hasMore(answer) && !answer.reset) ahead = send(context, questionAfter(context, state, answer));
      written = await applyPage(context, state, answer, holder);
      if (!hasMore(answer)) return 'done';
    }
  } catch (error) {
    if (error instanceof StalePage) return 'again';
    throw error;
  } finally {
    ahead?.giveUp();
  }
}

/** The mark that a pull asks with is older than the last push, so it does not tell whether the server still has that (SYNC-36). */
async function isPushLost(context: SyncContext, { push_mark: pushed }: SyncState, { mark, why }: PullAnswer): Promise<boolean> {
  return !!pushed && pushed !== mark && why !== 'restored' && !(await knowsMark(context, pushed));
}

/**
 * The state to pull from. A snapshot that this engine did not begin starts again from the first page; a state that speaks of another copy of the company,
 * which a newer version of the app opened in another tab, says nothing of this one, and must not say of that one what this one loads (SYNC-18).
 */
async function ownState(context: SyncContext, holder: SnapshotHolder): Promise<SyncState> {
  if ((await readState(context.db)).storage_token !== (await context.db.rx.storageToken)) await repairCompany(context.db);
  const state = await readState(context.db);
  return state.snapshot === null || state.snapshot === holder.current?.name ? state : beginSnapshot(context, state, holder);
}

const hasMore = (answer: PullAnswer) => Object.values(answer.collections).some((page) => page.more);

/** Applies a page in chunks, then moves the cursors; returns the version of the state by then. */
async function applyPage(context: SyncContext, asked: SyncState, answer: PullAnswer, holder: SnapshotHolder): Promise<number> {
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
  for (const [index, step] of stepsOf(context.db.names, answer, context.limits.chunk).entries()) {
    if (index > 0) await sleep(context.db.clock, 0, context.signal); // the tab's other work gets its turn
    for (const chunk of step) noteSeen(holder, chunk);
    version = await fenced(context, version, () => decideStep(context, step, { held, state }));
  }
  const isLast = !hasMore(answer);
  if (isLast && state.snapshot !== null) version = await sweep(context, version, holder, state.shared ?? null);
  const seen = witnessed(asked, answer, () => context.db.clock.now());
  return fenced(context, version, async () => ({ patch: { ...progressOf(state, answer, held, isLast), ...seen } }));
}

/** Where the rows that could not be applied come again from: `<collection>:<id>` → cursor. */
type Held = Record<string, number>;

/** The state after a page. */
function progressOf(state: SyncState, answer: PullAnswer, held: Held, isLast: boolean): Partial<SyncState> {
  const rows = Object.values(answer.collections).flatMap((page) => page.rows);
  const newest = newestOf(rows, state.newest ?? 0);
  const told = toldBy(answer, state);
  const past = told.mark && isLast ? withLandmark(state.past ?? [], { mark: told.mark, at: newest }) : state.past;
  return {
    ...told,
    push_mark: null,
    held,
    received: state.received + rows.length,
    newest,
    ...(past && { past }),
    ...(isLast ? { loaded: true, snapshot: null, shared: null } : {}),
  };
}

async function decideStep(context: SyncContext, step: readonly Chunk[], { held, state }: { held: Held; state: SyncState }): Promise<Work> {
  const { db } = context;
  const rows = step.flatMap(({ name, rows: found }) => found.map(([id, theirs]) => ({ name, id, theirs })));
  const hasWork = (await onDevice(db.device.outbox.where({ company_id: db.companyId }).count())) > 0;
  const waiting = hasWork ? await onDevice(db.device.outbox.bulkGet(rows.map(({ name, id }) => outboxKey(name, id)))) : [];
  const mint = minting(db, state.shared);
  const targets: Targets = new Map();
  const decided: Decided[] = [];
  for (const [index, { name, id, theirs }] of rows.entries()) {
    const row = waiting[index];
    if (!row) {
      target(targets, name).set(id, theirs);
      continue;
    }
    const from = state.cursors[name] ?? 0;
    const decision = arrived(row, theirs, mint);
    if (decision === 'later') held[row.key] = Math.min(held[row.key] ?? from, from);
    else {
      delete held[row.key];
      decided.push({ row, decision });
    }
  }
  const issues: SyncIssue[] = [];
  for (const [name, found] of targets) issues.push(...(await lostAmong(context, name, [...found], state.shared ?? null)));
  return { decided, targets, issues, areNew: !state.loaded && state.snapshot === null };
}
