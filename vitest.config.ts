import { defineConfig, mergeConfig } from 'vitest/config';
import app from './vite.config.ts';
import { LongestFirst } from './tests/support/longest-first.ts';
import { filesWithOwnWorld } from './tests/support/own-world.ts';
import { TEST_MS, WAIT_MS } from './tests/support/patience.ts';

const UNIT_TESTS = ['src/**/*.test.ts', 'src/**/*.test.tsx', 'sw/**/*.test.ts'];
const BACKEND_TESTS = ['tests/backend/**/*.test.ts', 'tests/security/**/*.test.ts', 'supabase/**/*.test.ts'];
/** Puts broken modules of the engine in the place of the real ones. All others of its ring share what they change, an IndexedDB. */
const BREAKS_THE_ENGINE = 'tests/sync/mutants.test.ts';
const ownWorldIn = (...folders: string[]): string[] => (process.env['VITEST'] ? filesWithOwnWorld(import.meta.dirname, folders) : []);
const ownWorld = ownWorldIn('src', 'sw');
const ownWorldOfBackend = ownWorldIn('tests/backend', 'tests/security', 'supabase');

const tests = defineConfig({
  test: {
    // By default a core is left for others; on two cores that would be half of the machine.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    setupFiles: ['tests/support/one-matcher.ts', 'tests/support/seeded.ts'],
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
    expect: { poll: { timeout: WAIT_MS } },
    projects: [
      // A world per file costs the unit ring three quarters of its time; most files leave theirs as they found it.
      { extends: true, test: { name: 'unit', include: UNIT_TESTS, exclude: ownWorld, isolate: false } },
      { extends: true, test: { name: 'own-world', include: ownWorld } },
      // Each file has a database of its own; what a worker has loaded it shares.
      {
        extends: true,
        test: { name: 'db', include: ['tests/db/**/*.test.ts'], isolate: false, globalSetup: 'tests/support/postgres-cluster.ts' },
      },
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
      {
        extends: true,
        test: {
          name: 'sync',
          include: ['tests/sync/**/*.test.ts'],
          exclude: [BREAKS_THE_ENGINE],
          isolate: false,
          globalSetup: 'tests/support/postgres-cluster.ts',
        },
      },
      { extends: true, test: { name: 'sync-own-world', include: [BREAKS_THE_ENGINE] } },
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

export default mergeConfig(app, tests);
