import { type ReactNode, useDeferredValue } from 'react';

/** What a page does not need to stand: drawn right after it, in slices, and only then it asks the device. */
export function AfterPage({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children;
}
