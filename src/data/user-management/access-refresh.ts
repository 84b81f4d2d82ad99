import type { Observable } from 'rxjs';
import type { CompanySession } from '#data/core/company-session.ts';
import type { SyncSummary } from '#data/sync/status.ts';
import type { RealtimeEventMessage } from '#data/tabs/tab-messages.ts';

const ACCESS_TABLES: ReadonlySet<string> = new Set(['company_users', 'company_user_permissions']);

type Parts = {
  readonly session: Pick<CompanySession, 'onRealtimeEvent'>;
  readonly summary$: Observable<Pick<SyncSummary, 'state' | 'reason' | 'lastSyncedAt'>>;
  readonly userId: string;
};

/**
 * Calls back when the person's own rights were changed on the server and the exchange that should bring them here failed: until one
 * succeeds the screens show the old ones. Returns the function that stops it.
 */
export function watchAccessRefresh({ session, summary$, userId }: Parts, onFailed: () => void): () => void {
  let lastSyncedAt: string | null = null;
  /** When the rights were last known to be right; undefined while nothing is awaited. */
  let awaitedSince: string | null | undefined;
  const stopHearing = session.onRealtimeEvent((message) => {
    if (ACCESS_TABLES.has(message.table) && concerns(message, userId)) awaitedSince = lastSyncedAt;
  });
  const watching = summary$.subscribe((summary) => {
    ({ lastSyncedAt } = summary);
    if (awaitedSince === undefined) return;
    const hasFailed = (summary.state === 'offline' || summary.state === 'paused') && summary.reason !== 'company_lost';
    if (lastSyncedAt === awaitedSince && !hasFailed) return;
    const isBehind = lastSyncedAt === awaitedSince;
    awaitedSince = undefined;
    if (isBehind) onFailed();
  });
  return () => {
    stopHearing();
    watching.unsubscribe();
  };
}

/** A deleted row may carry nothing but its key: then it could have been one's own. */
const concerns = ({ data }: RealtimeEventMessage, userId: string): boolean => (data?.['user_id'] ?? userId) === userId;
