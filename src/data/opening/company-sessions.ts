import { filter, mergeMap } from 'rxjs';
import type { CompanySession, PokeReason } from '#data/core/company-session.ts';
import { storageHealth$ } from '#data/device/storage-health.ts';
import { withDevice } from '#data/device/with-device.ts';
import { openBus } from '#data/tabs/bus.ts';
import { joinElection, leaderLock } from '#data/tabs/leader.ts';
import { companyChannel, openTabChannel, type RealtimeEventMessage } from '#data/tabs/tab-messages.ts';
import { shareLiveState } from '#data/tabs/shared-live-state.ts';
import { AppError } from '#domain/errors.ts';
import { sleep, systemClock } from '#platform/clock/clock.ts';
import { log } from '#platform/log/log.ts';
import { isTabVisible, onNetworkChange, onTabVisible } from '#platform/network/network.ts';
import { afterFirstPage } from '#platform/start/first-page.ts';
import { requestPersistentStorage } from '#platform/storage/quota.ts';
import { localStore } from '#platform/storage/web-storage.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { listStoredIds } from '#data/core/stored.ts';
import { closeCompanyDatabase, deleteCompanyCopy, deleteCompanyDatabase, openCompanyDatabase } from '#data/core/open-company-database.ts';
import { lateDuties } from './late-duties.ts';
import { askWhileWatched } from './watched-tab.ts';

type Target = { readonly userId: string; readonly companyId: string };

const sessions = new Map<Promise<CompanySession>, string>();
let closing: Promise<unknown> = Promise.resolve();

let ahead: (Target & { readonly session: Promise<CompanySession> }) | null = null;

/** Longer than a device takes to answer a few questions: a page is not to wait for one that gets no answer. */
const READ_AHEAD_AT_MOST_MS = 500;
type ReadAhead = (session: CompanySession) => Promise<unknown>;

/**
 * Begins to open a company that is about to be shown: the first `openCompanySession` takes it over, and another company's closes it. It is given out
 * when what its first page asks is read: drawn before, the page would be drawn again with each of the answers.
 */
export function openAhead(target: Target, readAhead: ReadAhead): void {
  if (ahead || sessions.size > 0) return;
  const session = begin(target, async (opened) => {
    const read = readAhead(opened).catch(() => undefined); // whoever asks again is told
    await Promise.race([read, sleep(systemClock, READ_AHEAD_AT_MOST_MS)]);
  });
  session.catch(() => undefined); // whoever takes it over shows the failure
  ahead = { ...target, session };
}

/**
 * Opens the company once whatever was open before is closed: RxDB's free edition allows 13 collections per page, so the database
 * of the company before must be gone before the next one opens. Every call needs one `stopCompanySession`.
 */
export function openCompanySession(target: Target): Promise<CompanySession> {
  const early = ahead;
  ahead = null;
  if (early && early.userId === target.userId && early.companyId === target.companyId) return early.session;
  if (early) void stopCompanySession(early.session);
  return begin(target);
}

function begin(target: Target, prepare?: (session: CompanySession) => Promise<void>): Promise<CompanySession> {
  const session = closing.then(async () => {
    const opened = await startSession(target);
    await prepare?.(opened);
    return opened;
  });
  sessions.set(session, target.userId);
  return session;
}

/** Stops a session that was asked for, whether it is open or still opening. */
export function stopCompanySession(session: Promise<CompanySession>): Promise<void> {
  sessions.delete(session);
  const stopped = session.then(
    (opened) => opened.stop(),
    () => undefined,
  );
  closing = Promise.all([closing, stopped]).catch(() => undefined);
  return stopped;
}

/** Closes everything this tab has open of a user: on sign-out, before the databases are deleted. */
export async function stopCompanySessionsOf(userId: string): Promise<void> {
  if (ahead?.userId === userId) ahead = null;
  const theirs = [...sessions].filter(([, user]) => user === userId);
  await Promise.all(theirs.map(([session]) => stopCompanySession(session)));
  await closing; // the screens may have given theirs back already, and it is still closing
}

/** Takes a company one no longer belongs to off this device, unsynced work included: ask first. Whoever is a member is refused. */
export async function removeLostCompany(target: Target): Promise<void> {
  const state = await withDevice(target.userId, (device) => device.sync_state.get(target.companyId));
  if (state?.reason !== 'company_lost') throw new AppError('not_allowed');
  await stopCompanySessionsOf(target.userId);
  await deleteCompanyDatabase(target);
  forgetKeysOf(target);
}

/**
 * Takes off this device what it has of a company from the server; false where anything of it was never sent, or a tab has it open: whoever has it open holds the
 * lock of those who lead, or stands in the queue for it.
 */
export async function removeCompanyCopy(
  target: Target,
  locks: Pick<LockManager, 'request'> | null = globalThis.navigator?.locks ?? null,
): Promise<boolean> {
  if (!locks) return false;
  return locks.request(leaderLock(electionOf(target)), { ifAvailable: true }, async (lock) => {
    if (!lock || !(await deleteCompanyCopy(target))) return false;
    forgetKeysOf(target);
    return true;
  });
}

/** What is remembered beside the databases (records opened last, the period of its figures) is called by the company. */
function forgetKeysOf({ companyId }: Target): void {
  for (const key of localStore.keys()) if (key.includes(companyId)) localStore.remove(key);
}

const electionOf = ({ userId, companyId }: Target): string => `${userId}:${companyId}`;

/** The session of a database that is open in this tab. */
const byDatabase = new WeakMap<CompanyDatabase, CompanySession>();
export const sessionOf = (db: CompanyDatabase): CompanySession | undefined => byDatabase.get(db);

/**
 * What a crash cut in two is whole before anything is shown (SYNC-1): else a payment that is on this device reads as not recorded, until the leader comes to
 * it, and is recorded again. Where there is no room for it now, the leader tries again.
 */
async function finishWrites(db: CompanyDatabase): Promise<void> {
  try {
    if ((await db.device.outbox.where({ company_id: db.companyId }).count()) === 0) return;
    const { repairCompany } = await import('#data/sync/repair.ts'); // mostly nothing waits
    await repairCompany(db);
  } catch (error) {
    log.warn('sync.not_repaired', { error });
  }
}

/** Not when a newer version of the app, in another tab, took this copy away: that tab must not wait for a leader that can write nothing any more. */
async function isOpen(db: CompanyDatabase): Promise<boolean> {
  const reads = db.names.map((name) => listStoredIds(db, name, '', 1));
  return Promise.all([db.rx.internalStore.findDocumentsById([''], true), ...reads]).then(
    () => db.device.isOpen(),
    () => false,
  );
}

async function startSession(target: Target): Promise<CompanySession> {
  const db = await openCompanyDatabase(target);
  await finishWrites(db);
  void requestPersistentStorage();
  const listeners = new Set<(message: RealtimeEventMessage) => void>();
  const hear = (message: RealtimeEventMessage) => listeners.forEach((listener) => listener(message));
  const channel = openTabChannel(companyChannel(target.userId, target.companyId), { onRealtimeEvent: hear });
  const code = () => import('./leader-duties.ts');
  const duties = lateDuties({
    prepare: code,
    async load() {
      await afterFirstPage(); // what is on the device shows first
      const { createDuties } = await code();
      return createDuties(db, {
        forward(message) {
          hear(message);
          channel.send(message);
        },
        onLiveState: (state) => live.tell(state),
      });
    },
    clock: systemClock,
    onFailure: (error) => log.warn('sync.not_loaded', { error }),
  });
  const pokes = openBus<PokeReason>(`kontor-poke:${target.userId}:${target.companyId}`, (reason) => duties.poke(reason));
  const election = joinElection(electionOf(target), {
    onLead: () => duties.take(),
    onFollow: () => void duties.giveUp(),
  });
  const live = shareLiveState({
    name: `kontor-live-state:${target.userId}:${target.companyId}`,
    isLeader: () => election.isLeader(),
    onReconnect: () => duties.reconnect(),
  });
  const isGone$ = storageHealth$.pipe(
    filter(({ state }) => state === 'closed'),
    mergeMap(() => isOpen(db)),
    filter((isStillOpen) => !isStillOpen),
  );
  const watchingHealth = isGone$.subscribe(() => {
    election.stop();
    void duties.giveUp();
  });
  const poke = (reason: PokeReason) => (election.isLeader() ? duties.poke(reason) : pokes.post(reason));
  const stopWatching = [
    onNetworkChange((isOnline) => isOnline && poke('online')),
    onTabVisible(() => poke('visible')),
    askWhileWatched({
      clock: systemClock,
      isWatched: isTabVisible,
      isLeader: () => election.isLeader(),
      lastSyncedAt: async () => (await db.device.sync_state.get(db.companyId))?.last_synced_at ?? null,
      ask: () => poke('timer'),
    }),
  ];
  let stopped: Promise<void> | undefined;

  async function stop(): Promise<void> {
    stopWatching.forEach((end) => end());
    watchingHealth.unsubscribe();
    election.stop();
    await duties.giveUp();
    pokes.close();
    live.close();
    channel.close();
    await closeCompanyDatabase(target);
  }
  const session: CompanySession = {
    db,
    poke,
    isLeader: () => election.isLeader(),
    tabs: election,
    live,
    onRealtimeEvent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: () => (stopped ??= stop()),
  };
  byDatabase.set(db, session);
  return session;
}
