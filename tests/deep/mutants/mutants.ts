import { DECIDE } from './decide.ts';
import type { Mutant } from './mutant.ts';
import { PULL } from './pull.ts';
import { PUSH } from './push.ts';

export const MUTANTS: readonly Mutant[] = [...DECIDE, ...PULL, ...PUSH];
