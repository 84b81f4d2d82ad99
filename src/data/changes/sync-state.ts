import type { Missing } from '#domain/archive/manifest.ts';
import type { LedgerFault, LedgerHead, LedgerPlace } from '#domain/ledger/ledger-entry.ts';
import type { CollectionName } from '#domain/registry.ts';

export type SyncActivity = 'idle' | 'syncing' | 'offline' | 'paused';

/** A mark of the server's history, and the newest date, in ms, of anything this device had of the server when it was told that mark. */
export type Landmark = { readonly mark: string; readonly at: number };

/**
 * The ledger behind the entry that this device had seen is another one: `changed`, or the server was `restored` from a backup, which explains it.
 * `seen` is the entry it knew, `now` the end of the ledger when it noticed.
 */
export type LedgerAlarm = {
  readonly kind: 'changed' | 'restored';
  readonly seen: LedgerHead;
  readonly now: LedgerHead | null;
  readonly noticed_at: string;
};

/** What came of checking the ledger: when, how many entries there were, the first fault, and how far this device has computed the chain itself. */
export type LedgerCheck = {
  readonly at: string;
  readonly entries: number;
  readonly fault: LedgerFault | null;
  readonly place: LedgerPlace;
};

/** The last archive of the company that was made on this device: when, under which name, its size in bytes, and the SHA-256 of its manifest. */
export type LastExport = {
  readonly at: string;
  readonly name: string;
  readonly source: 'server' | 'device';
  readonly bytes: number;
  readonly sha256: string;
  readonly is_complete: boolean;
  readonly missing: readonly Pick<Missing, 'what' | 'count'>[];
  readonly unsynced: number;
};

/** How far this device is with one company. Written by the leader, read by every tab. */
export type SyncState = {
  readonly company_id: string;
  /** Grows with every change the engine makes; a pull that started under another version is thrown away (SYNC-14). */
  readonly version: number;
  readonly epoch: string | null;
  readonly access: string | null;
  /** Names the server's history as far as this device heard of it (SYNC-36). */
  readonly mark?: string | null;
  /** The mark of a push, or of a page that is being put down, which no finished pull has followed yet. It does not take the other's place: what came before it may be lost. */
  readonly push_mark?: string | null;
  /** Marks that this device was told, newest first, ever fewer of ever longer ago: they tell where a server that was set back left its history. */
  readonly past?: readonly Landmark[];
  /** The newest date of what the pulls have brought, in ms. */
  readonly newest?: number;
  /**
   * While a snapshot is taken of a server that was set back: until when, in ms, its history is the one that this device has seen. What is newer
   * here, or not there, is asked about (SYNC-37).
   */
  readonly shared?: number | null;
  readonly cursors: Partial<Record<CollectionName, number>>;
  /** Documents whose newest row waits for their push to be answered, with the cursor from which it comes again (SYNC-8). */
  readonly held?: Readonly<Record<string, number>>;
  /** Names the snapshot under way: afterwards, documents it did not bring are swept. Only the engine that began it may finish it (SYNC-16). */
  readonly snapshot: string | null;
  /** The company was loaded completely at least once. */
  readonly loaded: boolean;
  /** Documents received since the first load began; for the progress display. */
  readonly received: number;
  /** RxDB's storage token of the database the cursors belong to: an emptied database gets a new one (SYNC-18). */
  readonly storage_token: string | null;
  /** Name of that database: one of another form is not the same one emptied. */
  readonly database?: string;
  /** The end of the ledger as this device saw it last (SYNC-43); null where nothing was entered. */
  readonly ledger?: LedgerHead | null;
  /** Said until a person has taken note of it. */
  readonly ledger_alarm?: LedgerAlarm | null;
  readonly ledger_check?: LedgerCheck | null;
  readonly last_export?: LastExport | null;
  readonly last_synced_at: string | null;
  readonly activity: SyncActivity;
  /** Why it is offline or paused: `network`, `server`, `signed_out`, `second_factor`, `company_lost`, `storage`. */
  readonly reason: string | null;
};

/** The state before the first pull. */
export const freshSyncState = (companyId: string, storageToken: string | null): SyncState => ({
  company_id: companyId,
  version: 0,
  epoch: null,
  access: null,
  cursors: {},
  snapshot: null,
  loaded: false,
  received: 0,
  storage_token: storageToken,
  last_synced_at: null,
  activity: 'idle',
  reason: null,
});
