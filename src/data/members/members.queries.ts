import { type Observable, map } from 'rxjs';
import type { Member } from '#domain/members/member.ts';
import { keptPer } from '#data/core/at-hand.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';

/** The people of the company, by user id. */
export function watchMembers(db: CompanyDatabase): Observable<ReadonlyMap<string, Member>> {
  return db.collections.members
    .find()
    .$.pipe(map((documents) => new Map(documents.map((document) => [document.user_id, document.toMutableJSON()]))));
}

/** The same, at hand for the next page. */
export const keptMembers = keptPer(watchMembers);
