import { useCallback, useEffect, useState } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { knownListView, type ListView, readListView, saveListView } from './list-view.ts';

/** How the person looks at the list of this path; undefined until it is known. */
export function useListView(list: string): [ListView | undefined, (change: Partial<ListView>) => void] {
  const { db } = useCompany();
  const { device } = db;
  const [held, setHeld] = useState({ list, view: knownListView(device, list) });
  useEffect(() => {
    let isHere = true;
    // A device that can't be read is said elsewhere; the list then stands as it comes.
    void readListView(device, list)
      .then((view) => isHere && setHeld((before) => (before.list === list && before.view === view ? before : { list, view })))
      .catch(() => undefined);
    return () => {
      isHere = false;
    };
  }, [device, list]);
  const change = useCallback(
    (part: Partial<ListView>) => {
      void saveListView(device, list, part)
        .then((view) => setHeld({ list, view }))
        .catch(() => undefined);
    },
    [device, list],
  );
  return [held.list === list ? held.view : undefined, change];
}
