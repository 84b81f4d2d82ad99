import { systemClock } from '#platform/clock/clock.ts';
import { newId } from '#platform/ids/ids.ts';
import { isTabVisible, onNetworkChange, onTabVisible } from '#platform/network/network.ts';
import { type AppUpdates, createAppUpdates, type UpdateParts } from './app-updates.ts';
import { latestBuildId, ownBuildId } from './build-manifest.ts';
import { createTabConsent } from './tab-consent.ts';
import { workerPort } from './worker-port.ts';

/**
 * Registers the service worker and watches for new versions: every ten minutes, and when the tab comes to the front or back online.
 * `mayUpdate` says whether this tab has nothing half-sent; it is also asked on behalf of the other tabs. `isAtWork`: whether it is not to be loaded anew unasked.
 */
export function startAppUpdates({ mayUpdate, isAtWork }: Pick<UpdateParts, 'mayUpdate' | 'isAtWork'>): AppUpdates {
  const updates = createAppUpdates({
    worker: workerPort(),
    tabs: createTabConsent({ mayUpdate, newId }),
    ownBuildId: ownBuildId(),
    latestBuildId,
    mayUpdate,
    isAtWork,
    isWatched: isTabVisible,
    reload: () => location.reload(),
    clock: systemClock,
  });
  const stopVisible = onTabVisible(() => void updates.check());
  const stopNetwork = onNetworkChange((isOnline) => {
    if (isOnline) void updates.check();
  });
  return {
    ...updates,
    stop() {
      stopVisible();
      stopNetwork();
      updates.stop();
    },
  };
}
