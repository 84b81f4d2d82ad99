import { from } from 'rxjs';
import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { mayView } from '#domain/access/may-view.ts';
import { SEARCH_KINDS, type SearchKind } from '#domain/search/search-index.ts';
import { readHits, type SearchRef, watchSearch } from './live-search.ts';

const BEST = 5;

/** Hits for a query among what this person may see. */
export function useSearch(query: string, kind: SearchKind | null) {
  const { db, ctx } = useCompany();
  const allowed = SEARCH_KINDS.filter((each) => mayView(ctx.access, each));
  const kinds = kind === null ? allowed : allowed.filter((each) => each === kind);
  const limit = kind === null ? BEST : BEST * 10;
  return useObservable(() => watchSearch(db, { query, kinds, limit }), [db, query, kinds.join(), limit]).value;
}

/** The records that were opened last, as they are now. */
export function useRecentHits(refs: readonly SearchRef[]) {
  const { db } = useCompany();
  return useObservable(() => from(readHits(db, refs)), [db, JSON.stringify(refs)]).value;
}
