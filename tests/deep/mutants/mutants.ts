import { DECIDE } from './decide.ts';
import type { Mutant } from './mutant.ts';
import { PULL } from './pull.ts';
import { PUSH } from './push.ts';
import { RECEIPTS } from './receipts.ts';
import { SLOW_LINE } from './slow-line.ts';

export const MUTANTS: readonly Mutant[] = [...DECIDE, ...PULL, ...PUSH, ...RECEIPTS, ...SLOW_LINE];
