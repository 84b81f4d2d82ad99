import { setTimeout as wait } from 'node:timers/promises';
import { authMail, type AuthMailInput } from '#local/mail/auth-mail.ts';
import type { AuthCall, AuthContext } from './auth-context.ts';

/** Hands the mail to the mailer. A mailbox that can't be written is logged and not shown: the answer must not tell which addresses exist. */
export async function sendAuthMail(auth: AuthContext, mail: AuthMailInput): Promise<void> {
  try {
    await auth.mailer.send(authMail(mail));
  } catch (error) {
    auth.log.error('auth: a mail could not be delivered', {
      kind: mail.kind,
      error: error instanceof Error ? String(Reflect.get(error, 'code') ?? error.name) : typeof error,
    });
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
