import { Observable } from 'rxjs';

/**
 * What is read, and read anew after each change. One reading at a time, and to its end: changes that come faster than it, as during a first
 * load, must not keep it from ever answering.
 */
export function readAnew<T>(changed$: Observable<unknown>, read: () => AsyncIterable<T>): Observable<T> {
  return new Observable((subscriber) => {
    let isReading = false;
    let isStale = false;
    async function show(): Promise<void> {
      isStale = true;
      if (isReading) return;
      isReading = true;
      while (isStale && !subscriber.closed) {
        isStale = false;
        for await (const value of read()) {
          if (subscriber.closed) return;
          subscriber.next(value);
        }
      }
      isReading = false;
    }
    const showOrFail = () => void show().catch((error: unknown) => subscriber.error(error));
    subscriber.add(changed$.subscribe(showOrFail));
    showOrFail();
  });
}

/** The same where a reading has one answer. */
export const readOneAnew = <T>(changed$: Observable<unknown>, read: () => Promise<T>): Observable<T> =>
  readAnew(changed$, async function* () {
    yield await read();
  });
