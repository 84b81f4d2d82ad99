import { mailTestSchema } from '#domain/mail/mail-settings.ts';
import { testMail } from '#domain/mail/test-mail.ts';
import { asCaller } from '#functions/_shared/database.ts';
import { endpoint } from '#functions/_shared/endpoint.ts';
import { DEFAULT_COLOR, readSendingCompany, sendMail } from '#functions/_shared/send-mail.ts';

/** Sends a test mail with the saved settings, so that a mistake in them gets a sentence. */
export const handler = endpoint(mailTestSchema, async ({ body, ...call }) => {
  await asCaller(call, 'request_test_mail', { p_company: body.company_id, p_to: body.to });
  const company = await readSendingCompany(call.env, body.company_id);
  const mail = testMail(body.language, company.company_name, company.primary_color ?? DEFAULT_COLOR);
  await sendMail(call.env, company, { ...mail, to: [body.to], kind: 'mail_test' });
  return { sent: true };
});
