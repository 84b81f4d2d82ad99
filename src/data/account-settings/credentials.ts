import { authAnswer, authOf } from '#data/session/auth-call.ts';
import { verifySecondFactor } from '#data/session/auth-actions.ts';
import type { SessionService } from '#data/session/session-service.ts';
import { AppError } from '#domain/errors.ts';
import type { AccountService } from './account-call.ts';

/** How a person shows that it is them: by the password they have, which a hosted project insists on, and by a code where they have an app. */
export type IdentityProof = { readonly currentPassword: string; readonly factorId?: string; readonly code?: string };

/** Sets another password; all other devices are signed out by the server. A wrong current password is refused as such. */
export async function changePassword(
  service: SessionService,
  { password, proof }: { password: string; proof: IdentityProof },
): Promise<void> {
  const auth = await authOf(service);
  const { currentPassword, factorId, code } = proof;
  if (factorId !== undefined && code !== undefined) await verifySecondFactor(service, { factorId, code });
  await withPassword(() => authAnswer(auth.updateUser({ password, current_password: currentPassword })));
}

/** A call that shows the current password; a wrong one is refused as such. */
export async function withPassword<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw isWrongPassword(error) ? new AppError('invalid_input', { reason: 'current_password_wrong' }, { cause: error }) : error;
  }
}

const isWrongPassword = (error: unknown): boolean =>
  error instanceof AppError && (error.data['reason'] === 'invalid_credentials' || error.data['reason'] === 'current_password_invalid');

/** Asks for another mail address; it counts once the links of the mails were opened. */
export async function changeEmail(service: AccountService, { email, redirectTo }: { email: string; redirectTo: string }): Promise<void> {
  const auth = await authOf(service);
  await authAnswer(auth.updateUser({ email: email.trim() }, { emailRedirectTo: redirectTo }));
}

/**
 * Redeems the code of one of the two mails that a change of address sends, whichever it is from. False: the other mailbox has to confirm
 * too. A wrong code is refused with the reason `otp_expired`.
 */
export async function confirmEmailCode(service: AccountService, { waiting, current, code }: EmailCode): Promise<boolean> {
  const auth = await authOf(service);
  const redeem = (email: string) => authAnswer(auth.verifyOtp({ email, token: code.trim(), type: 'email_change' }));
  const { session } = await redeem(waiting).catch((error: unknown) => {
    if (error instanceof AppError && error.data['reason'] === 'otp_expired') return redeem(current);
    throw error;
  });
  return session !== null;
}

type EmailCode = { readonly waiting: string; readonly current: string; readonly code: string };

/** The address that still has to be confirmed, or null. */
export async function unconfirmedEmail(service: AccountService): Promise<string | null> {
  const auth = await authOf(service);
  const { user } = await authAnswer(auth.getUser());
  return user.new_email || null;
}

/** Takes over what was confirmed by a mail's link, perhaps in another browser. */
export async function refreshAccount(service: AccountService): Promise<void> {
  const auth = await authOf(service);
  await authAnswer(auth.refreshSession());
}
