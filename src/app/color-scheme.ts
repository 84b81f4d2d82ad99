import { isMantineColorScheme, type MantineColorSchemeManager } from '@mantine/core';
import { readCookie, removeCookie, writeCookie } from '#platform/storage/cookies.ts';

const name = 'kontor_theme';

/** Keeps the chosen appearance in a cookie: signing out clears the local storage, and a person's dark screen should stay dark. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: (preset) => {
    const value = readCookie(name);
    return isMantineColorScheme(value) ? value : preset;
  },
  set: (value) => writeCookie(name, value, { days: 365 }),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => removeCookie(name),
};
