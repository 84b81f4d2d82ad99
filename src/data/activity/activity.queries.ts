import { type Observable, map } from 'rxjs';
import type { ActivityEntry } from '#domain/activity/activity-entry.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { RecordRef } from './activity-source.ts';

/** How many entries about one record are shown. */
export const HISTORY_LIMIT = 50;

/** The newest entries about one record that this device keeps, newest first. */
export function watchHistoryOf(db: CompanyDatabase, record: RecordRef, limit = HISTORY_LIMIT): Observable<ActivityEntry[]> {
  return db.collections.activity_log.find({ selector: { entity_type: record.type, entity_id: record.id } }).$.pipe(
    map((documents) =>
      newestEntries(
        documents.map((document) => document.toMutableJSON()),
        limit,
      ),
    ),
  );
}

/** Entries of device and server together, each once, newest first. */
export function newestEntries(entries: readonly ActivityEntry[], limit = HISTORY_LIMIT): ActivityEntry[] {
  const each = [...new Map(entries.map((entry) => [entry.id, entry])).values()];
  const order = (a: ActivityEntry, b: ActivityEntry): number =>
    Date.parse(b.created_at) - Date.parse(a.created_at) || (a.id < b.id ? 1 : -1);
  return each.sort(order).slice(0, limit);
}
