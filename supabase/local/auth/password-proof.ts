import type { Query } from '#local/db/port.ts';
import type { AuthContext } from './auth-context.ts';
import { AuthError } from './auth-error.ts';
import { takeByCode } from './one-time-tokens.ts';
import { verifyPassword } from './passwords.ts';
import type { SignedIn } from './require-user.ts';
import { millis } from './rows.ts';

export type PasswordProof = { readonly currentPassword: string | undefined; readonly nonce: string | undefined };

/** A proof that was shown for a step to come is good for it once, and so long. */
const PROOF_SECONDS = 300;

/**
 * A session alone, which may be stolen, sets no password and no first second factor: the password so far is asked for, or a mailed code, or the
 * session must just have come from the mailbox. Answers whether it was the last, which is good once. Throws `current_password_required`, `invalid_credentials` or
 * `reauthentication_not_valid`.
 */
export async function provePerson(auth: AuthContext, { user, session }: SignedIn, proof: PasswordProof): Promise<'grant' | 'proof'> {
  if (proof.nonce) {
    const taken = await takeByCode(auth, auth.db.query, { email: user.email ?? '', code: proof.nonce, type: 'reauthentication' });
    if (taken?.user_id === user.id) return 'proof';
    throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
  }
  if (hasGrant(auth, { user, session })) return 'grant';
  if (!proof.currentPassword) throw new AuthError(400, 'current_password_required', 'Current password required when setting new password.');
  // By person: whoever guesses here has a session and may have many addresses.
  const key = `current-password:${user.id}`;
  auth.limits.take(key, auth.config.limits.currentPassword);
  if (!(await verifyPassword(proof.currentPassword, user.encrypted_password, auth.config.bcryptCost)))
    throw new AuthError(400, 'invalid_credentials', 'Current password is wrong');
  auth.limits.forget(key);
  return 'proof';
}

function hasGrant(auth: AuthContext, { user, session }: SignedIn): boolean {
  const age = auth.now().getTime() - millis(session.created_at);
  const isGranted = session.password_grant === 'recovery' || (session.password_grant === 'mailbox' && user.encrypted_password === null);
  return isGranted && age <= auth.config.oneTimeTokenSeconds * 1000;
}

/** Notes that this session has just shown who it is. */
export async function noteProof(auth: AuthContext, query: Query, { session }: SignedIn): Promise<void> {
  await query('update auth.sessions set proved_at = $2 where id = $1', [session.id, auth.now().toISOString()]);
}

/** Spends the proof of this session for the step at hand; without one 401 `reauthentication_needed`. */
export async function spendProof(auth: AuthContext, query: Query, signedIn: SignedIn): Promise<void> {
  const { session } = signedIn;
  const spent = await query('update auth.sessions set proved_at = null where id = $1 and proved_at >= $2', [
    session.id,
    new Date(auth.now().getTime() - PROOF_SECONDS * 1000).toISOString(),
  ]);
  if (spent.count === 0 && !hasGrant(auth, signedIn))
    throw new AuthError(401, 'reauthentication_needed', 'A first second factor requires reauthentication');
}
