import type { Leader } from '#data/tabs/leader.ts';
import type { RealtimeEventMessage } from '#data/tabs/tab-messages.ts';
import type { SharedLiveState } from '#data/tabs/shared-live-state.ts';
import type { CompanyDatabase } from './company-database.ts';

/** Why the engine should look now. A `write` never cuts a back-off short; everything else says that the network may be back. */
export type PokeReason = 'start' | 'write' | 'online' | 'visible' | 'channel' | 'live-event' | 'signed-in' | 'person' | 'timer';

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
