import { useCallback, useEffect, useState } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import type { CollectionName } from '#domain/registry.ts';
import { isStoragePersisted, requestPersistentStorage, storageEstimate, type StorageEstimate } from '#platform/storage/quota.ts';
import { clearCachedFiles, recordCounts, watchCachedFiles } from './device-contents.ts';

/** How many records of each kind this device has; counted again whenever `version` changes. */
export function useRecordCounts(version: unknown): Record<CollectionName, number> | undefined {
  const { db } = useCompany();
  const [counts, setCounts] = useState<Record<CollectionName, number>>();
  useEffect(() => {
    let isCurrent = true;
    void recordCounts(db).then((counted) => isCurrent && setCounts(counted));
    return () => {
      isCurrent = false;
    };
  }, [db, version]);
  return counts;
}

export function useCachedFiles() {
  const { db } = useCompany();
  const { value } = useObservable(() => watchCachedFiles(db), [db]);
  return { files: value, clear: useCallback(() => clearCachedFiles(db), [db]) };
}

export type DeviceStorage = { readonly estimate: StorageEstimate | null; readonly isPersisted: boolean };

async function lookAtStorage(): Promise<DeviceStorage> {
  return { estimate: await storageEstimate(), isPersisted: await isStoragePersisted() };
}

/** What the browser says about this origin's storage; `persist` asks it not to clean up by itself. */
export function useDeviceStorage(version: unknown) {
  const [storage, setStorage] = useState<DeviceStorage>();
  useEffect(() => void lookAtStorage().then(setStorage), [version]);
  const persist = useCallback(async () => {
    const isGranted = await requestPersistentStorage();
    setStorage(await lookAtStorage());
    return isGranted;
  }, []);
  return { storage, persist };
}
