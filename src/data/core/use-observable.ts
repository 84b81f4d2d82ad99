import { type DependencyList, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Observable } from 'rxjs';
import { reportReadable, reportUnreadable } from '#data/device/storage-health.ts';

/** `retry` asks anew after an error, which ends an observable. */
export type Observed<T> = {
  readonly value: T | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly retry: () => void;
};
type Held<T> = { readonly source: Observable<T> | null; readonly value: T | undefined; readonly error: unknown };

/**
 * Binds an observable: the last value stays visible while a new one (other `deps`) is on its way. A read that fails is said above the
 * screen too (SYNC-48): a list that looks empty because it could not be read is a lie.
 */
export function useObservable<T>(make: () => Observable<T>, deps: DependencyList): Observed<T> {
  const [attempt, setAttempt] = useState(0);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the caller names what `make` depends on
  const source = useMemo(make, [...deps, attempt]);
  const [held, setHeld] = useState<Held<T>>({ source: null, value: undefined, error: undefined });
  const hasFailed = useRef(false);
  // Before the frame that only shows that something was asked is painted: the database answers meanwhile.
  useLayoutEffect(() => {
    const subscription = source.subscribe({
      next: (value) => {
        if (hasFailed.current) reportReadable();
        hasFailed.current = false;
        setHeld({ source, value, error: undefined });
      },
      error: (error: unknown) => {
        hasFailed.current = true;
        reportUnreadable(error);
        setHeld(({ value }) => ({ source, value, error }));
      },
    });
    return () => subscription.unsubscribe();
  }, [source, attempt]);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  const isCurrent = held.source === source;
  return { value: held.value, error: isCurrent ? held.error : undefined, isLoading: !isCurrent, retry };
}
