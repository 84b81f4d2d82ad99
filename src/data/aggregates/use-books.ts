import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { watchBooks } from './watch-books.ts';

/** The company's sums; undefined until they have been read once. */
export function useBooks() {
  const { db } = useCompany();
  return useObservable(() => watchBooks(db), [db]);
}
