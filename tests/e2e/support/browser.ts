import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { BrowserContextOptions, LaunchOptions } from '@playwright/test';

const onPath = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  .flatMap((name) => (process.env['PATH'] ?? '').split(delimiter).map((dir) => join(dir, name)))
  .find((path) => existsSync(path));
const executablePath = process.env['CHROMIUM'] ?? onPath;

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

export const contextOptions = {
  viewport: { width: 1366, height: 800 },
  locale: 'en-GB',
  timezoneId: 'Europe/Berlin',
} as const satisfies BrowserContextOptions;
