import { useSyncExternalStore } from 'react';
import { isHeld, onHeld } from './held.ts';

/** Whether this tab waits for another one to let go of a database. */
export const useHeld = (): boolean => useSyncExternalStore(onHeld, isHeld);
