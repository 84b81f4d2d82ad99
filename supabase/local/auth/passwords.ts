import bcrypt from 'bcryptjs';
import { PASSWORD_MIN_LENGTH, type PasswordFault, passwordFaults } from '#domain/account/password-rule.ts';
import { AuthError } from './auth-error.ts';

/** bcrypt reads no further than this. */
const MAX_PASSWORD_BYTES = 72;
const dummyHashes = new Map<number, Promise<string>>();

/** The bcrypt hash stored in `auth.users.encrypted_password`. Takes 60–100 ms at cost 10: never call it inside a transaction. */
export function hashPassword(password: string, cost = 10): Promise<string> {
  return bcrypt.hash(password, cost);
}

/** Whether the password matches; with no hash (unknown address, no password set) it takes as long and answers false. */
export async function verifyPassword(password: string, hash: string | null | undefined, cost: number): Promise<boolean> {
  if (hash) return bcrypt.compare(password, hash);
  await bcrypt.compare(password, await dummyHash(cost));
  return false;
}

function dummyHash(cost: number): Promise<string> {
  const known = dummyHashes.get(cost) ?? bcrypt.hash('no such person', cost);
  dummyHashes.set(cost, known);
  return known;
}

const WEAK: Readonly<Record<PasswordFault, string>> = {
  length: `Password should be at least ${PASSWORD_MIN_LENGTH} characters.`,
  characters: 'Password should contain letters and other characters, at least 3 different ones.',
  pwned: 'Password is known to be weak and easy to guess, please choose a different one.',
};

/** Throws 422 `weak_password` with the reasons, or `validation_failed` for what bcrypt could not tell apart. */
export function assertPasswordAllowed(password: string): void {
  const reasons = passwordFaults(password);
  if (reasons[0]) throw new AuthError(422, 'weak_password', WEAK[reasons[0]], { weakPassword: reasons });
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES)
    throw new AuthError(422, 'validation_failed', `Password cannot be longer than ${MAX_PASSWORD_BYTES} bytes`);
}
