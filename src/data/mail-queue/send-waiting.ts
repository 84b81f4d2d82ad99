import type { WaitingMail } from '#data/device/device-database.ts';
import { callFunction } from '#platform/supabase/call-function.ts';
import type { SupabaseClient } from '#platform/supabase/client.ts';

/** `stopped`: the server decided that it does not leave; a person hears why. `later`: nobody knows, or it is not its turn yet. */
export type MailOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'later'; readonly reason: string; readonly counts: boolean }
  | { readonly kind: 'stopped'; readonly reason: string; readonly detail: string };

/** Ways that may be open again in a moment. */
const PASSING = new Set(['mail_connection_failed']);
const CHUNK = 0x80_00;

/** Bytes as base64; in pieces, because a call takes only so many arguments. */
function base64Of(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer);
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}

const subjectOf = ({ id, kind, open, level, reminder, subject, body, is_again }: WaitingMail) => ({
  mutation_id: id,
  kind,
  subject,
  body,
  ...(open === null ? {} : { open }),
  ...(level === null ? {} : { level }),
  ...(reminder === null ? {} : { reminder }),
  ...(is_again ? { again: true } : {}),
});

function bodyOf(mail: WaitingMail): object {
  const of = (role: WaitingMail['attachments'][number]['role']) => mail.attachments.filter((each) => each.role === role);
  const [document] = of('document');
  const [data] = of('data');
  const more = of('more').map(({ name, bytes }) => ({ filename: name, pdf_base64: base64Of(bytes) }));
  return {
    ...subjectOf(mail),
    ...(mail.delivery_note ? { delivery_note_id: mail.delivery_note.id, note: mail.delivery_note.note } : { invoice_id: mail.invoice_id }),
    to: mail.to,
    ...(mail.cc.length > 0 ? { cc: mail.cc } : {}),
    pdf_base64: document ? base64Of(document.bytes) : '',
    filename: document?.name ?? '',
    ...(data ? { xml_base64: base64Of(data.bytes) } : {}),
    ...(more.length > 0 ? { more_pdfs: more } : {}),
  };
}

/** Hands the mail to the server, which decides whether it leaves; asked again after a lost answer, it says what became of it. */
export async function sendWaiting(client: SupabaseClient, mail: WaitingMail): Promise<MailOutcome> {
  if (mail.channel === 'mail') {
    const { error, status, ...answer } = await callFunction(client, 'invoice-send', bodyOf(mail));
    return error === null ? { kind: 'sent' } : outcomeOf(error, status, 'detail' in answer ? (answer.detail ?? '') : '');
  }
  const letter = { ...subjectOf(mail), channel: 'post' };
  const { error, status } = await client.rpc('begin_invoice_mail', { p_invoice: mail.invoice_id, p_mail: letter });
  return error === null ? { kind: 'sent' } : outcomeOf(error.message, status, error.details ?? '');
}

/** What an answer that is none means for the mail. Only a key that the server chose decides anything. */
export function outcomeOf(error: unknown, status: number, detail: string): MailOutcome {
  const key = typeof error === 'string' && /^[a-z_]+$/.test(error) ? error : null;
  if (key === 'in_progress') return { kind: 'later', reason: key, counts: false };
  if (key !== null && PASSING.has(key)) return { kind: 'later', reason: key, counts: true };
  const isDecided = key !== null && status >= 400 && status !== 401 && status !== 429 && status !== 503;
  if (isDecided) return { kind: 'stopped', reason: key, detail };
  return status === 413 || status === 422
    ? { kind: 'stopped', reason: 'mail_failed', detail: '' }
    : { kind: 'later', reason: 'network', counts: false };
}
