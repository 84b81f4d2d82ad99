import { useSyncExternalStore } from 'react';

let isPrinting = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  isPrinting = next;
  for (const listener of listeners) listener();
}

/** Lays the dark scheme aside while a page is printed, for paper is white; returns the function that ends it. */
export function preparePrinting(): () => void {
  const root = document.documentElement;
  let scheme: string | null = null;
  const before = () => {
    scheme ??= root.getAttribute('data-mantine-color-scheme');
    root.setAttribute('data-mantine-color-scheme', 'light');
    set(true);
  };
  const after = () => {
    if (scheme !== null) root.setAttribute('data-mantine-color-scheme', scheme);
    scheme = null;
    set(false);
  };
  addEventListener('beforeprint', before);
  addEventListener('afterprint', after);
  return () => {
    removeEventListener('beforeprint', before);
    removeEventListener('afterprint', after);
  };
}

/** True while the page is laid out for paper; what is only drawn in sight has to be drawn whole then. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
