import type { MailTemplate } from './invoice-mail.ts';
import type { MailLanguage } from './mail-document.ts';
import type { MailSettings } from './mail-settings.ts';
import { DEFAULT_TEXTS, MAIL_KINDS, type MailKind } from './mail-texts.ts';

export type AllMailTemplates = Record<MailLanguage, Record<MailKind, MailTemplate>>;

export const defaultTemplate = (kind: MailKind, language: MailLanguage): MailTemplate => DEFAULT_TEXTS[language][kind];

/** Every text there is: the company's own, else the product's. An empty one counts as not given. */
export function completeTemplates(templates: MailSettings['templates']): AllMailTemplates {
  const one = (kind: MailKind, language: MailLanguage): MailTemplate => {
    const [own, preset] = [templates[language]?.[kind], defaultTemplate(kind, language)];
    return { subject: own?.subject.trim() || preset.subject, body: own?.body.trim() || preset.body };
  };
  const of = (language: MailLanguage) =>
    Object.fromEntries(MAIL_KINDS.map((kind) => [kind, one(kind, language)])) as Record<MailKind, MailTemplate>;
  return { en: of('en'), de: of('de') };
}

const LANGUAGES = ['en', 'de'] as const;

/**
 * Only what differs from the product's own texts, which may get better without a company having to follow. A text that was `stored` and is the
 * product's again is given as empty: what is not named stays on the server, for the sake of apps that know fewer kinds.
 */
export function ownTemplates(all: AllMailTemplates, stored: MailSettings['templates'] = {}): MailSettings['templates'] {
  const result: MailSettings['templates'] = {};
  for (const language of LANGUAGES) {
    for (const kind of MAIL_KINDS) {
      const [text, preset] = [all[language][kind], defaultTemplate(kind, language)];
      const isPreset = text.subject.trim() === preset.subject && text.body.trim() === preset.body;
      if (isPreset && !stored[language]?.[kind]?.body) continue;
      result[language] = { ...result[language], [kind]: isPreset ? { subject: '', body: '' } : { subject: text.subject, body: text.body } };
    }
  }
  return result;
}
