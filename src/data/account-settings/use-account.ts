import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { session } from '#data/session/session.ts';
import { useSession } from '#data/session/use-session.ts';
import type { SessionUser } from '#data/session/session-state.ts';
import { AppError } from '#domain/errors.ts';
import { isOnlineHint, onNetworkChange } from '#platform/network/network.ts';
import type { AccountService } from './account-call.ts';
import { avatarSource, colleagueSource } from './avatar.ts';

/** The signed-in person; null while there is none. */
export function useAccount(): SessionUser | null {
  const current = useSession();
  return 'user' in current ? current.user : null;
}

/** Whether the browser thinks it has a connection; what needs one says so before it is tried. */
export const useHasConnection = (): boolean => useSyncExternalStore(onNetworkChange, isOnlineHint);

/** Asked of the server only, so nothing of it is kept on this device. With neither a value nor an error it is being asked. */
export type OnlineAnswer<T> = { readonly value: T | undefined; readonly error: unknown; readonly reload: () => Promise<void> };

const NOT_ASKED = new AppError('offline');

/** Loads once shown, and again when the connection comes back. What is not asked for want of one is not known either: an error. `load` must be stable. */
export function useOnline<T>(load: (service: AccountService) => Promise<T>): OnlineAnswer<T> {
  const [answer, setAnswer] = useState<{ value: T | undefined; error: unknown }>({ value: undefined, error: null });
  const isOnline = useHasConnection();
  const reload = useCallback(
    () =>
      load(session).then(
        (value) => setAnswer({ value, error: null }),
        (error: unknown) => setAnswer(({ value }) => ({ value, error })),
      ),
    [load],
  );
  useEffect(() => {
    if (isOnline) void reload();
  }, [isOnline, reload]);
  const isUnasked = !isOnline && answer.value === undefined && answer.error === null;
  return { ...answer, ...(isUnasked && { error: NOT_ASKED }), reload };
}

/** A person's picture, or null: then initials take its place. */
export function useAvatar(path: string): string | null {
  const [shown, setShown] = useState<{ path: string; source: string | null }>({ path: '', source: null });
  const isOnline = useHasConnection();
  const isOwn = useAccount()?.avatarPath === path;
  useEffect(() => {
    if (!path) return undefined;
    let isCurrent = true;
    void (isOwn ? avatarSource : colleagueSource)(session, path).then((source) => isCurrent && setShown({ path, source }));
    return () => {
      isCurrent = false;
    };
  }, [path, isOnline, isOwn]);
  return shown.path === path ? shown.source : null;
}
