import { BehaviorSubject } from 'rxjs';
import { AppError } from '#domain/errors.ts';

/**
 * `ok` · `full` the quota is used up, reading still works · `blocked` the browser refuses storage ·
 * `failed` a write failed · `unreadable` a read failed, so that what is shown may lack something · `emptied` the browser lost the local database, a
 * fresh copy is being loaded · `restored` the server was set back, and a fresh copy is being loaded too · `closed` another tab removed it · `gone` the
 * browser took what waits on this device away under the running app · `forgotten` it did so before this start.
 */
export type StorageHealth = {
  readonly state: 'ok' | 'full' | 'blocked' | 'failed' | 'unreadable' | 'emptied' | 'restored' | 'closed' | 'gone' | 'forgotten';
  readonly message: string | null;
};

/** How the local storage of this tab is doing; a screen, not a toast, speaks of anything but `ok`. */
export const storageHealth$ = new BehaviorSubject<StorageHealth>({ state: 'ok', message: null });

/** What is gone stays so until the page is loaded again, whatever fails because of it. */
export function reportHealth(state: StorageHealth['state'], message: string | null = null): void {
  if (storageHealth$.value.state === 'gone' && state !== 'ok') return;
  if (storageHealth$.value.state !== state || storageHealth$.value.message !== message) storageHealth$.next({ state, message });
}

/** A write went through again: what was full or failed is over. An emptied database stays said until the person has seen it. */
export function reportRecovery(): void {
  const { state } = storageHealth$.value;
  if (state === 'full' || state === 'failed') reportHealth('ok');
}

/** A read behind a screen failed. Nobody reads from a database that is being closed: that is no trouble, or is said as what it is. */
export function reportUnreadable(error: unknown): void {
  const isClosing = [...namesOf(error)].includes('DatabaseClosedError') || isClosedCollection(error);
  if (!isClosing && storageHealth$.value.state === 'ok') reportHealth('unreadable', String(error));
}

/** The read that failed works again. */
export function reportReadable(): void {
  if (storageHealth$.value.state === 'unreadable') reportHealth('ok');
}

/** RxDB's way to say it. */
const isClosedCollection = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'COL21';

/** Maps what IndexedDB, Dexie or RxDB threw to the product's refusals, and publishes it. */
export function toStorageError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const [code, state] = classify(error);
  reportHealth(state, error instanceof Error ? error.message : String(error));
  return new AppError(code, {}, { cause: error });
}

/** A read or write of the device database; what fails there is said as `toStorageError` does: a full disk is no unexpected error. */
export async function onDevice<T>(call: PromiseLike<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw toStorageError(error);
  }
}

function classify(error: unknown): ['storage_full' | 'storage_blocked' | 'storage_failed', StorageHealth['state']] {
  const names = [...namesOf(error)];
  if (names.includes('QuotaExceededError') || /QuotaExceeded/.test(String(error))) return ['storage_full', 'full'];
  if (names.includes('DatabaseClosedError')) return ['storage_failed', 'closed'];
  if (names.some((name) => ['SecurityError', 'VersionError', 'MissingAPIError', 'InvalidStateError'].includes(name)))
    return ['storage_blocked', 'blocked'];
  return ['storage_failed', 'failed'];
}

/** The quota error of IndexedDB sits inside an AbortError (`inner`). */
function* namesOf(error: unknown): Generator<string> {
  for (let at = error, depth = 0; typeof at === 'object' && at !== null && depth < 5; depth += 1) {
    const { name, inner, cause } = at as { name?: unknown; inner?: unknown; cause?: unknown };
    if (typeof name === 'string') yield name;
    at = inner ?? cause;
  }
}
