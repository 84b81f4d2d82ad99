import { withDevice } from '#data/session/with-device.ts';
import { createUploadQueue } from '#data/receipts/upload-queue.ts';
import { createSyncEngine, type PokeReason } from '#data/sync/engine.ts';
import { createLiveChannel, type LiveState } from '#data/sync/live-channel.ts';
import { createRpcTransport, type RpcClient, type SyncTransport, tokenOf, TransportError } from '#data/sync/transport.ts';
import { openBus } from '#data/tabs/bus.ts';
import { joinElection, type Leader } from '#data/tabs/leader.ts';
import { companyChannel, openTabChannel, type RealtimeEventMessage } from '#data/tabs/messages.ts';
import { type SharedLiveState, shareLiveState } from '#data/tabs/shared-live-state.ts';
import { AppError } from '#domain/errors.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { randomFraction } from '#platform/ids/ids.ts';
import { log } from '#platform/log/log.ts';
import { isOnlineHint, onNetworkChange, onTabVisible } from '#platform/network/network.ts';
import { requestPersistentStorage } from '#platform/storage/quota.ts';
import { supabaseClient } from '#platform/supabase/client.ts';
import { closeCompanyDatabase, type CompanyDatabase, deleteCompanyDatabase, openCompanyDatabase } from './company-database.ts';

type Target = { readonly userId: string; readonly companyId: string };

/** A company that is open in this tab: its database and everything that runs for it. */
export type CompanySession = {
  readonly db: CompanyDatabase;
  /** Asks whichever tab leads to synchronise now. */
  poke(reason: PokeReason): void;
  /** Live changes, heard by this tab or forwarded by the leader; returns the function that stops it. */
  onRealtimeEvent(listener: (message: RealtimeEventMessage) => void): () => void;
  isLeader(): boolean;
  /** The tabs of this company in this browser and who of them leads. */
  readonly tabs: Pick<Leader, 'getState' | 'subscribe' | 'takeOver'>;
  /** The one live channel, which the leader holds. */
  readonly live: Pick<SharedLiveState, 'getSnapshot' | 'subscribe' | 'reconnect'>;
  stop(): Promise<void>;
};

const sessions = new Map<Promise<CompanySession>, string>();
let closing: Promise<unknown> = Promise.resolve();

/**
 * Opens the company once whatever was open before is closed: RxDB's free edition allows 13 collections per page, so the database
 * of the company before must be gone before the next one opens. Every call needs one `stopCompanySession`.
 */
export function openCompanySession(target: Target): Promise<CompanySession> {
  const session = closing.then(() => startSession(target));
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
}

/** The session of a database that is open in this tab. */
const byDatabase = new WeakMap<CompanyDatabase, CompanySession>();
export const sessionOf = (db: CompanyDatabase): CompanySession | undefined => byDatabase.get(db);

async function startSession(target: Target): Promise<CompanySession> {
  const db = await openCompanyDatabase(target);
  void requestPersistentStorage();
  const listeners = new Set<(message: RealtimeEventMessage) => void>();
  const hear = (message: RealtimeEventMessage) => listeners.forEach((listener) => listener(message));
  const channel = openTabChannel(companyChannel(target.userId, target.companyId), { onRealtimeEvent: hear });
  const duties = createDuties(db, {
    forward(message) {
      hear(message);
      channel.send(message);
    },
    onLiveState: (state) => live.tell(state),
  });
  const pokes = openBus<PokeReason>(`kontor-poke:${target.userId}:${target.companyId}`, (reason) => duties.poke(reason));
  const election = joinElection(`${target.userId}:${target.companyId}`, {
    onLead: () => duties.take(),
    onFollow: () => void duties.giveUp(),
  });
  const live = shareLiveState({
    name: `kontor-live-state:${target.userId}:${target.companyId}`,
    isLeader: () => election.isLeader(),
    onReconnect: () => duties.reconnect(),
  });
  const poke = (reason: PokeReason) => (election.isLeader() ? duties.poke(reason) : pokes.post(reason));
  const stopWatching = [onNetworkChange((isOnline) => isOnline && poke('online')), onTabVisible(() => poke('visible'))];
  let stopped: Promise<void> | undefined;

  async function stop(): Promise<void> {
    stopWatching.forEach((end) => end());
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

/** What only the leader does: the sync loop, the live channel, the uploads. Taking over waits until an earlier term has ended. */
type Told = { forward: (message: RealtimeEventMessage) => void; onLiveState: (state: LiveState) => void };

function createDuties(db: CompanyDatabase, { forward, onLiveState }: Told) {
  const engine = createSyncEngine({
    db,
    transport: lazyTransport(db.userId),
    random: randomFraction,
    refreshSession: () => refreshSession(db.userId),
    onFailure: (error) => log.warn('sync.failed', { error }),
  });
  const uploads = createUploadQueue({
    db,
    async client() {
      const client = await supabaseClient();
      await tokenOf(client.auth, db.userId);
      return client;
    },
    clock: systemClock,
    random: randomFraction,
    log,
    isOnline: isOnlineHint,
  });
  const live = createLiveChannel({
    companyId: db.companyId,
    userId: db.userId,
    client: supabaseClient,
    clock: systemClock,
    log,
    onEvent: (message) => {
      engine.poke('live-event');
      forward(message);
    },
    // Rights are rows like any other: pulling brings the member's document, and a changed fingerprint a fresh snapshot.
    onOwnAccess: () => engine.poke('live-event'),
    onConnected: () => engine.poke('channel'),
    onState: onLiveState,
  });
  let isLeading = false;
  let ending: Promise<unknown> = Promise.resolve();

  return {
    take(): void {
      isLeading = true;
      void ending.then(() => {
        if (!isLeading) return;
        engine.start();
        uploads.start();
        if (isOnlineHint()) void live.start(); // else the way back online does
      });
    },
    giveUp(): Promise<void> {
      isLeading = false;
      const ended = Promise.all([ending, engine.stop(), uploads.stop(), live.stop()]).then(() => undefined);
      ending = ended;
      return ended;
    },
    /** A person wants the channel built anew. */
    reconnect(): void {
      void live.stop().then(() => isLeading && live.start());
    },
    poke(reason: PokeReason): void {
      if (!isLeading) return;
      engine.poke(reason);
      uploads.poke();
      if (reason !== 'write' && isOnlineHint()) void live.start();
    },
  };
}

/** The client is loaded with the first request; offline nothing is asked of it, because it would wait 25 s for a token. */
function lazyTransport(userId: string): SyncTransport {
  const transport = async () => {
    if (!isOnlineHint()) throw new TransportError('network');
    try {
      return createRpcTransport((await supabaseClient()) as unknown as RpcClient, userId);
    } catch (cause) {
      throw new TransportError('network', { cause });
    }
  };
  return {
    pull: async (...args) => (await transport()).pull(...args),
    push: async (...args) => (await transport()).push(...args),
  };
}

/** False: the server ended the session, or it is somebody else's by now; an exception: nobody answered, so nothing is known. */
async function refreshSession(userId: string): Promise<boolean> {
  const { auth } = await supabaseClient();
  const { data } = await auth.getSession();
  if (data.session && data.session.user.id !== userId) return false;
  const { error } = await auth.refreshSession();
  if (!error || error.name === 'AuthRefreshDiscardedError') return true; // the latter: another tab was quicker
  if (error.name === 'AuthRetryableFetchError') throw error;
  // The server refused both tokens. The client would keep a session whose access token has not expired by the clock.
  await auth.signOut({ scope: 'local' });
  return false;
}
