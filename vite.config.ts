import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { locales } from './src/platform/i18n/vite-locales.ts';
import { mantineStyles } from './src/ui/vite-mantine-styles.ts';

export default defineConfig({
  plugins: [react(), locales(`${import.meta.dirname}/locales`), mantineStyles()],
  build: { target: 'baseline-widely-available', sourcemap: 'hidden', reportCompressedSize: false },
  test: {
    projects: [
      { extends: true, test: { name: 'unit', include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'sw/**/*.test.ts'] } },
      { extends: true, test: { name: 'db', include: ['tests/db/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 120_000 } },
      {
        extends: true,
        test: {
          name: 'backend',
          include: ['tests/backend/**/*.test.ts', 'supabase/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      { extends: true, test: { name: 'sync', include: ['tests/sync/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 } },
      { extends: true, test: { name: 'house', include: ['tests/house/**/*.test.ts'], testTimeout: 60_000 } },
    ],
  },
});
