import { type Observable, map } from 'rxjs';
import type { ActivityEntry } from '#domain/activity/activity-entry.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';

/** The newest entries about one record that this device keeps, newest first. */
export function watchHistoryOf(db: CompanyDatabase, record: { type: string; id: string }, limit = 50): Observable<ActivityEntry[]> {
  return db.collections.activity_log.find({ selector: { entity_type: record.type, entity_id: record.id } }).$.pipe(
    map((documents) =>
      documents
        .map((document) => document.toMutableJSON())
        .sort((a, b) => (a.created_at === b.created_at ? (a.id < b.id ? 1 : -1) : a.created_at < b.created_at ? 1 : -1))
        .slice(0, limit),
    ),
  );
}
