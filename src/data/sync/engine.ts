import { BehaviorSubject, type Observable, retry, tap } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { watchOutboxRows } from '#data/device/outbox-watch.ts';
import { onDevice, reportReadable, reportUnreadable } from '#data/device/storage-health.ts';
import type { SyncActivity, SyncState } from '#data/changes/sync-state.ts';
import type { PokeReason } from '#data/core/company-session.ts';
import { type Bell, createBell } from './bell.ts';
import { DEFAULT_LIMITS, type SyncContext, type SyncLimits } from './context.ts';
import { failureOf } from './failure.ts';
import { createRounds } from './rounds.ts';
import { outboxOf, patchState, readState } from './sync-store.ts';
import type { SyncTransport } from './transport.ts';

export type EngineState = { readonly activity: SyncActivity; readonly reason: string | null };

export type SyncEngine = {
  start(): void;
  /** Resolves when the step under way has ended; nothing is written afterwards. */
  stop(): Promise<void>;
  poke(reason: PokeReason): void;
  readonly state$: Observable<EngineState>;
};

export type EngineParts = {
  readonly db: CompanyDatabase;
  readonly transport: SyncTransport;
  /** In [0, 1): jitter, so that devices do not come back all at once. */
  readonly random: () => number;
  /** Refreshes the session after a 401; false: there is none any more, an exception: nobody answered. */
  readonly refreshSession?: () => Promise<boolean>;
  readonly limits?: Partial<SyncLimits>;
  /** Looks at the outbox for the writes of every tab (default); without it a write must poke. */
  readonly watchWrites?: boolean;
  /** Whether somebody looks at this tab; by default somebody does. */
  readonly isWatched?: () => boolean;
  /** How long a write waits at least until it is sent: the device that wrote draws it first. By default it does not. */
  readonly afterWrite?: () => Promise<void>;
  /** Told of every failure, for the log. */
  readonly onFailure?: (error: unknown) => void;
};

const BACK_OFF_MS = [1000, 2000, 5000, 10_000] as const;
/** News normally comes through the live channel; this is the net under it. */
const POLL_MS = 60_000;

/** The one loop that talks to the server for a company; run by the leading tab. Two at once are safe, only slower. */
export function createSyncEngine(parts: EngineParts): SyncEngine {
  const state$ = new BehaviorSubject<EngineState>({ activity: 'idle', reason: null });
  let running: { readonly abort: AbortController; readonly ended: Promise<void>; readonly bell: Bell } | null = null;
  return {
    state$,
    start() {
      if (running) return;
      const abort = new AbortController();
      const bell = createBell(parts.db.clock);
      const stopWatching = parts.watchWrites === false ? () => undefined : watchWrites(parts.db, bell, parts.afterWrite);
      const ended = loop(parts, bell, abort.signal, state$).finally(stopWatching);
      running = { abort, ended, bell };
    },
    async stop() {
      const stopping = running;
      running = null;
      stopping?.abort.abort();
      await stopping?.ended;
    },
    poke: (reason) => running?.bell.ring(reason),
  };
}

const backOff = (failures: number) => BACK_OFF_MS[Math.min(failures, BACK_OFF_MS.length) - 1] ?? POLL_MS;

const LOOK_AGAIN_MS = 1000;

/** Rings for every edit that is not on its way yet, whichever tab made it. A look that fails is said (SYNC-48), and it is looked again. */
function watchWrites(db: CompanyDatabase, bell: Bell, afterWrite?: () => Promise<void>): () => void {
  let hasFailed = false;
  const failed = (error: unknown) => {
    hasFailed = true;
    reportUnreadable(error);
  };
  const watch = watchOutboxRows(db.device, db.companyId)
    .pipe(tap({ error: failed }), retry({ delay: LOOK_AGAIN_MS }))
    .subscribe((rows) => {
      if (hasFailed) reportReadable();
      hasFailed = false;
      if (!rows.some((row) => row.flight?.rev !== row.rev)) return;
      if (afterWrite) void afterWrite().then(() => bell.ring('write'));
      else bell.ring('write');
    });
  return () => watch.unsubscribe();
}

/** Whether nothing of this device waits for the server, and nothing of the server's for this device that it knows of. */
async function hasNothingToDo(db: CompanyDatabase): Promise<boolean> {
  const { loaded, snapshot } = await readState(db);
  const waiting = async () =>
    (await outboxOf(db)).length + (await onDevice(db.device.receipts.where({ company_id: db.companyId }).primaryKeys())).length;
  return loaded && snapshot === null && (await waiting()) === 0;
}

async function loop(parts: EngineParts, bell: Bell, signal: AbortSignal, state$: BehaviorSubject<EngineState>): Promise<void> {
  const { db, random } = parts;
  const limits = { ...DEFAULT_LIMITS, ...parts.limits };
  const context: SyncContext = {
    db,
    signal,
    transport: parts.transport,
    limits,
    pace: { changes: limits.push, rows: limits.pull },
    asides: new Map(),
    random,
  };
  const show = async (said: SyncActivity, why: string | null, synced?: { last_synced_at: string }) => {
    // Who was removed stays removed, whatever the network does, until a round succeeds (SYNC-20).
    const isLost = said !== 'idle' && (await readState(db).catch(() => null))?.reason === 'company_lost';
    if (signal.aborted) return;
    const [activity, reason]: [SyncActivity, string | null] = isLost ? ['paused', 'company_lost'] : [said, why];
    const isNew = state$.value.activity !== activity || state$.value.reason !== reason;
    if (isNew) state$.next({ activity, reason });
    if (!isNew && !synced) return;
    // Asked again while writing: what another tab noted meanwhile is not overwritten by what this one heard before.
    const patch = (current: SyncState) => (said !== 'idle' && current.reason === 'company_lost' ? {} : { activity, reason, ...synced });
    await patchState(db, patch).catch(() => undefined); // shown only; the next round meets the same fault
  };
  /** Between rounds. Where nobody looks and there is nothing to do, the time is not enough: it takes news, a write or a person (SYNC-56). */
  const pause = async (ms: number, forWrites: boolean) => {
    await bell.wait(ms, forWrites, signal);
    if (!(parts.isWatched?.() ?? true) && (await hasNothingToDo(db).catch(() => false))) await bell.wait(null, true, signal);
  };
  const rounds = createRounds(context, () => show('syncing', null));
  let failures = 0;
  while (!signal.aborted) {
    if (bell.clear()) context.asides.clear(); // whoever asks wants everything tried
    try {
      const { nextMs, isStalled } = await rounds.run();
      failures = isStalled ? failures + 1 : 0;
      await show('idle', null, { last_synced_at: db.clock.now().toISOString() });
      await pause(isStalled ? backOff(failures) : Math.min(nextMs, POLL_MS), !isStalled);
    } catch (error) {
      if (signal.aborted) return;
      parts.onFailure?.(error);
      const failure = await failureOf(error, context, parts.refreshSession);
      failures += 1;
      if (failure === 'retry' && failures < BACK_OFF_MS.length) continue;
      const { activity, reason } = failure === 'retry' ? ({ activity: 'offline', reason: 'server' } as const) : failure; // a fresh token, refused again
      await show(activity, reason);
      await pause((activity === 'paused' ? POLL_MS : backOff(failures)) * (0.75 + random() / 2), false);
    }
  }
}
