import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { mutated } from '#tests/deep/mutants/mutant.ts';
import { MUTANTS } from '#tests/deep/mutants/mutants.ts';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

test('every rule that the deep tests break still stands where they break it, and a test that they name is there', () => {
  const stale = MUTANTS.flatMap((mutant) => {
    try {
      mutated(readFileSync(at(`src/${mutant.file}`), 'utf8'), mutant);
      return mutant.test === undefined || existsSync(at(mutant.test)) ? [] : [`${mutant.rule}: no ${mutant.test}`];
    } catch (error) {
      return [String(error)];
    }
  });
  expect(stale).toEqual([]);
  expect(MUTANTS.length).toBeGreaterThan(100);
});
