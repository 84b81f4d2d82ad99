import * as z from 'zod/mini';
import { oneLine } from '#domain/mail/mail-document.ts';
import { storedMailSettingsSchema } from '#domain/mail/mail-settings.ts';
import { asPlatform } from './database.ts';
import type { FunctionEnv } from './env.ts';
import { openPassword } from './mail-secret.ts';
import { Refusal } from './refusal.ts';
import { type MailMessage, type MailServer, sendBySmtp, type Sender } from './smtp.ts';
import { resolveMailServer } from './smtp-host.ts';

const transportSchema = z.object({
  company_id: z.string(),
  company_name: z.string(),
  primary_color: z.nullable(z.string()),
  settings: z.nullable(storedMailSettingsSchema),
  smtp_password: z.nullable(z.string()),
});
/** The company a mail is sent for, with what sending needs. */
export type SendingCompany = z.infer<typeof transportSchema>;

export const DEFAULT_COLOR = '#111827';

export async function readSendingCompany(env: FunctionEnv, companyId: string): Promise<SendingCompany> {
  const parsed = transportSchema.safeParse(await asPlatform(env, 'mail_transport', { p_company: companyId }));
  if (!parsed.success) throw new Refusal(422, 'mail_not_configured');
  return parsed.data;
}

async function sendByCompany(env: FunctionEnv, company: SendingCompany, message: MailMessage): Promise<readonly string[]> {
  const { smtp_host: host, smtp_port: port, smtp_secure: secure, smtp_user: user, ...settings } = company.settings!;
  const email = settings.sender_email || (user.includes('@') ? user : '');
  if (email === '') throw new Refusal(422, 'mail_not_configured', 'sender_email');
  const password = company.smtp_password === null ? '' : await openPassword(env, company.company_id, company.smtp_password);
  if (user !== '' && password === '') throw new Refusal(422, 'mail_not_configured', 'smtp_password');
  const server: MailServer = { address: await resolveMailServer(env, host, port), host, port, secure, user, password };
  const sender: Sender = { name: oneLine(settings.sender_name || company.company_name), email };
  return sendBySmtp(env, server, sender, message);
}

/** `smtps://user:password@host:465` (TLS) or `smtp://…:587` (STARTTLS). Whoever runs the platform set it: any host is right. */
function platformServer(address: string): MailServer {
  const url = new URL(address);
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  const port = Number(url.port || (secure ? 465 : 587));
  return { address: host, host, port, secure, user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
}

async function sendByPlatform(env: FunctionEnv, company: SendingCompany, message: MailMessage): Promise<readonly string[]> {
  return sendAsPlatform(env, oneLine(`${company.settings?.sender_name || company.company_name} (Kontor)`), message);
}

/** By the platform's own mail server, `SMTP_URL`, from `MAIL_FROM` under the given name; answers and throws as {@link sendMail}. */
export async function sendAsPlatform(env: FunctionEnv, name: string, message: MailMessage): Promise<readonly string[]> {
  const email = env['MAIL_FROM'] ?? '';
  if (email === '') throw new Refusal(500, 'mail_not_configured', 'MAIL_FROM');
  return sendBySmtp(env, platformServer(env['SMTP_URL'] ?? ''), { name, email }, message);
}

/** The embedded backend keeps mails in a folder and shows them. */
async function catchMail(env: FunctionEnv, { to, cc = [], attachments = [], ...message }: MailMessage): Promise<void> {
  const body = {
    ...message,
    to: to.join(', '),
    cc: cc.join(', '),
    attachments: attachments.map(({ filename, base64 }) => ({ filename, base64 })),
  };
  const response = await fetch(env['MAIL_CATCHER_URL'] ?? '', {
    method: 'POST',
    headers: { authorization: `Bearer ${env['SUPABASE_SERVICE_ROLE_KEY']}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Refusal(502, 'mail_failed', String(response.status));
}

/**
 * Sends by the company's own server, else the platform's, else into the mailbox of the embedded backend. Answers the recipients that were refused while it
 * left for others. Throws `Refusal` with the reason where it left for nobody.
 */
export async function sendMail(env: FunctionEnv, company: SendingCompany, message: MailMessage): Promise<readonly string[]> {
  const replyTo = message.replyTo || company.settings?.reply_to || company.settings?.sender_email || '';
  const mail = replyTo === '' ? message : { ...message, replyTo };
  if (company.settings?.smtp_host) return sendByCompany(env, company, mail);
  if (env['SMTP_URL']) return sendByPlatform(env, company, mail);
  if (!env['MAIL_CATCHER_URL']) throw new Refusal(422, 'mail_not_configured');
  await catchMail(env, mail);
  return [];
}
