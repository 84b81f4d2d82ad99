import { signIn, verifySecondFactor } from '#data/session/auth-actions.ts';
import type { SessionService } from '#data/session/session-service.ts';
import { AppError } from '#domain/errors.ts';
import { readStoredSession, type StoredSession } from '#platform/supabase/stored-session.ts';

/** What shows that the person at the device is the one who signed in: a code for who has a second factor, else the password. */
export type ProofKind = 'code' | 'password';

export function proofAskedOf(stored: StoredSession | null = readStoredSession()): ProofKind {
  return totpFactor(stored) ? 'code' : 'password';
}

/** Shows it to the server, which then counts the session as freshly signed in. A password never ends a session of the second level. */
export async function proveIdentity(service: SessionService, secret: string): Promise<void> {
  const stored = readStoredSession();
  const factor = totpFactor(stored);
  if (factor) return verifySecondFactor(service, { factorId: factor.id, code: secret });
  if (!stored?.user.email) throw new AppError('not_signed_in');
  await signIn(service, { email: stored.user.email, password: secret });
  // The session before would stay in the list of sessions as a device that nobody has.
  const { auth } = await service.client();
  await auth.admin.signOut(stored.access_token, 'local').catch(() => undefined);
}

const totpFactor = (stored: StoredSession | null) =>
  stored?.user.factors?.find(({ status, factor_type }) => status === 'verified' && factor_type === 'totp');
