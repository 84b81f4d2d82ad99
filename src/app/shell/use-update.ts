/** Whether a new version waits, and how to change to it. The service worker's side arrives with `platform/pwa`. */
export function useUpdate(): { isReady: boolean; apply: () => void } {
  return { isReady: false, apply: () => location.reload() };
}
