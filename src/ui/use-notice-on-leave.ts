import { useEffect, useRef } from 'react';
import { showToast } from './toast.ts';

/** Leaving a form whose draft is kept loses nothing, so it asks nothing; it says where the draft is. */
export function useNoticeOnLeave(isKept: () => boolean, text: string): void {
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  });
  const mounted = useRef(0);
  useEffect(() => {
    mounted.current += 1;
    return () => {
      mounted.current -= 1;
      queueMicrotask(() => {
        if (mounted.current === 0 && isKept()) showToast({ text: latest.current });
      });
    };
  }, [isKept]);
}
