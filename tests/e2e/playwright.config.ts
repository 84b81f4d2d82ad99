import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { defineConfig } from '@playwright/test';

const onPath = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((dir) => join(dir, name)))
  .find((path) => existsSync(path));
const executablePath = process.env.CHROMIUM ?? onPath;

export default defineConfig({
  testDir: '.',
  outputDir: join(process.env.KONTOR_SCRATCH ?? 'test-results', 'e2e-output'),
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 1,
  retries: 0,
  reporter: 'list',
  use: {
    headless: true,
    viewport: { width: 1366, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    trace: 'retain-on-failure',
    launchOptions: {
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
    },
  },
});
