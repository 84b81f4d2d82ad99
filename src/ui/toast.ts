import { isOnlineHint } from '#platform/network/network.ts';

export type ToastType = 'info' | 'success' | 'warning' | 'error' | 'default';

export type ToastRequest = {
  type?: ToastType;
  /** Plain text, or `html`, which is sanitised before it is shown. */
  text?: string;
  html?: string;
  action?: { label: string; run: () => void };
  /** It was saved without a network: that it is on this device, and goes out later, is news then. */
  isUnsent?: boolean;
};
export type Toast = ToastRequest & { readonly id: number };

/** Spec §9. */
const AUTO_CLOSE_MS = 2500;
// A toast that offers something ("Undo") has to be reachable by keyboard before it goes.
const ACTION_CLOSE_MS = 8000;

/** How long a notification stays when nobody points at it. */
export const closesAfterMs = ({ action }: ToastRequest): number => (action ? ACTION_CLOSE_MS : AUTO_CLOSE_MS);

let lastId = 0;
let toasts: readonly Toast[] = [];
const listeners = new Set<() => void>();

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a notification; it closes by itself (spec §9). */
export function showToast(request: ToastRequest): void {
  lastId += 1;
  publish([...toasts.slice(-3), { ...request, id: lastId }]);
}

/** Says that something was saved; where it lies only as long as that is news. */
export const showSaved = (text: string): void => showToast({ type: 'success', text, isUnsent: !isOnlineHint() });

export const hideToast = (id: number): void => publish(toasts.filter((toast) => toast.id !== id));
export const currentToasts = (): readonly Toast[] => toasts;

export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
