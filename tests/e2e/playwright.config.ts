import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { TEST_MS, WAIT_MS } from '#tests/support/patience.ts';
import { contextOptions, launchOptions } from './support/browser.ts';

export default defineConfig({
  testDir: '.',
  outputDir: join(process.env['KONTOR_SCRATCH'] ?? 'test-results', 'e2e-output'),
  globalSetup: './support/demo-template.ts',
  timeout: TEST_MS,
  expect: { timeout: WAIT_MS },
  workers: 2,
  // A second try on a shared machine; the runner names every test that needed it.
  retries: process.env['CI'] || process.env['REQUIRE_ALL_RINGS'] ? 1 : 0,
  reporter: 'list',
  // A trace costs half as much again as the story itself: only a second try is worth one.
  use: { headless: true, actionTimeout: WAIT_MS, navigationTimeout: WAIT_MS, ...contextOptions, trace: 'on-first-retry', launchOptions },
});
