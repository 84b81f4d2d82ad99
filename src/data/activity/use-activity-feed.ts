import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { filter, map } from 'rxjs';
import { useCompany } from '#data/core/company-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { CompanySession } from '#data/core/company-session.ts';
import type { RealtimeEventMessage } from '#data/tabs/tab-messages.ts';
import type { ActivityEntry } from '#domain/activity/activity-entry.ts';
import type { ActivityFilter } from '#domain/activity/activity-filter.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { isOnlineHint, onNetworkChange } from '#platform/network/network.ts';
import { supabaseClient } from '#platform/supabase/client.ts';
import { createActivityFeed } from './activity-feed.ts';
import { deviceActivity, serverActivity } from './activity-source.ts';
import { addNote } from './activity.commands.ts';

/** The company's history under a filter: newest first, live. */
export function useActivityFeed(activityFilter: ActivityFilter) {
  const { db, session } = useCompany();
  const { actorId, kind, entity, isRecent } = activityFilter;
  const feed = useMemo(
    () =>
      createActivityFeed({
        filter: { actorId, kind, entity, isRecent },
        server: serverActivity(supabaseClient, db.companyId),
        device: deviceActivity(db),
        clock: systemClock,
        isOnline: isOnlineHint,
        listen: (listener) => listen(db, session, listener),
      }),
    [db, session, actorId, kind, entity, isRecent],
  );
  useEffect(() => {
    const stop = feed.start();
    const stopWatching = onNetworkChange((isOnline) => void (isOnline && feed.reload()));
    return () => {
      stopWatching();
      stop();
    };
  }, [feed]);
  return { list: useSyncExternalStore(feed.subscribe, feed.getSnapshot), loadMore: feed.loadMore, reload: feed.reload };
}

/** News of the live channel, and what sync or this device itself adds while the channel is silent. */
function listen(db: CompanyDatabase, session: CompanySession, listener: (message: RealtimeEventMessage) => void): () => void {
  const stop = session.onRealtimeEvent(listener);
  const inserts = db.collections.activity_log.$.pipe(
    filter(({ operation }) => operation === 'INSERT'),
    map(({ documentData }) => inserted(documentData as ActivityEntry)),
  ).subscribe(listener);
  return () => {
    stop();
    inserts.unsubscribe();
  };
}

function inserted(entry: ActivityEntry): RealtimeEventMessage {
  return { type: 'realtime-event', table: 'activity_log', event: 'INSERT', data: entry, id: entry.id, payload: null };
}

export function useActivityCommands() {
  const { db, ctx } = useCompany();
  return useMemo(() => ({ addNote: (text: string) => addNote(db, { text }, ctx) }), [db, ctx]);
}
