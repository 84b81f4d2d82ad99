import { type DependencyList, useEffect, useState } from 'react';
import type { Observable } from 'rxjs';

export type Observed<T> = { readonly value: T | undefined; readonly error: unknown; readonly isLoading: boolean };

/** Binds an observable: the last value stays visible while a new one (other `deps`) is on its way. */
export function useObservable<T>(make: () => Observable<T>, deps: DependencyList): Observed<T> {
  const [observed, setObserved] = useState<Observed<T>>({ value: undefined, error: undefined, isLoading: true });
  useEffect(() => {
    setObserved((last) => (last.isLoading ? last : { ...last, isLoading: true }));
    const subscription = make().subscribe({
      next: (value) => setObserved({ value, error: undefined, isLoading: false }),
      error: (error: unknown) => setObserved((last) => ({ ...last, error, isLoading: false })),
    });
    return () => subscription.unsubscribe();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the caller names what `make` depends on
  }, deps);
  return observed;
}
