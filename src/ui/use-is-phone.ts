import { useSyncExternalStore } from 'react';

const query = typeof matchMedia === 'undefined' ? null : matchMedia('screen and (max-width: 48em)');

/** Below Mantine's `sm` breakpoint, the same one the stylesheets use; paper is no phone, however narrow. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => query?.matches ?? false);
}

function subscribe(listener: () => void): () => void {
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}
