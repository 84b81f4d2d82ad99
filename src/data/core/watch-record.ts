import { map, type Observable } from 'rxjs';
import { keptPerId } from './at-hand.ts';
import type { Collection } from './stored-form.ts';

const watched = keptPerId((collection: Collection<unknown>, id) =>
  collection.findOne(id).$.pipe(map((document) => document?.toMutableJSON() ?? null)),
);

/**
 * A record, live; null when it is not here. Whoever asks while it is looked at, or was a moment ago, has it at once, so that no page is drawn
 * empty first. It is shared, so nobody changes it.
 */
export const watchRecord = <T>(collection: Collection<T>, id: string): Observable<T | null> =>
  watched(collection as Collection<unknown>, id) as Observable<T | null>;
