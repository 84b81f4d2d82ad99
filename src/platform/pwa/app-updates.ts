import type { Clock, TimerId } from '#platform/clock/clock.ts';
import { log } from '#platform/log/log.ts';
import type { TabConsent } from './tab-consent.ts';
import type { WorkerPort } from './worker-port.ts';

/**
 * `current`: nothing to do · `ready`: a new version waits · `held_back`: the person asked for it, but a tab has something half-sent;
 * it is tried again by itself · `applying`: the page is about to reload.
 */
export type UpdatePhase = 'current' | 'ready' | 'held_back' | 'applying';

export type AppUpdates = {
  readonly getPhase: () => UpdatePhase;
  readonly subscribe: (listener: () => void) => () => void;
  /** Asks the server for a newer build now. */
  readonly check: () => Promise<void>;
  /** Changes to the new version once no tab has anything half-sent. */
  readonly apply: () => Promise<void>;
  readonly stop: () => void;
};

export type UpdateParts = {
  /** Null where there is no service worker: then a newer build is announced, and applied by a reload. */
  readonly worker: WorkerPort | null;
  readonly tabs: TabConsent;
  readonly ownBuildId: string | null;
  readonly latestBuildId: () => Promise<string | null>;
  /** Whether this tab has nothing half-sent. */
  readonly mayUpdate: () => Promise<boolean>;
  /** Whether somebody is in the middle of something in this tab: unasked it is not loaded anew then. */
  readonly isAtWork: () => boolean;
  /** Whether somebody looks at this tab: in the background it asks nothing. */
  readonly isWatched: () => boolean;
  readonly reload: () => void;
  readonly clock: Clock;
};

export const UPDATE_CHECK_EVERY_MS = 10 * 60_000;
const TRY_AGAIN_MS = 2000;
/** If no new version takes over in this time there is none any more; a reload fetches whatever is current. */
const TAKE_OVER_MS = 10_000;
/** A page that is still there so long after it was to be loaded anew was asked by the browser whether to stay, and stays. */
const RELOAD_MS = 10_000;

/** Finds new versions, announces them, and changes to them without losing what is being sent. */
export function createAppUpdates({
  worker,
  tabs,
  ownBuildId,
  latestBuildId,
  mayUpdate,
  isAtWork,
  isWatched,
  reload,
  clock,
}: UpdateParts): AppUpdates {
  let phase: UpdatePhase = 'current';
  let isTakenOver = false;
  let retry: TimerId | undefined;
  let isStopped = false;
  const listeners = new Set<() => void>();

  const enter = (next: UpdatePhase): void => {
    if (phase === next) return;
    phase = next;
    for (const listener of listeners) listener();
  };
  const cancel = (id: TimerId | undefined): void => {
    if (id !== undefined) clock.clearTimeout(id);
  };
  const isDone = (): boolean => isStopped || phase === 'applying';
  const later = (run: () => Promise<void>, ms: number): void => {
    if (isStopped) return;
    cancel(retry);
    retry = clock.setTimeout(() => void run(), ms);
  };
  const isFree = (): Promise<boolean> => mayUpdate().catch(() => false);

  /** The version changed under this tab, which goes on with the chunks of its own. Where nobody asked for it here, it is offered until nobody is at work. */
  const reloadWhenFree = async (): Promise<void> => {
    isTakenOver = true;
    const isDisturbing = phase !== 'applying' && phase !== 'held_back' && isAtWork();
    if (isDisturbing) enter('ready');
    if (isDisturbing || !(await isFree())) return later(reloadWhenFree, TRY_AGAIN_MS);
    change();
  };

  const change = (): void => {
    enter('applying');
    reload();
    later(async () => {
      enter('ready');
      if (isAtWork()) await reloadWhenFree(); // else it is on its way, and a reload would begin it anew
    }, RELOAD_MS);
  };

  const apply = async (): Promise<void> => {
    if (phase === 'current' || isDone()) return;
    const isAgreed = (await isFree()) && (isTakenOver || (await tabs.ask()));
    // Another tab may have been quicker while this one asked.
    if (isDone()) return;
    if (!isAgreed) {
      enter('held_back');
      return later(apply, TRY_AGAIN_MS);
    }
    if (!worker || isTakenOver) return change();
    enter('applying');
    worker.takeOver();
    later(async () => change(), TAKE_OVER_MS);
  };

  const check = async (): Promise<void> => {
    const latest = await latestBuildId();
    if (latest === null || ownBuildId === null || latest === ownBuildId || isStopped) return;
    if (worker) await worker.check();
    else if (phase === 'current') enter('ready');
  };

  let timer: TimerId | undefined;
  const checkRegularly = (): void => {
    timer = clock.setTimeout(() => {
      if (isWatched()) void check(); // on its way to the front it asks anyway
      checkRegularly();
    }, UPDATE_CHECK_EVERY_MS);
  };
  checkRegularly();
  const waiting = (): void => {
    if (phase === 'current') enter('ready');
  };
  // Without a worker the app works as before, only not offline.
  worker
    ?.start({ waiting, takenOver: () => void reloadWhenFree() })
    .catch((error: unknown) => log.warn('worker_not_registered', { error }));

  return {
    getPhase: () => phase,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    check,
    apply,
    stop() {
      isStopped = true;
      cancel(timer);
      cancel(retry);
      tabs.close();
    },
  };
}
