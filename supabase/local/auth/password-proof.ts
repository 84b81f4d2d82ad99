import type { AuthContext } from './auth-context.ts';
import { AuthError } from './auth-error.ts';
import { takeByCode } from './one-time-tokens.ts';
import { verifyPassword } from './passwords.ts';
import type { SignedIn } from './require-user.ts';
import { millis } from './rows.ts';

/** How a session from a mail may set a password: one from a recovery link always, any other where there is no password yet. */
export type PasswordGrant = 'recovery' | 'mailbox';
export type PasswordProof = { readonly currentPassword: string | undefined; readonly nonce: string | undefined };

/**
 * A session alone, which may be stolen, sets no password: the one so far is asked for, or a mailed code, or the session must just have come
 * from the mailbox. Answers whether it was the last, which is good once. Throws `current_password_required`, `invalid_credentials` or
 * `reauthentication_not_valid`.
 */
export async function provePasswordChange(
  auth: AuthContext,
  { user, session }: SignedIn,
  proof: PasswordProof,
): Promise<'grant' | 'proof'> {
  if (proof.nonce) {
    const taken = await takeByCode(auth, auth.db.query, { email: user.email ?? '', code: proof.nonce, type: 'reauthentication' });
    if (taken?.user_id === user.id) return 'proof';
    throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
  }
  const age = auth.now().getTime() - millis(session.created_at);
  const hasGrant = session.password_grant === 'recovery' || (session.password_grant === 'mailbox' && user.encrypted_password === null);
  if (hasGrant && age <= auth.config.oneTimeTokenSeconds * 1000) return 'grant';
  if (!proof.currentPassword) throw new AuthError(400, 'current_password_required', 'Current password required when setting new password.');
  // By person: whoever guesses here has a session and may have many addresses.
  const key = `current-password:${user.id}`;
  auth.limits.take(key, auth.config.limits.currentPassword);
  if (!(await verifyPassword(proof.currentPassword, user.encrypted_password, auth.config.bcryptCost)))
    throw new AuthError(400, 'invalid_credentials', 'Current password is wrong');
  auth.limits.forget(key);
  return 'proof';
}
