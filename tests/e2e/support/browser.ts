import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { BrowserContextOptions, LaunchOptions } from '@playwright/test';

const onPath = (names: readonly string[]): string | undefined =>
  names.flatMap((name) => (process.env['PATH'] ?? '').split(delimiter).map((dir) => join(dir, name))).find((path) => existsSync(path));
const SHELL = 'chromium-headless-shell';
const wholePath = onPath(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']);
// What has no windows to draw goes first, as in `npm test`.
const executablePath = process.env['CHROMIUM'] ?? onPath([SHELL]) ?? wholePath;

/** The browser that is there, without what it would otherwise fetch for itself. */
export const launchOptions: LaunchOptions = {
  ...(executablePath ? { executablePath } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

/** With all that a person's browser has: the one without windows knows no push messages. */
export const wholeBrowser: LaunchOptions = {
  ...launchOptions,
  ...(executablePath?.endsWith(SHELL) && wholePath ? { executablePath: wholePath } : {}),
};

export const contextOptions = {
  viewport: { width: 1366, height: 800 },
  locale: 'en-GB',
  timezoneId: 'Europe/Berlin',
} as const satisfies BrowserContextOptions;
