/** Bytes the origin uses and may use. The browser answers an estimate; only a failed write tells the real limit. */
export type StorageEstimate = { readonly usedBytes: number; readonly quotaBytes: number };

export async function storageEstimate(): Promise<StorageEstimate | null> {
  const estimate = await storageManager()?.estimate?.();
  return estimate ? { usedBytes: estimate.usage ?? 0, quotaBytes: estimate.quota ?? 0 } : null;
}

/** Whether the browser promised not to evict this origin's data by itself. */
export async function isStoragePersisted(): Promise<boolean> {
  return (await storageManager()?.persisted?.()) ?? false;
}

/** Asks for that promise. Browsers refuse until the app is installed or used, so ask again after sign-in and after install. */
export async function requestPersistentStorage(): Promise<boolean> {
  try {
    return (await isStoragePersisted()) || ((await storageManager()?.persist?.()) ?? false);
  } catch {
    return false;
  }
}

const storageManager = () => (typeof navigator === 'undefined' ? undefined : navigator.storage);
