import { createMailQueue } from '#data/mail-queue/mail-queue.ts';
import { createUploadQueue } from '#data/receipts/upload-queue.ts';
import { createSyncEngine } from '#data/sync/engine.ts';
import { createLiveChannel } from '#data/sync/live-channel.ts';
import type { LiveState } from '#data/tabs/shared-live-state.ts';
import { ownClient } from '#data/sync/own-client.ts';
import { createRpcTransport, type RpcClient, type SyncTransport, TransportError } from '#data/sync/transport.ts';
import type { RealtimeEventMessage } from '#data/tabs/tab-messages.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { randomFraction } from '#platform/ids/ids.ts';
import { log } from '#platform/log/log.ts';
import { isMeteredHint, isOnlineHint, isTabVisible } from '#platform/network/network.ts';
import { paintedFirst } from '#platform/start/painted-first.ts';
import { type SupabaseClient, supabaseClient } from '#platform/supabase/client.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { Duties } from './late-duties.ts';

type Told = { forward: (message: RealtimeEventMessage) => void; onLiveState: (state: LiveState) => void };

/** What only the leader does: the sync loop, the live channel, the uploads. Taking over waits until an earlier term has ended. */
export function createDuties(db: CompanyDatabase, { forward, onLiveState }: Told): Duties {
  const client = ownClient(db.userId);
  const settleNumbers = () => settleNumbersOf(db, client);
  const engine = createSyncEngine({
    db,
    transport: settled(settleNumbers, lazyTransport(db.userId)),
    random: randomFraction,
    refreshSession: () => refreshSession(db.userId),
    isWatched: isTabVisible,
    afterWrite: paintedFirst,
    onFailure: (error) => log.warn('sync.failed', { error }),
  });
  const uploads = createUploadQueue({
    db,
    client,
    async request(path, init) {
      const { storageRequest } = await import('#data/receipts/storage-request.ts');
      return storageRequest(db.userId, path, init);
    },
    clock: systemClock,
    random: randomFraction,
    log,
    isOnline: isOnlineHint,
    isMetered: isMeteredHint,
  });
  const mails = createMailQueue({
    db,
    async send(mail) {
      const { sendWaiting } = await import('#data/mail-queue/send-waiting.ts');
      return sendWaiting(await client(), mail);
    },
    clock: systemClock,
    random: randomFraction,
    log,
    isOnline: isOnlineHint,
    onLeft: () => engine.poke('live-event'),
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

  /** The socket of before may be dead without knowing it: until its heartbeat misses, nothing would be heard. */
  const reconnect = () => void live.stop().then(() => isLeading && live.start());

  /** Whoever has numbers along hears what became of them, and gives back what no longer holds. */
  const settleWhenKept = () =>
    void (async () => {
      if (isOnlineHint() && (await db.device.leases.where({ company_id: db.companyId }).count()) > 0) await settleNumbers();
    })().catch((error: unknown) => log.warn('leases.unsettled', { error }));

  return {
    take() {
      isLeading = true;
      void ending.then(() => {
        if (!isLeading) return;
        engine.start();
        uploads.start();
        settleWhenKept();
        mails.start();
        if (isOnlineHint()) void live.start(); // else the way back online does
      });
    },
    giveUp() {
      isLeading = false;
      mails.stop();
      const ended = Promise.all([ending, engine.stop(), uploads.stop(), live.stop()]).then(() => undefined);
      ending = ended;
      return ended;
    },
    reconnect,
    poke(reason) {
      if (!isLeading) return;
      engine.poke(reason);
      uploads.poke();
      if (reason !== 'write' && reason !== 'live-event') settleWhenKept();
      mails.poke();
      if (reason === 'online') reconnect();
      else if (reason !== 'write' && isOnlineHint()) void live.start();
    },
  };
}

/**
 * Before the first invoice with a number of this device is sent, and the first time after a break, the server hears of its lease: one that was set back
 * would not know it (SYNC-82). What can't be settled now holds nothing up.
 */
function settled(settleNumbers: () => Promise<void>, transport: SyncTransport): SyncTransport {
  return {
    ...transport,
    async push(company, changes, signal) {
      if (changes.some(({ doc }) => isClaim(doc))) await settleNumbers().catch((error: unknown) => log.warn('leases.unsettled', { error }));
      return transport.push(company, changes, signal);
    },
  };
}

const isClaim = (doc: object | null): boolean => !!(doc as { leased?: { claim?: unknown } | null } | null)?.leased?.claim;

async function settleNumbersOf(db: CompanyDatabase, client: () => Promise<SupabaseClient>): Promise<void> {
  const [{ settleLeases }, { leaseCallOf }, own] = await Promise.all([
    import('#data/leases/settle-leases.ts'),
    import('#data/leases/lease-call.ts'),
    client(),
  ]);
  await settleLeases(db, leaseCallOf(own));
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
