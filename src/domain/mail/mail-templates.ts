import { DEFAULT_CANCELLATION_TEMPLATES, DEFAULT_INVOICE_TEMPLATES, type MailTemplate } from './invoice-mail.ts';
import type { MailLanguage } from './mail-document.ts';
import type { MailSettings } from './mail-settings.ts';

export const MAIL_KINDS = ['invoice', 'cancellation'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];
export type AllMailTemplates = Record<MailLanguage, Record<MailKind, MailTemplate>>;

const DEFAULTS = { invoice: DEFAULT_INVOICE_TEMPLATES, cancellation: DEFAULT_CANCELLATION_TEMPLATES } as const;
const LANGUAGES = ['en', 'de'] as const;

export const defaultTemplate = (kind: MailKind, language: MailLanguage): MailTemplate => DEFAULTS[kind][language];

/** Every text there is: the company's own, else the product's. An empty one counts as not given. */
export function completeTemplates(templates: MailSettings['templates']): AllMailTemplates {
  const one = (kind: MailKind, language: MailLanguage): MailTemplate => {
    const [own, preset] = [templates[language]?.[kind], defaultTemplate(kind, language)];
    return { subject: own?.subject.trim() || preset.subject, body: own?.body.trim() || preset.body };
  };
  const of = (language: MailLanguage) => ({ invoice: one('invoice', language), cancellation: one('cancellation', language) });
  return { en: of('en'), de: of('de') };
}

/** Only what differs from the product's own texts, which may get better without a company having to follow. */
export function ownTemplates(all: AllMailTemplates): MailSettings['templates'] {
  const result: MailSettings['templates'] = {};
  for (const language of LANGUAGES) {
    for (const kind of MAIL_KINDS) {
      const [text, preset] = [all[language][kind], defaultTemplate(kind, language)];
      if (text.subject.trim() === preset.subject && text.body.trim() === preset.body) continue;
      result[language] = { ...result[language], [kind]: { subject: text.subject, body: text.body } };
    }
  }
  return result;
}
