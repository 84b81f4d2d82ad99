import type { RealtimeEventMessage } from '#data/tabs/tab-messages.ts';
import type { LiveState } from '#data/tabs/shared-live-state.ts';
import { type Clock, sleep, type TimerId } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { SupabaseClient } from '#platform/supabase/client.ts';

/** Spec §9. Heartbeat, socket back-off, push buffer and request timeout belong to the client (`platform/supabase/client.ts`). */
export const LIVE_TIMINGS = { reconnectAfterError: 2_000, afterTeardown: 1_000, waitForConnection: 10_000, poll: 100 } as const;

export const LIVE_CHANNEL = 'shared-realtime';

const ACCESS_TABLES: ReadonlySet<string> = new Set(['company_users', 'company_user_permissions']);
/** The row that says how far the company's log goes; and who may do what, because who was removed does not see that row any more. */
export const LIVE_TABLES: readonly string[] = ['company_news', ...ACCESS_TABLES];

/** The part of supabase-js that is used. */
export type RealtimeClient = Pick<SupabaseClient, 'channel' | 'removeChannel'> & {
  readonly realtime: Pick<SupabaseClient['realtime'], 'setAuth'>;
};
type Channel = ReturnType<RealtimeClient['channel']>;

export type LiveParts = {
  readonly companyId: string;
  readonly userId: string;
  readonly client: () => Promise<RealtimeClient>;
  readonly clock: Clock;
  readonly log: Log;
  /** News from the server; it says that something changed, it is not the data. */
  readonly onEvent: (message: RealtimeEventMessage) => void;
  /** The person's own membership or permissions may have changed. */
  readonly onOwnAccess: () => void;
  /** The channel is open (again): what happened before was not heard. */
  readonly onConnected: () => void;
  readonly onState?: (state: LiveState) => void;
};

export type LiveChannel = {
  /** Resolves to true once connected, to false when that took longer than 10 s; it goes on trying either way. Called again, it revives a closed channel. */
  start(): Promise<boolean>;
  stop(): Promise<void>;
  state(): LiveState;
};

/** The one live channel of a company, held by the leader tab. */
export function createLiveChannel(parts: LiveParts): LiveChannel {
  const { clock, log } = parts;
  let state: LiveState = 'DISCONNECTED';
  let isWanted = false;
  /** Events of a channel that was given up must not touch its successor. */
  let generation = 0;
  let open: { client: RealtimeClient; channel: Channel } | undefined;
  let reconnect: TimerId | undefined;
  let teardown: Promise<void> = Promise.resolve();

  function enter(next: LiveState): void {
    if (state === next) return;
    state = next;
    parts.onState?.(next);
  }

  async function connect(): Promise<void> {
    const mine = (generation += 1);
    enter('CONNECTING');
    try {
      await teardown;
      const client = await parts.client();
      // Who joins before the client has looked up the session joins as nobody, and hears nothing.
      await client.realtime.setAuth();
      if (mine !== generation) return;
      const channel = client.channel(LIVE_CHANNEL);
      for (const table of LIVE_TABLES) listen(channel, table, mine);
      open = { client, channel };
      channel.subscribe((status) => mine === generation && onStatus(status));
    } catch (error) {
      if (mine === generation) lost(error);
    }
  }

  function listen(channel: Channel, table: string, mine: number): void {
    const filter = `company_id=eq.${parts.companyId}`;
    channel.on(
      'postgres_changes',
      { event: '*', schema: 'public', table, filter },
      (payload) => mine === generation && receive(table, payload),
    );
  }

  function onStatus(status: string): void {
    switch (status) {
      case 'SUBSCRIBED':
        enter('CONNECTED');
        return parts.onConnected();
      case 'CHANNEL_ERROR':
      case 'TIMED_OUT':
        return lost(status);
      case 'CLOSED':
        log.warn('live.closed');
        return enter('DISCONNECTED');
      default:
        log.warn('live.unknown_status', { status });
    }
  }

  function lost(reason: unknown): void {
    log.warn('live.channel_error', { reason });
    enter('DISCONNECTED');
    if (!isWanted || reconnect !== undefined) return;
    reconnect = clock.setTimeout(() => {
      reconnect = undefined;
      void tearDown();
      if (isWanted) void connect();
    }, LIVE_TIMINGS.reconnectAfterError);
  }

  /** Leaves the channel and keeps the pause after it, so that the server has forgotten the old one when the next joins under the same name. */
  function tearDown(): Promise<void> {
    const leaving = open;
    open = undefined;
    generation += 1;
    if (!leaving) return teardown;
    const left = leaving.client.removeChannel(leaving.channel).catch((error: unknown) => log.warn('live.teardown_failed', { error }));
    teardown = Promise.all([left, sleep(clock, LIVE_TIMINGS.afterTeardown)]).then(() => undefined);
    return teardown;
  }

  function receive(table: string, payload: unknown): void {
    const message = toMessage(table, payload);
    if (!message) return log.warn('live.unknown_event', { table });
    parts.onEvent(message);
    if (ACCESS_TABLES.has(table) && concerns(message, parts.userId)) parts.onOwnAccess();
  }

  async function waitUntilConnected(): Promise<boolean> {
    for (let waited = 0; waited < LIVE_TIMINGS.waitForConnection; waited += LIVE_TIMINGS.poll) {
      if (state === 'CONNECTED') return true;
      if (!isWanted) return false;
      await sleep(clock, LIVE_TIMINGS.poll);
    }
    if (isWanted) log.warn('live.not_connected_in_time');
    return state === 'CONNECTED';
  }

  return {
    state: () => state,
    start() {
      isWanted = true;
      if (state === 'DISCONNECTED' && reconnect === undefined) {
        void tearDown();
        void connect();
      }
      return waitUntilConnected();
    },
    async stop() {
      isWanted = false;
      if (reconnect !== undefined) clock.clearTimeout(reconnect);
      reconnect = undefined;
      enter('DISCONNECTED');
      await tearDown();
    },
  };
}

type Row = Record<string, unknown>;

/** The cross-tab message of a change; null for an event type nobody knows. */
export function toMessage(table: string, payload: unknown): RealtimeEventMessage | null {
  const { eventType, new: newRow, old: oldRow } = payload as { eventType?: unknown; new?: Row; old?: Row };
  if (eventType !== 'INSERT' && eventType !== 'UPDATE' && eventType !== 'DELETE') return null;
  const data = (eventType === 'DELETE' ? oldRow : newRow) ?? null;
  return { type: 'realtime-event', table, event: eventType, data, id: typeof data?.['id'] === 'string' ? data['id'] : null, payload };
}

/** A deleted row may carry nothing but its key: then it could have been one's own. */
function concerns({ data }: RealtimeEventMessage, userId: string): boolean {
  const owner = data?.['user_id'];
  return owner === undefined || owner === userId;
}
