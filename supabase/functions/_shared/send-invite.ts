import * as z from 'zod/mini';
import { INVITE_DAYS } from '#domain/invites/invite.ts';
import { inviteMail } from '#domain/mail/invite-mail.ts';
import { asPlatform } from './database.ts';
import type { FunctionEnv } from './env.ts';
import { Refusal } from './refusal.ts';
import { DEFAULT_COLOR, readSendingCompany, sendMail } from './send-mail.ts';

const armedSchema = z.object({
  email: z.string(),
  language: z.enum(['en', 'de']),
  company_id: z.string(),
  company_name: z.string(),
  primary_color: z.nullable(z.string()),
  invited_by_name: z.string(),
});

const toHex = (bytes: ArrayBuffer): string => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** 256 random bits for the mail, and their SHA-256 for the database. */
async function newToken(): Promise<{ token: string; hash: string }> {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const token = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  return { token, hash: toHex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))) };
}

/** Gives the invitation a new token and mails it; earlier links stop working. The token is nowhere else. */
export async function sendInvite(env: FunctionEnv, inviteId: string): Promise<void> {
  const site = env['SITE_URL'];
  if (!site) throw new Refusal(500, 'mail_not_configured', 'SITE_URL');
  const { token, hash } = await newToken();
  const armed = armedSchema.parse(await asPlatform(env, 'arm_invite', { p_invite: inviteId, p_token_hash: hash }));
  const link = `${new URL(site).origin}${armed.language === 'de' ? '/de' : ''}/auth/invitation?token=${token}`;
  const mail = inviteMail({
    language: armed.language,
    companyName: armed.company_name,
    color: armed.primary_color ?? DEFAULT_COLOR,
    invitedBy: armed.invited_by_name,
    email: armed.email,
    link,
    days: INVITE_DAYS,
  });
  await sendMail(env, await readSendingCompany(env, armed.company_id), { ...mail, to: [armed.email], kind: 'company_invite', link });
}
