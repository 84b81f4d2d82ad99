import { setTimeout as wait } from 'node:timers/promises';
import { authMail, type AuthMailInput } from '#local/mail/auth-mail.ts';
import type { AuthCall, AuthContext } from './auth-context.ts';
import { AuthError } from './auth-error.ts';

/** Hands the mail to the mailer; throws 500 `unexpected_failure` when it could not be delivered. For mails that are sent whoever asks. */
export async function sendAuthMail(auth: AuthContext, mail: AuthMailInput): Promise<void> {
  if (!(await trySendAuthMail(auth, mail))) throw new AuthError(500, 'unexpected_failure', 'Error sending email');
}

/** The same, but a failure is only logged: where a mail goes out to known addresses alone, the answer must not tell which those are. */
export async function trySendAuthMail(auth: AuthContext, mail: AuthMailInput): Promise<boolean> {
  try {
    await auth.mailer.send(authMail(mail));
    return true;
  } catch (error) {
    const reason = error instanceof Error ? String(Reflect.get(error, 'code') ?? error.name) : typeof error;
    auth.log.error('auth: a mail could not be delivered', { kind: mail.kind, error: reason });
    return false;
  }
}

/** Counts a wish for a mail, whether or not anyone has that address; throws 429 `over_email_send_rate_limit`. */
export function takeMailAllowance(auth: AuthContext, call: AuthCall, email: string): void {
  const { limits, config } = auth;
  limits.take(`mail-client:${call.client}`, config.limits.mailPerClient, 'over_email_send_rate_limit');
  limits.take(`mail:${email}`, config.limits.mail, 'over_email_send_rate_limit');
}

/** Runs the work and answers no sooner than `evenAnswerMs`, whichever way it went. */
export async function inEvenTime<T>(auth: AuthContext, work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work(), wait(auth.config.evenAnswerMs)]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
