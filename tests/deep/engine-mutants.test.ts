import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { oneEngine } from '#tests/support/database.ts';
import { MUTANTS } from './mutants/mutants.ts';

/** A story that notices comes within so many seeds. */
const PATIENCE = 200;
const LOADED = ['--import', './tests/deep/mutants/apply.ts', '--import', './tests/support/one-matcher.ts'];
const STORIES = [...LOADED, 'tests/sync/simulate.ts', '--first', '--seeds', String(PATIENCE)];
// One test that notices is enough; a rule that is broken may leave another waiting for what never comes.
const UNIT = ['node_modules/vitest/vitest.mjs', 'run', '--bail', '1', '--config', 'tests/deep/mutants/vitest.config.ts'];
const WAIT_MS = '20000';

type Ended = { readonly code: number | null; readonly said: string };

function run(args: readonly string[], mutant: object): Promise<Ended> {
  // In colour, what is looked for in it would not read that way; the mere presence of FORCE_COLOR switches that on.
  const { FORCE_COLOR: _colour, ...kept } = process.env;
  const env = { ...kept, NO_COLOR: '1', WAIT_MS, MUTANT: JSON.stringify(mutant) };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, said })));
}

test.each(MUTANTS)('it is noticed when $rule', async (mutant) => {
  const { test: file, theme = 'usual' } = mutant;
  const { code, said } = await run(file ? [...UNIT, file] : [...STORIES, '--theme', theme, '--engine', oneEngine()], mutant);
  // What does not even start is not noticed.
  expect(said).toMatch(file ? /Tests {2}\d+ failed/ : /^seed \d+ of /m);
  expect(code).toBe(1);
});
