import { useSyncExternalStore } from 'react';
import { currentInstallWay, type InstallWay, onInstallChange } from '#platform/pwa/install.ts';

/** How the app can be installed here, as the browser says it now. */
export const useInstallWay = (): InstallWay => useSyncExternalStore(onInstallChange, currentInstallWay);
