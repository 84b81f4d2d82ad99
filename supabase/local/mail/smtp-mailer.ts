import { setTimeout as wait } from 'node:timers/promises';
import { sendAsPlatform } from '#functions/_shared/send-mail.ts';
import { Refusal } from '#functions/_shared/refusal.ts';
import type { FunctionEnv } from '#local/functions/functions-service.ts';
import type { Log } from '#local/server/log.ts';
import type { Mail, Mailer } from './mailer.ts';

const SENDER = 'Kontor';
/** Waits before the tries after the first: a mail server may be busy or defer strangers for a moment. */
const RETRY_MS = [5_000, 60_000] as const;

export type SmtpMailerDeps = { readonly env: FunctionEnv; readonly log: Log; readonly retryMs?: readonly number[] };

/**
 * Delivers mails of the sign-in by the platform's mail server. `send` answers before the server does: how long it takes must not tell
 * whether an address is known. What can't be delivered is logged by its kind and reason, never by its address.
 */
export function createSmtpMailer({ env, log, retryMs = RETRY_MS }: SmtpMailerDeps): Mailer {
  const attempt = async ({ to, subject, text, html, kind }: Mail): Promise<string | null> => {
    try {
      await sendAsPlatform(env, SENDER, { to: [to], subject, text, html, kind });
      return null;
    } catch (error) {
      return error instanceof Refusal ? error.message : 'mail_failed';
    }
  };
  const deliver = async (mail: Mail): Promise<void> => {
    for (const waitMs of [0, ...retryMs]) {
      if (waitMs > 0) await wait(waitMs, undefined, { ref: false });
      const reason = await attempt(mail);
      if (reason === null) return;
      log.error('auth: a mail could not be delivered', { kind: mail.kind, error: reason });
    }
  };
  return {
    send(mail) {
      void deliver(mail);
      return Promise.resolve();
    },
  };
}
