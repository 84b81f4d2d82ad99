import { AppError } from '#domain/errors.ts';

/** Why a mail did not go out, as functions answer it: keys of `locales/<lng>/mail.json` → `refused`. */
export const MAIL_REASONS = [
  'mail_connection_failed',
  'mail_failed',
  'mail_host_not_found',
  'mail_host_private',
  'mail_login_failed',
  'mail_not_configured',
  'mail_partly_refused',
  'mail_password_unreadable',
  'mail_recipient_refused',
  'mail_secret_missing',
  'mail_sender_refused',
  'mail_tls_failed',
  'invoice_not_issued',
  'in_progress',
  'mail_unclear',
  'invoice_cancelled',
  'invoice_paid',
  'balance_changed',
  'reminder_exists',
  'reminder_on_hold',
  'not_due',
  'delivery_note_gone',
  'delivery_note_changed',
  'not_allowed',
  'too_many_mails',
] as const;
export type MailReason = (typeof MAIL_REASONS)[number];

/** It left, but not for everybody: it must not be sent again as it is. The detail says for whom it did not. */
export const PARTLY_REFUSED = 'mail_partly_refused' satisfies MailReason;

/** Refusals by the mail server itself: their detail is what it said. */
const SAID: readonly MailReason[] = ['mail_failed', 'mail_login_failed', 'mail_recipient_refused', 'mail_sender_refused'];

/** The mail server's own words, which help whoever set it up; empty when it said nothing. */
export function mailServerWords(error: unknown): string {
  const reason = mailReason(error);
  return reason && SAID.includes(reason) ? detailOf(error) : '';
}

/** For whom it did not go out while it did for others; empty otherwise. */
export const refusedRecipients = (error: unknown): string => (mailReason(error) === PARTLY_REFUSED ? detailOf(error) : '');

function detailOf(error: unknown): string {
  const detail = error instanceof AppError ? error.data['detail'] : undefined;
  return typeof detail === 'string' ? detail.replaceAll(/\s+/g, ' ').trim() : '';
}

/** The reason that a refused request carries, if it is one about mail. */
export function mailReason(error: unknown): MailReason | undefined {
  const reason = error instanceof AppError ? error.data['reason'] : undefined;
  return MAIL_REASONS.find((known) => known === reason);
}
