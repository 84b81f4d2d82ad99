/**
 * What the browser believes about the connection. `true` means little (a captive portal counts as online), so it is a hint:
 * whoever talks to the server decides by failed requests too.
 */
export function isOnlineHint(): boolean {
  return typeof navigator === 'undefined' || navigator.onLine !== false;
}

type Line = { readonly saveData?: boolean; readonly type?: string };

/** Whether a line is said to cost by the byte: the person saves data, or it is a mobile one. Browsers that say nothing count as free. */
export function isMeteredHint(line: Line | undefined = (globalThis.navigator as { connection?: Line } | undefined)?.connection): boolean {
  return line?.saveData === true || line?.type === 'cellular';
}

/** Calls back when the browser's belief changes; returns the function that stops it. */
export function onNetworkChange(listener: (isOnline: boolean) => void): () => void {
  const online = () => listener(true);
  const offline = () => listener(false);
  globalThis.addEventListener?.('online', online);
  globalThis.addEventListener?.('offline', offline);
  return () => {
    globalThis.removeEventListener?.('online', online);
    globalThis.removeEventListener?.('offline', offline);
  };
}

export function isTabVisible(): boolean {
  return typeof document === 'undefined' || document.visibilityState === 'visible';
}

/** A mouse and a finger, the keyboard, and what reads the screen aloud and presses without either. */
const ACTS = ['pointerdown', 'keydown', 'click'] as const;

/** Calls back whenever a person does something in this tab, before anything comes of it; returns the function that stops it. */
export function onTabUsed(listener: () => void): () => void {
  for (const act of ACTS) globalThis.addEventListener?.(act, listener, { capture: true, passive: true });
  return () => {
    for (const act of ACTS) globalThis.removeEventListener?.(act, listener, { capture: true });
  };
}

/** Calls back when this tab comes to the front; returns the function that stops it. */
export function onTabVisible(listener: () => void): () => void {
  if (typeof document === 'undefined') return () => undefined;
  const check = () => {
    if (isTabVisible()) listener();
  };
  document.addEventListener('visibilitychange', check);
  return () => document.removeEventListener('visibilitychange', check);
}
