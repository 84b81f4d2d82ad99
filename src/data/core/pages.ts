import type { MangoQuery, MangoQuerySelector, RxCollection } from 'rxdb';
import { map, type Observable } from 'rxjs';
import type { SyncedRecord } from '#domain/shared/record.ts';

export type SortDirection = 'asc' | 'desc';
/** Field and direction; `id` follows in the same direction, so that every order is total. */
export type PageSort<T> = { readonly field: Extract<keyof T, string>; readonly direction: SortDirection };

export type PageQuery<T> = {
  readonly selector?: MangoQuerySelector<T>;
  readonly sort: PageSort<T>;
  readonly limit: number;
  /** The last row of the page before. */
  readonly after?: T;
};

/** One page of a list by keyset: as fast at the end as at the start, given an index `[…, sort field, id]`. */
export function watchPage<T extends SyncedRecord>(collection: RxCollection<T>, page: PageQuery<T>): Observable<T[]> {
  return collection.find(pageQuery(page)).$.pipe(map((docs) => docs.map((doc) => doc.toMutableJSON() as T)));
}

/** The Mango query of a page. The range stands at the top level, where the planner sees it; ties are told apart by `id`. */
export function pageQuery<T extends SyncedRecord>({ selector, sort: { field, direction }, limit, after }: PageQuery<T>): MangoQuery<T> {
  const sort = field === 'id' ? [{ id: direction }] : [{ [field]: direction }, { id: direction }];
  return { selector: after ? beyond(selector, field, direction, after) : (selector ?? {}), sort, limit } as MangoQuery<T>;
}

function beyond<T extends SyncedRecord>(selector: MangoQuerySelector<T> | undefined, field: string, direction: SortDirection, after: T) {
  const strict = direction === 'asc' ? '$gt' : '$lt';
  const value = (after as Record<string, unknown>)[field];
  const rest = (selector ?? {}) as Record<string, unknown>;
  const ties =
    field === 'id' ? [{ id: { [strict]: after.id } }] : [{ [field]: { [strict]: value } }, { [field]: value, id: { [strict]: after.id } }];
  const given = rest[field];
  if (given !== undefined && (typeof given !== 'object' || given === null)) return { ...rest, $and: [...conditions(rest), { $or: ties }] };
  return {
    ...rest,
    [field]: tightened(given as Record<string, unknown> | undefined, direction, value),
    $and: [...conditions(rest), { $or: ties }],
  };
}

const conditions = (selector: Record<string, unknown>) => (Array.isArray(selector.$and) ? (selector.$and as unknown[]) : []);

/** Adds the page's bound to a range the caller already has on the field; the page's is the tighter one by construction. */
function tightened(given: Record<string, unknown> | undefined, direction: SortDirection, value: unknown) {
  const { $gt, $gte, $lt, $lte, ...rest } = given ?? {};
  const lower = direction === 'asc' ? { $gte: value } : { ...($gt === undefined ? {} : { $gt }), ...($gte === undefined ? {} : { $gte }) };
  const upper = direction === 'desc' ? { $lte: value } : { ...($lt === undefined ? {} : { $lt }), ...($lte === undefined ? {} : { $lte }) };
  return { ...rest, ...lower, ...upper };
}
