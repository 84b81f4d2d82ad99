import { type DependencyList, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Observable } from 'rxjs';
import { reportReadable, reportUnreadable } from '#data/device/storage-health.ts';
import { atHand } from './at-hand.ts';

/** `retry` asks anew after an error, which ends an observable. */
export type Observed<T> = {
  readonly value: T | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly retry: () => void;
};
type Held<T> = {
  readonly source: Observable<T> | null;
  /** What was asked about, of whatever source. */
  readonly about: object | null;
  readonly value: T | undefined;
  readonly error: unknown;
};

const NOTHING = { source: null, about: null, value: undefined, error: undefined } as const;

/**
 * Binds an observable: the last value stays visible while a new one (other `deps`) is on its way; what is at hand is drawn at once. A read that fails is said above the
 * screen too (SYNC-48): a list that looks empty because it could not be read is a lie. So is another one's value in its place: what was read before stands beside a
 * failure only while it is asked about the same (`subject`, where that is not all of `deps`).
 */
export function useObservable<T>(make: () => Observable<T>, deps: DependencyList, subject: DependencyList = deps): Observed<T> {
  const [attempt, setAttempt] = useState(0);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the caller names what `make` depends on
  const source = useMemo(make, [...deps, attempt]);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- as above
  const about = useMemo(() => ({}), subject);
  const [last, setHeld] = useState<Held<T>>(() => heldOf(source, about) ?? NOTHING);
  let held = last;
  if (held.source !== source) {
    held = heldOf(source, about) ?? held;
    if (held !== last) setHeld(held);
  }
  const hasFailed = useRef(false);
  // Before the frame that only shows that something was asked is painted: the database answers meanwhile.
  useLayoutEffect(() => {
    let drawn = held.source === source && held.error === undefined ? held : null;
    const subscription = source.subscribe({
      next: (value) => {
        if (hasFailed.current) reportReadable();
        hasFailed.current = false;
        const isDrawn = drawn !== null && drawn.value === value;
        drawn = null;
        if (!isDrawn) setHeld({ source, about, value, error: undefined });
      },
      error: (error: unknown) => {
        hasFailed.current = true;
        reportUnreadable(error);
        setHeld((before) => ({ source, about, value: before.about === about ? before.value : undefined, error }));
      },
    });
    return () => subscription.unsubscribe();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what was drawn counts for what the new source says first
  }, [source, attempt]);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  const isCurrent = held.source === source;
  return { value: held.value, error: isCurrent ? held.error : undefined, isLoading: !isCurrent, retry };
}

function heldOf<T>(source: Observable<T>, about: object): Held<T> | null {
  const said = atHand(source);
  return said ? { source, about, value: said.value, error: undefined } : null;
}
