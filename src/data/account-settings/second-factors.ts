import { authAnswer, authOf } from '#data/session/auth-call.ts';
import type { AccountService } from './account-call.ts';
import { withPassword } from './credentials.ts';

export type EnrolledFactor = { readonly id: string; readonly name: string; readonly createdAt: string };
/** What an authenticator app needs, shown this once. */
export type Enrolment = { readonly factorId: string; readonly secret: string; readonly uri: string };

/** The person's verified authenticator apps, oldest first. */
export async function listFactors(service: AccountService): Promise<EnrolledFactor[]> {
  const auth = await authOf(service);
  const { totp } = await authAnswer(auth.mfa.listFactors());
  return totp
    .map((factor) => ({ id: factor.id, name: factor.friendly_name ?? '', createdAt: factor.created_at }))
    .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}

type NewFactor = { readonly name: string; readonly issuer: string; /** Asked for the first one. */ readonly currentPassword?: string };

/**
 * Begins with a new authenticator app; it counts once a code of it was verified (`verifySecondFactor`). The first one locks every other
 * session out, so whoever sets it up shows the password again.
 */
export async function startEnrolment(service: AccountService, { name, issuer, currentPassword }: NewFactor): Promise<Enrolment> {
  const auth = await authOf(service);
  if (currentPassword !== undefined) await withPassword(() => authAnswer(auth.updateUser({ current_password: currentPassword })));
  const { id, totp } = await authAnswer(auth.mfa.enroll({ factorType: 'totp', friendlyName: name.trim(), issuer }));
  return { factorId: id, secret: totp.secret, uri: totp.uri };
}

/** Takes an authenticator app away; the server wants the second factor in this session (`insufficient_aal`). */
export async function removeFactor(service: AccountService, factorId: string): Promise<void> {
  const auth = await authOf(service);
  await authAnswer(auth.mfa.unenroll({ factorId }));
  // The stored user still lists it, and would be asked for its code at the next start.
  await authAnswer(auth.refreshSession());
}
