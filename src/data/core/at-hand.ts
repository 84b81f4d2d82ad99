import { finalize, map, type Observable, type OperatorFunction, ReplaySubject, share, tap, timer } from 'rxjs';

/** How long is kept what nobody looks at: the next page that needs it has it at once. */
const UNTIL_NEXT_PAGE_MS = 60_000;

type Said<T> = { readonly value: T };
const looks = new WeakMap<Observable<unknown>, () => Said<unknown> | undefined>();

/**
 * Shares what many follow, and keeps it in step for a while after the last of them: whoever asks then has it at once, and while drawing, in the same
 * pass. It is shared, so nobody changes it.
 */
export function keptAtHand<T>(source: Observable<T>, keepMs = UNTIL_NEXT_PAGE_MS): Observable<T> {
  let said: Said<T> | undefined;
  const shared = source.pipe(
    tap((value) => (said = { value })),
    finalize(() => (said = undefined)),
    share({ connector: () => new ReplaySubject(1), resetOnRefCountZero: () => timer(keepMs) }),
  );
  looks.set(shared, () => said);
  return shared;
}

/** What it said last, while it is kept. */
export const atHand = <T>(source: Observable<T>): Said<T> | undefined => looks.get(source)?.() as Said<T> | undefined;

/** The source, with whatever is known of it by other means at hand. */
export function withAtHand<T>(source: Observable<T>, look: () => Said<T> | undefined): Observable<T> {
  looks.set(source, look);
  return source;
}

/** `map` that leaves at hand what is. Of one value it makes one answer, so that whoever has drawn what was at hand does not draw it again. */
export function mapAtHand<T, R>(project: (value: T) => R): OperatorFunction<T, R> {
  return (source) => {
    let last: { readonly of: T; readonly made: R } | undefined;
    const once = (of: T): R => {
      if (!last || last.of !== of) last = { of, made: project(of) };
      return last.made;
    };
    return withAtHand(source.pipe(map(once)), () => {
      const said = atHand(source);
      return said && { value: once(said.value) };
    });
  };
}

/** One such observable per object, made for whoever asks first. */
export function keptPer<K extends object, T>(make: (of: K) => Observable<T>, keepMs = UNTIL_NEXT_PAGE_MS): (of: K) => Observable<T> {
  const known = new WeakMap<K, Observable<T>>();
  return (of) => {
    const made = known.get(of) ?? keptAtHand(make(of), keepMs);
    known.set(of, made);
    return made;
  };
}

/** One such observable per object and id, as long as it is followed or kept. */
export function keptPerId<K extends object, T>(make: (of: K, id: string) => Observable<T>): (of: K, id: string) => Observable<T> {
  const known = new WeakMap<K, Map<string, Observable<T>>>();
  return (of, id) => {
    const byId = known.get(of) ?? new Map<string, Observable<T>>();
    known.set(of, byId);
    const made = byId.get(id) ?? keptAtHand(make(of, id).pipe(finalize(() => byId.delete(id))));
    byId.set(id, made);
    return made;
  };
}
