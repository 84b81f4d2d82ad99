import { mailSettingsSaveSchema, storedMailSettingsSchema } from '#domain/mail/mail-settings.ts';
import { asCaller } from '#functions/_shared/database.ts';
import { endpoint } from '#functions/_shared/endpoint.ts';
import { sealPassword } from '#functions/_shared/mail-secret.ts';
import { assertMailServer } from '#functions/_shared/smtp-host.ts';

/** Saves how a company sends mail. The password goes in here and never comes out again. */
export const handler = endpoint(mailSettingsSaveSchema, async ({ body: { company_id, smtp_password = '', ...settings }, ...call }) => {
  assertMailServer(call.env, settings.smtp_host, settings.smtp_port);
  const p_password = smtp_password === '' ? null : await sealPassword(call.env, company_id, smtp_password);
  const saved = await asCaller(call, 'save_mail_settings', { p_company: company_id, p_settings: settings, p_password });
  return { settings: storedMailSettingsSchema.parse(saved) };
});
