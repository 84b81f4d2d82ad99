import { useIsServerGone } from '#data/sync-centre/use-sync.ts';
import { useHasConnection } from './use-account.ts';

/** What needs the server can't be done now: the browser says so, or the requests of the open company fail. */
export function useIsOffline(): boolean {
  const isServerGone = useIsServerGone();
  return !useHasConnection() || isServerGone;
}
