import { BANK_ACCOUNTS } from './rules-bank-accounts.ts';
import { INVITES } from './rules-invites.ts';
import { INVOICES } from './rules-invoices.ts';
import { PEOPLE } from './rules-people.ts';
import { PICTURES } from './rules-pictures.ts';
import { PLATFORM } from './rules-platform.ts';
import { MATRIX, TENANCY } from './rules-matrix.ts';
import { RECURRING } from './rules-recurring.ts';
import { SESSIONS_ENDED } from './rules-sessions.ts';
import { SPECIAL } from './rules-special.ts';
import { STORED } from './rules-storage.ts';
import { TRIGGERS } from './rules-triggers.ts';
import type { Rule } from './rules.ts';

/** Everything that must hold about access, whatever the engine. */
export const RULES: readonly Rule[] = [
  ...TENANCY,
  ...SPECIAL,
  ...STORED,
  ...PLATFORM,
  ...TRIGGERS,
  ...PEOPLE,
  ...INVITES,
  ...SESSIONS_ENDED,
  ...PICTURES,
  ...INVOICES,
  ...RECURRING,
  ...BANK_ACCOUNTS,
  ...MATRIX,
];
