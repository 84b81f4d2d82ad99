import type { SyncState } from '#data/changes/sync-state.ts';
import type { SyncContext } from './context.ts';
import type { PullAnswer, PullState } from './transport.ts';
import { witnessed } from './witness.ts';

/** A page that was asked for, and whose answer nobody has taken yet. */
export type Sent = { readonly asked: PullState; readonly answer: PromiseLike<PullAnswer>; giveUp(): void };

/** What the device asks in this state. */
export function questionOf({ db }: SyncContext, state: SyncState): PullState {
  const cursors = Object.fromEntries(db.names.map((name) => [name, state.cursors[name] ?? 0]));
  return { epoch: state.epoch, access: state.access, mark: state.mark ?? null, ledger: state.ledger?.seq ?? 0, cursors };
}

/** What the server said of itself, and how far the rows of an answer go. */
export function toldBy(
  answer: PullAnswer,
  state: Pick<SyncState, 'cursors'>,
): Pick<SyncState, 'epoch' | 'access' | 'cursors'> & { mark: string | null } {
  const { epoch, access, mark = null } = answer;
  const moved = Object.fromEntries(Object.entries(answer.collections).map(([name, { cursor }]) => [name, cursor]));
  return { epoch, access, mark, cursors: { ...state.cursors, ...moved } };
}

/** What it will ask once the answer is on disk. */
export function questionAfter(context: SyncContext, state: SyncState, answer: PullAnswer): PullState {
  const seen = witnessed(state, answer, () => context.db.clock.now());
  return questionOf(context, { ...state, ...toldBy(answer, state), ...seen });
}

export const isSameQuestion = (a: PullState, b: PullState): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Sends a question; the answer is taken later, or never. */
export function send({ db, transport, pace, signal }: SyncContext, asked: PullState): Sent {
  const leaving = new AbortController();
  const answer = transport.pull(db.companyId, asked, pace.rows, AbortSignal.any([signal, leaving.signal]));
  answer.then(undefined, () => undefined); // whoever takes it meets the failure
  return { asked, answer, giveUp: () => leaving.abort() };
}

const FEWEST_ROWS = 20;

/** A page that is too much for the line would fail for ever: the next one is a quarter of it, and grows again with each that gets through (SYNC-39). */
export async function taken({ limits, pace }: SyncContext, { answer }: Sent): Promise<PullAnswer> {
  try {
    const page = await answer;
    pace.rows = Math.min(limits.pull, pace.rows * 2);
    return page;
  } catch (error) {
    pace.rows = Math.max(Math.min(FEWEST_ROWS, limits.pull), Math.floor(pace.rows / 4));
    throw error;
  }
}
