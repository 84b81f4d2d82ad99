import { fileIdOf } from '#data/device/waiting-receipt.ts';
import { liveQuery } from 'dexie';
import { combineLatest, from, map, Observable } from 'rxjs';
import { atHand, keptPer, withAtHand } from '#data/core/at-hand.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { isStuck, type OutboxRow, outboxKey } from '#data/changes/outbox-row.ts';
import { watchOutboxRows } from '#data/device/outbox-watch.ts';
import { freshSyncState, type LedgerAlarm, type SyncActivity, type SyncState } from '#data/changes/sync-state.ts';
import type { CollectionName } from '#domain/registry.ts';
import { isOnlineHint, onNetworkChange } from '#platform/network/network.ts';

export type RecordStatus = 'synced' | 'saved_on_device' | 'sending' | 'needs_attention';

export type SyncSummary = {
  /** Changes and receipts that only this device has, those on their way included; a receipt whose record waits too counts once. */
  readonly waiting: number;
  readonly sending: number;
  readonly issues: number;
  /** What waits or is asked about: a change that waits because something is asked about it counts once. */
  readonly unsynced: number;
  readonly lastSyncedAt: string | null;
  readonly state: SyncActivity;
  /** Why it is offline or paused: `network`, `server`, `signed_out`, `second_factor`, `company_lost`, `storage`. */
  readonly reason: string | null;
  /** While a company is loaded for the first time, or anew. */
  readonly progress?: { readonly received: number };
  /** The ledger is another one than this device had seen, and nobody has taken note of that (SYNC-43). */
  readonly ledgerAlarm?: LedgerAlarm;
};

type Overview = {
  readonly rows: ReadonlyMap<string, OutboxRow>;
  /** Mails that have not left, by whether they wait for a person. */
  readonly mails: { readonly waiting: number; readonly stopped: readonly string[] };
  /** Keys of receipts whose bytes are not on the server yet. */
  readonly uploads: readonly string[];
  readonly issues: ReadonlyMap<string, number>;
  readonly state: SyncState;
};

/** One look at outbox, issues and state per change, shared by every badge of this tab. */
const overview$ = keptPer(watchOverview, 1000);

function watchOverview(db: CompanyDatabase): Observable<Overview> {
  const { device, companyId } = db;
  const rows$ = watchOutboxRows(device, companyId);
  // Only the keys: the query runs in every change of the table and must not read the bytes.
  const receipts$ = from(liveQuery(() => device.receipts.where({ company_id: companyId }).primaryKeys()));
  const mails$ = from(
    liveQuery(async () => {
      const ids = await device.mails.where({ company_id: companyId }).primaryKeys();
      const stopped = ids.length === 0 ? [] : await device.mails.where({ state: 'stopped' }).primaryKeys();
      return { waiting: ids.filter((id) => !stopped.includes(id)).length, stopped: stopped.filter((id) => ids.includes(id)) };
    }),
  );
  const issues$ = from(liveQuery(() => device.issues.where({ company_id: companyId }).toArray()));
  const state$ = from(liveQuery(() => device.sync_state.get(companyId)));
  return combineLatest([rows$, receipts$, mails$, issues$, state$]).pipe(
    map(([rows, receipts, mails, issues, state]) => ({
      mails,
      rows: new Map(rows.map((row) => [row.key, row])),
      uploads: [...new Set(receipts.map((id) => outboxKey('files', fileIdOf(id))))], // an original is no second receipt
      issues: [...issues, ...rows.filter(isStuck)].reduce(
        (counts, { key }) => counts.set(key, (counts.get(key) ?? 0) + 1),
        new Map<string, number>(),
      ),
      state: state ?? freshSyncState(companyId, null),
    })),
  );
}

type RecordStatuses = {
  /** Calls back whenever something of them may have changed. */ readonly follow: (changed: () => void) => () => void;
  /** Undefined until anybody in this tab follows them and the device has answered. */
  readonly now: (collection: CollectionName, id: string) => RecordStatus | undefined;
};
const statuses = new WeakMap<CompanyDatabase, RecordStatuses>();

/** What the badges of records say; derived from outbox, issues and the engine's state, never stored. At hand while a list is drawn. */
export function recordStatuses(db: CompanyDatabase): RecordStatuses {
  const known = statuses.get(db);
  if (known) return known;
  const made: RecordStatuses = {
    follow(changed) {
      // That it can't be read is said by whoever shows the summary.
      const following = overview$(db).subscribe({ next: changed, error: () => undefined });
      return () => following.unsubscribe();
    },
    now(collection, id) {
      const overview = atHand(overview$(db))?.value;
      return overview && statusOf(overview, outboxKey(collection, id));
    },
  };
  statuses.set(db, made);
  return made;
}

function statusOf({ rows, issues, state }: Overview, key: string): RecordStatus {
  if (issues.has(key)) return 'needs_attention';
  const row = rows.get(key);
  if (!row) return 'synced';
  return isSending(row, state) ? 'sending' : 'saved_on_device';
}

/** A request that found no network is not "sending": its mutation only waits under the same name. */
const isSending = (row: OutboxRow, state: SyncState) => row.flight !== null && row.flight.rev === row.rev && state.activity === 'syncing';

const OUT_OF_NETWORK = { state: 'offline', reason: 'network' } as const satisfies Partial<SyncSummary>;

/** What the browser believes about the network, now and whenever that changes. */
const isOnline$ = new Observable<boolean>((subscriber) => {
  subscriber.next(isOnlineHint());
  return onNetworkChange((isOnline) => subscriber.next(isOnline));
});

/** What the chip in the header says about the current company. */
export function syncSummary$(db: CompanyDatabase): Observable<SyncSummary> {
  const seen$ = overview$(db);
  const told$ = combineLatest([seen$, isOnline$]).pipe(map(([overview, isOnline]) => summaryOf(overview, isOnline)));
  return withAtHand(told$, () => {
    const seen = atHand(seen$);
    return seen && { value: summaryOf(seen.value, isOnlineHint()) };
  });
}

function summaryOf({ rows, uploads, mails, issues, state }: Overview, isOnline: boolean): SyncSummary {
  return {
    // A refused upload waits for a person and is counted with the issues.
    waiting: new Set([...rows.keys(), ...uploads.filter((key) => !issues.has(key))]).size + mails.waiting,
    sending: [...rows.values()].filter((row) => isSending(row, state)).length,
    issues: [...issues.values()].reduce((sum, count) => sum + count, 0) + mails.stopped.length,
    unsynced: new Set([...rows.keys(), ...uploads, ...issues.keys()]).size + mails.waiting + mails.stopped.length,
    lastSyncedAt: state.last_synced_at,
    // Between two rounds the engine is at rest and may not have noticed yet.
    ...(state.activity === 'idle' && !isOnline ? OUT_OF_NETWORK : { state: state.activity, reason: state.reason }),
    ...(state.loaded && state.snapshot === null ? {} : { progress: { received: state.received } }),
    ...(state.ledger_alarm && { ledgerAlarm: state.ledger_alarm }),
  };
}

/** The changes that wait or are on their way, oldest first. */
export function watchOutbox(db: CompanyDatabase): Observable<OutboxRow[]> {
  return overview$(db).pipe(map(({ rows }) => [...rows.values()].sort((a, b) => (a.queued_at < b.queued_at ? -1 : 1))));
}
