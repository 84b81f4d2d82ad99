import { expect, test } from 'vitest';
import { createStore } from '#platform/storage/web-storage.ts';
import type { Session } from './session-service.ts';
import { guardSharedFiles } from './shared-files-guard.ts';

test('[SYNC-73] shared files survive an ended session for the same person, never for another', () => {
  const values = new Map<string, string>();
  const store = createStore(
    () =>
      ({
        getItem: (key: string) => values.get(key) ?? null,
        setItem: (key: string, value: string) => void values.set(key, value),
      }) as unknown as Storage,
  );
  let snapshot = { status: 'restoring', isReady: false } as Session;
  let changed = (): void => undefined;
  const session = { getSnapshot: () => snapshot, subscribe: (listener: () => void) => ((changed = listener), () => undefined) };
  let forgotten = 0;
  guardSharedFiles({ session, store, forget: async () => void (forgotten += 1) });
  const becomes = (next: object): number => {
    snapshot = { isReady: true, ...next } as Session;
    changed();
    return forgotten;
  };
  const signedIn = (id: string) => ({ status: 'signed_in', user: { id, email: '', displayName: '' }, isRecovery: false });
  const ended = { status: 'signed_out', reason: 'expired' };
  expect([signedIn('ann'), ended, signedIn('ann'), ended, signedIn('ben'), signedIn('ben')].map(becomes)).toEqual([0, 0, 0, 0, 1, 1]);
});
