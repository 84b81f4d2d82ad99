import { type DependencyList, useLayoutEffect, useMemo, useState } from 'react';
import type { Observable } from 'rxjs';

export type Observed<T> = { readonly value: T | undefined; readonly error: unknown; readonly isLoading: boolean };
type Held<T> = { readonly source: Observable<T> | null; readonly value: T | undefined; readonly error: unknown };

/** Binds an observable: the last value stays visible while a new one (other `deps`) is on its way. */
export function useObservable<T>(make: () => Observable<T>, deps: DependencyList): Observed<T> {
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the caller names what `make` depends on
  const source = useMemo(make, deps);
  const [held, setHeld] = useState<Held<T>>({ source: null, value: undefined, error: undefined });
  // Before the frame that only shows that something was asked is painted: the database answers meanwhile.
  useLayoutEffect(() => {
    const subscription = source.subscribe({
      next: (value) => setHeld({ source, value, error: undefined }),
      error: (error: unknown) => setHeld(({ value }) => ({ source, value, error })),
    });
    return () => subscription.unsubscribe();
  }, [source]);
  const isCurrent = held.source === source;
  return { value: held.value, error: isCurrent ? held.error : undefined, isLoading: !isCurrent };
}
