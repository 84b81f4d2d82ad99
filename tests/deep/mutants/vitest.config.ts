import { defineConfig } from 'vitest/config';
import { type Mutant, mutated } from './mutant.ts';

const mutant = JSON.parse(process.env['MUTANT'] ?? '{}') as Mutant;

/** One test file over the source with the rule of `MUTANT` broken. */
export default defineConfig({
  root: `${import.meta.dirname}/../../..`,
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      transform: (code, id) => (id.split('?')[0]?.endsWith(`/src/${mutant.file}`) ? mutated(code, mutant) : null),
    },
  ],
  // Transforms that are kept would be those of the mutant before.
  test: { fsModuleCache: false, testTimeout: 300_000, hookTimeout: 300_000 },
});
