import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { earlyRequests } from './src/build/early-requests.ts';
import { leanLibraries } from './src/build/lean-libraries.ts';
import { startChunks } from './src/build/start-chunks.ts';
import { locales } from './src/build/locales.ts';
import { appFiles } from './src/build/app-files.ts';
import { mantineStyles } from './src/build/mantine-styles.ts';
import { LongestFirst } from './tests/support/longest-first.ts';
import { filesWithOwnWorld } from './tests/support/own-world.ts';
import { TEST_MS, WAIT_MS } from './tests/support/patience.ts';

const serviceWorker = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'sw',
  filename: 'sw.ts',
  registerType: 'prompt',
  // Registered by src/platform/pwa, the manifests are made by appFiles().
  injectRegister: false,
  manifest: false,
  injectManifest: {
    // A classic script: module workers are newer than the browsers we promise.
    rollupFormat: 'iife',
    sourcemap: false,
    globPatterns: ['**/*.{js,css,html,woff2,ttf}', 'locales/*.json', 'favicon.svg'],
    // What has a hash in its name needs no revision: such files are taken from the HTTP cache.
    dontCacheBustURLsMatching: /^assets\//,
  },
});

const UNIT_TESTS = ['src/**/*.test.ts', 'src/**/*.test.tsx', 'sw/**/*.test.ts'];
const BACKEND_TESTS = ['tests/backend/**/*.test.ts', 'tests/security/**/*.test.ts', 'supabase/**/*.test.ts'];
const ownWorldIn = (...folders: string[]): string[] => (process.env['VITEST'] ? filesWithOwnWorld(import.meta.dirname, folders) : []);
const ownWorld = ownWorldIn('src', 'sw');
const ownWorldOfBackend = ownWorldIn('tests/backend', 'tests/security', 'supabase');

export default defineConfig({
  plugins: [
    react(),
    locales(`${import.meta.dirname}/locales`),
    mantineStyles(),
    leanLibraries(),
    startChunks('src/app/RoutedApp.tsx'),
    earlyRequests('src/app/RoutedApp.tsx'),
    appFiles(),
    serviceWorker,
  ],
  build: { target: 'baseline-widely-available', sourcemap: false, reportCompressedSize: false },
  test: {
    // By default a core is left for others; on two cores that would be half of the machine.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    setupFiles: 'tests/support/one-matcher.ts',
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
    expect: { poll: { timeout: WAIT_MS } },
    projects: [
      // A world per file costs the unit ring three quarters of its time; most files leave theirs as they found it.
      { extends: true, test: { name: 'unit', include: UNIT_TESTS, exclude: ownWorld, isolate: false } },
      { extends: true, test: { name: 'own-world', include: ownWorld } },
      { extends: true, test: { name: 'db', include: ['tests/db/**/*.test.ts'], globalSetup: 'tests/support/postgres-cluster.ts' } },
      // Files of a worker share its database, see `startBackend`.
      {
        extends: true,
        test: {
          name: 'backend',
          include: BACKEND_TESTS,
          exclude: ownWorldOfBackend,
          isolate: false,
          globalSetup: 'tests/support/postgres-cluster.ts',
        },
      },
      { extends: true, test: { name: 'backend-own-world', include: ownWorldOfBackend } },
      { extends: true, test: { name: 'sync', include: ['tests/sync/**/*.test.ts'] } },
      { extends: true, test: { name: 'house', include: ['tests/house/**/*.test.ts'] } },
      // Not part of the gate: `npm run test:deep`.
      {
        extends: true,
        test: {
          name: 'deep',
          include: ['tests/deep/**/*.test.ts'],
          globalSetup: 'tests/support/postgres-cluster.ts',
          testTimeout: 6 * TEST_MS,
        },
      },
    ],
  },
});
