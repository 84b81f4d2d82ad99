import type { MailSettings } from '#domain/mail/mail-settings.ts';
import type { AllMailTemplates } from '#domain/mail/mail-templates.ts';

/** The form: every text filled in, and a password that is only ever written. */
export type MailValues = Omit<MailSettings, 'templates'> & { templates: AllMailTemplates; smtp_password: string };
