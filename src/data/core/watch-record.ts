import { finalize, map, type Observable } from 'rxjs';
import { keptAtHand } from './at-hand.ts';
import type { Collection } from './stored-form.ts';

/** From a form to the page of what it saved nobody looks at the record for a moment. */
const KEEP_MS = 1000;
const watched = new WeakMap<object, Map<string, Observable<unknown>>>();

/**
 * A record, live; null when it is not here. Whoever asks while it is looked at, or was a moment ago, has it at once, so that no page is drawn
 * empty first. It is shared, so nobody changes it.
 */
export function watchRecord<T>(collection: Collection<T>, id: string): Observable<T | null> {
  const records = watched.get(collection) ?? new Map<string, Observable<unknown>>();
  watched.set(collection, records);
  const known = records.get(id) as Observable<T | null> | undefined;
  if (known) return known;
  const record$ = collection.findOne(id).$.pipe(
    map((document) => document?.toMutableJSON() ?? null),
    finalize(() => records.delete(id)),
  );
  const made = keptAtHand(record$, KEEP_MS);
  records.set(id, made);
  return made;
}
