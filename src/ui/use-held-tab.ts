import { useEffect } from 'react';

/** As long as something runs that ends with the tab, though not with its page, closing or loading it again asks first. */
export function useHeldTab(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return undefined;
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isRunning]);
}
