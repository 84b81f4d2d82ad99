import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useListView } from '#data/list-view/use-list-view.ts';

type Filter = { readonly sort: string };
type Held<F extends Filter> = [F, (change: Partial<F>) => void];

/** A filter whose order is kept: where an address says nothing at all, the list is in the order that it was last put in on this device. */
export function useKeptSort<F extends Filter>([filter, setFilter]: Held<F>, usual: F['sort']): Held<F> {
  const { pathname, search } = useLocation();
  const [view, change] = useListView(pathname);
  const kept = view?.sort ?? usual;
  // What was just chosen is not kept yet.
  const chosen = useRef<string | null>(null);
  useEffect(() => {
    if (search === '' && view && kept !== usual && chosen.current === null) setFilter({ sort: kept } as Partial<F>);
    if (chosen.current === kept) chosen.current = null;
  }, [search, view, kept, usual, setFilter]);
  const choose = useCallback(
    (part: Partial<F>) => {
      if (part.sort !== undefined && part.sort !== (chosen.current ?? kept)) {
        chosen.current = part.sort;
        change({ sort: part.sort });
      }
      setFilter(part);
    },
    [change, kept, setFilter],
  );
  return [filter, choose];
}
