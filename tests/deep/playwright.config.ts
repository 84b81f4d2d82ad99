import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { contextOptions, launchOptions } from '#tests/e2e/support/browser.ts';

/** Stories in a real browser that are too long for the gate. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: join(process.env['KONTOR_SCRATCH'] ?? 'test-results', 'deep-output'),
  globalSetup: '../e2e/support/demo-template.ts',
  timeout: 60 * 60_000,
  expect: { timeout: 60_000 },
  workers: 1,
  reporter: 'list',
  use: { headless: true, ...contextOptions, launchOptions },
});
