import { useCallback, useEffect, useState } from 'react';
import { useHasConnection } from '#data/account-settings/use-account.ts';
import { withDevice } from '#data/device/with-device.ts';
import { useSession } from '#data/session/use-session.ts';
import { askForGlances, type Glances, readGlances } from './glances.ts';

type Known = {
  readonly value: Glances | undefined;
  /** Why the server did not answer; null while it was not asked. */ readonly error: unknown;
};

/** All companies in a few figures: what this device knows at once, and what the server says as soon as it answers. */
export function useGlances(): Known & { readonly isAnswered: boolean; readonly ask: () => Promise<void> } {
  const now = useSession();
  const userId = 'user' in now ? now.user.id : null;
  const isOnline = useHasConnection();
  const [known, setKnown] = useState<Known & { isAnswered: boolean }>({ value: undefined, error: null, isAnswered: false });
  const read = useCallback(async (): Promise<Glances | undefined> => {
    return userId === null ? undefined : withDevice(userId, readGlances);
  }, [userId]);
  const ask = useCallback(() => {
    const asked = userId === null ? Promise.resolve() : askForGlances(userId);
    return asked
      .then(
        () => null,
        (cause: unknown) => cause,
      )
      .then(async (error) => ({ value: await read(), error }))
      .then(
        (answer) => setKnown({ ...answer, isAnswered: true }),
        (error: unknown) => setKnown(({ value }) => ({ value, error, isAnswered: true })),
      );
  }, [userId, read]);
  useEffect(() => {
    let isCurrent = true;
    const show = (value: Glances | undefined) => isCurrent && setKnown((before) => (before.isAnswered ? before : { ...before, value }));
    read().then(show, (error: unknown) => isCurrent && setKnown((before) => ({ ...before, error })));
    return () => {
      isCurrent = false;
    };
  }, [read]);
  useEffect(() => {
    if (isOnline) void ask();
  }, [isOnline, ask]);
  return { ...known, ask };
}
