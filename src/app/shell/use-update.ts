import { useSyncExternalStore } from 'react';
import { isAtWork } from '#app/at-work.ts';
import type { UpdatePhase } from '#platform/pwa/app-updates.ts';
import { startAppUpdates } from '#platform/pwa/start-app-updates.ts';

let isSending = false;

/** What the sync of this tab is doing; a version never changes under a request that is on its way. */
export function noteSending(sending: boolean): void {
  isSending = sending;
}

const { subscribe, getPhase, apply } = startAppUpdates({
  mayUpdate: () => Promise.resolve(!isSending),
  isAtWork: () => isAtWork(document),
});

/** Whether a new version waits, whether something half-sent holds it back although it was asked for, and how to change to it. */
export function useUpdate(): { phase: UpdatePhase; apply: () => void } {
  return { phase: useSyncExternalStore(subscribe, getPhase), apply: () => void apply() };
}
