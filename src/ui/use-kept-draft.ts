import { useCallback, useEffect, useRef, useState } from 'react';
import { log } from '#platform/log/log.ts';

const QUIET_MS = 250;

/** `none`: nothing of it is on the device yet · `failed`: the device did not take it, and closing the page or loading it again loses it. */
export type Keeping = 'none' | 'kept' | 'failed';

/**
 * Keeps a form on the device while it is typed, so that a crash, a closed tab or a wrong click loses nothing.
 * `stop` ends that: after saving or discarding nothing may write the draft again, unless what it answers is called, because nothing was saved.
 */
export function useKeptDraft<D>(keep: (draft: D) => Promise<void>, draft: D, isDirty: boolean) {
  const latest = useRef({ keep, draft, isDirty });
  const pending = useRef(false);
  const isStopped = useRef(false);
  const [keeping, setKeeping] = useState<Keeping>('none');
  useEffect(() => {
    latest.current = { keep, draft, isDirty };
  });

  const flush = useCallback(() => {
    if (!pending.current || isStopped.current) return;
    pending.current = false;
    latest.current.keep(latest.current.draft).then(
      () => setKeeping('kept'),
      (error: unknown) => {
        setKeeping('failed');
        log.warn('draft_not_kept', { error });
      },
    );
  }, []);

  useEffect(() => {
    if (!isDirty) return undefined;
    pending.current = true;
    const timer = setTimeout(flush, QUIET_MS);
    return () => clearTimeout(timer);
  }, [draft, isDirty, flush]);

  useEffect(() => {
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      flush();
    };
  }, [flush]);

  const isUnkept = isDirty && keeping === 'failed';
  useEffect(() => {
    if (!isUnkept) return undefined;
    const ask = (event: Event) => isStopped.current || event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnkept]);

  return {
    stop: useCallback(() => {
      isStopped.current = true;
      return () => {
        isStopped.current = false;
        flush();
      };
    }, [flush]),
    keeping,
    /** Keeps it once more, where it was taken away and is not saved. */
    again: useCallback(() => {
      pending.current = latest.current.isDirty;
      flush();
    }, [flush]),
    /** Whether something is left to come back to that was not saved. */
    isKept: useCallback(() => latest.current.isDirty && !isStopped.current, []),
  };
}
