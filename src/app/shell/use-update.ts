import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { UpdatePhase } from '#platform/pwa/app-updates.ts';
import { startAppUpdates } from '#platform/pwa/start-app-updates.ts';

let isSending = false;

/** What the sync of this tab is doing; a version never changes under a request that is on its way. */
export function noteSending(sending: boolean): void {
  isSending = sending;
}

const updates = startAppUpdates({ mayUpdate: () => Promise.resolve(!isSending) });

/**
 * Whether a new version waits, whether something half-sent holds it back although it was asked for, and how to change to it.
 * While `isSending`, no tab changes its version.
 */
export function useUpdate(isSending: boolean): { isReady: boolean; isHeldBack: boolean; apply: () => void } {
  const sending = useRef(isSending);
  useEffect(() => {
    sending.current = isSending;
  }, [isSending]);
  useEffect(() => holdUpdatesWhile(() => sending.current), []);
  const phase = useSyncExternalStore(updates.subscribe, updates.getPhase);
  return { isReady: phase === 'ready' || phase === 'held_back', isHeldBack: phase === 'held_back', apply: () => void updates.apply() };
}
