import type { Workbox } from 'workbox-window';
import { SETTLED } from '#sw/messages.ts';
import { log } from '#platform/log/log.ts';
import { onNetworkChange, onTabVisible } from '#platform/network/network.ts';

/** The service worker as the app sees it. */
export type WorkerPort = {
  /** Registers it. `waiting`: a new version is on the device; `takenOver`: a new version answers this page's requests from now on. */
  start(listeners: { waiting: () => void; takenOver: () => void }): Promise<void>;
  /** Looks for a new version now. */
  check(): Promise<void>;
  /** Lets the waiting version take over, in all tabs. */
  takeOver(): void;
};

/** The real one, or null where there is none (development, private windows of some browsers, plain http). */
export function workerPort(): WorkerPort | null {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return null;
  let workbox: Workbox | undefined;
  return {
    async start({ waiting, takenOver }) {
      let hadController = navigator.serviceWorker.controller !== null;
      const { Workbox: Registration } = await import('workbox-window');
      workbox = new Registration('/sw.js', { updateViaCache: 'none' });
      workbox.addEventListener('waiting', waiting);
      workbox.addEventListener('controlling', () => {
        // The very first worker takes the page over without changing its version.
        if (hadController) takenOver();
        hadController = true;
      });
      await workbox.register();
      const settled = () => void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ type: SETTLED }));
      void whenIdle().then(settled);
      onNetworkChange((isOnline) => isOnline && settled());
      onTabVisible(settled);
    },
    async check() {
      await workbox?.update().catch((error: unknown) => log.warn('update_check_failed', { error }));
    },
    takeOver: () => workbox?.messageSkipWaiting(),
  };
}

/** After the first seconds, when the browser has nothing better to do. */
function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 5000 });
    else setTimeout(resolve, 5000);
  });
}
