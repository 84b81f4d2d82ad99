import * as z from 'zod/mini';
import { requestError } from '#data/session/request-error.ts';
import { AppError } from '#domain/errors.ts';
import {
  MAIL_SETTINGS_DEFAULTS,
  type MailSettings,
  type StoredMailSettings,
  storedMailSettingsSchema,
} from '#domain/mail/mail-settings.ts';
import { type SentMail, sentMailSchema } from '#domain/mail/sent-mail.ts';
import { isOnlineHint } from '#platform/network/network.ts';
import { callFunction } from '#platform/supabase/call-function.ts';
import { type SupabaseClient, supabaseClient } from '#platform/supabase/client.ts';

type Answer = { readonly data: unknown; readonly error: unknown; readonly status: number; readonly detail?: string };

/** How a company's mail is set up is the server's alone: nothing of it waits for a connection. A refusal carries its key as `data.reason`, and what it is about as `data.detail`. */
async function ask(request: (client: SupabaseClient) => PromiseLike<Answer>): Promise<unknown> {
  if (!isOnlineHint()) throw new AppError('offline');
  let answer: Answer;
  try {
    answer = await request(await supabaseClient());
  } catch (cause) {
    throw requestError(cause);
  }
  const { data, error, status, detail = '' } = answer;
  if (error === null || error === undefined) return data;
  if (typeof error === 'string' && /^[a-z_]+$/.test(error) && ![0, 401, 403, 429].includes(status))
    throw new AppError('invalid_input', { reason: error, detail });
  throw requestError(typeof error === 'string' ? {} : error, status);
}

const COLUMNS = 'company_id,sender_name,sender_email,reply_to,templates,smtp_host,smtp_port,smtp_user,smtp_secure,has_password';

/** How the company sends mail; the defaults if nobody has said yet. */
export async function readMailSettings(companyId: string): Promise<StoredMailSettings> {
  const row = await ask((api) => api.from('company_mail_settings').select(COLUMNS).eq('company_id', companyId).maybeSingle());
  return row === null ? { ...MAIL_SETTINGS_DEFAULTS, company_id: companyId, has_password: false } : z.parse(storedMailSettingsSchema, row);
}

/** The company's own texts, for whoever may send invoices. */
export async function readMailTemplates(companyId: string): Promise<MailSettings['templates']> {
  return z.parse(storedMailSettingsSchema.shape.templates, await ask((api) => api.rpc('mail_templates', { p_company: companyId })));
}

/** Saves everything; an empty password keeps the stored one. */
export async function saveMailSettings(companyId: string, settings: MailSettings & { smtp_password: string }): Promise<StoredMailSettings> {
  const { smtp_password, ...rest } = settings;
  const body = { ...rest, company_id: companyId, ...(smtp_password === '' ? {} : { smtp_password }) };
  const answer = await ask((api) => callFunction(api, 'mail-settings-save', body));
  return z.parse(z.object({ settings: storedMailSettingsSchema }), answer).settings;
}

export async function sendTestMail(companyId: string, to: string, language: 'en' | 'de'): Promise<void> {
  await ask((api) => callFunction(api, 'mail-test', { company_id: companyId, to, language }));
}

/** Of which document mails are asked for. */
export type MailedDocument = { readonly of: 'invoice' | 'delivery_note'; readonly id: string };

/** What went out of a document, the newest first. It is not kept on devices. */
export async function readSentMails({ of, id }: MailedDocument): Promise<SentMail[]> {
  const request = (api: SupabaseClient) =>
    of === 'invoice' ? api.rpc('mails_of_invoice', { p_invoice: id }) : api.rpc('mails_of_delivery_note', { p_note: id });
  return z.parse(z.array(sentMailSchema), await ask(request));
}
