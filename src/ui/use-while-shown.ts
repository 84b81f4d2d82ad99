import { useCallback, useEffect, useRef } from 'react';

/** Makes the signal for something that is begun now: aborted when the component is no longer shown, as nobody waits for it then. */
export function useWhileShown(): () => AbortSignal {
  const begun = useRef<AbortController>(null);
  useEffect(() => () => begun.current?.abort(), []);
  return useCallback(() => (begun.current = new AbortController()).signal, []);
}
