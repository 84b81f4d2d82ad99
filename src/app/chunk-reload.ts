import { type KeyValueStore, sessionStore } from '#platform/storage/web-storage.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { isOnlineHint } from '#platform/network/network.ts';
import { isInUse } from './at-work.ts';

const key = 'kontor-chunk-reload';
/** Spec §4: a failed chunk load reloads the page at most once per path within ten seconds. */
const windowMs = 10_000;

/** Whether a failed chunk may reload this path now; a yes is remembered. Without storage the answer is no: a loop would be worse. */
export function mayReload(store: KeyValueStore, path: string, nowMs: number): boolean {
  const known = read(store);
  const last = known[path];
  if (last !== undefined && Math.abs(nowMs - last) < windowMs) return false; // else the clock was set back
  const recent = Object.fromEntries(Object.entries(known).filter(([, at]) => nowMs - at < windowMs));
  return store.set(key, JSON.stringify({ ...recent, [path]: nowMs }));
}

function read(store: KeyValueStore): Record<string, number> {
  try {
    const value: unknown = JSON.parse(store.get(key) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, number>) : {};
  } catch {
    return {};
  }
}

/** A new deployment took the chunk this page asks for away: reloading fetches the current build. Without a connection it fetches nothing. */
export function reloadOnChunkErrors(): void {
  addEventListener('vite:preloadError', (event) => {
    if (!isOnlineHint() || isInUse(document) || !mayReload(sessionStore, location.pathname, systemClock.nowMs())) return;
    event.preventDefault();
    location.reload();
  });
}
