import { escapeHtml } from './escape-html.ts';
import type { Mail } from './mailer.ts';
import { AUTH_MAIL_TEXTS, type AuthMailKind, type MailLanguage } from './auth-mail-texts.ts';

export type AuthMailInput = {
  readonly kind: AuthMailKind;
  readonly to: string;
  /** `user_metadata.locale`; anything but German is answered in English. */
  readonly locale: unknown;
  readonly link?: string;
  readonly code?: string;
  /** The address a notice is about, where it differs from the recipient. */
  readonly address?: string;
};

/** The mail for one step of the auth service: subject, plain text and the same as HTML. */
export function authMail(input: AuthMailInput): Mail {
  const language: MailLanguage = typeof input.locale === 'string' && /^de\b/i.test(input.locale) ? 'de' : 'en';
  const texts = AUTH_MAIL_TEXTS[language];
  const message = texts.kinds[input.kind];
  const address = input.address ?? input.to;
  const body = message.body.map((line) => line.replaceAll('{address}', address));
  const { link, code } = input;
  const text = [
    texts.greeting,
    ...body,
    ...(link === undefined ? [] : [`${message.action}:\n${link}`]),
    ...(code === undefined ? [] : [`${link === undefined ? texts.code : texts.codeInstead} ${code}`]),
    message.closing,
    texts.signature,
  ].join('\n\n');
  const paragraph = (line: string) => `<p>${escapeHtml(line)}</p>`;
  const html = [
    paragraph(texts.greeting),
    ...body.map(paragraph),
    ...(link === undefined ? [] : [`<p><a href="${escapeHtml(link)}">${escapeHtml(message.action)}</a></p>`]),
    ...(code === undefined
      ? []
      : [`<p>${escapeHtml(link === undefined ? texts.code : texts.codeInstead)} <strong>${escapeHtml(code)}</strong></p>`]),
    paragraph(message.closing),
    paragraph(texts.signature),
  ].join('\n');
  return {
    to: input.to,
    kind: input.kind,
    subject: message.subject,
    text,
    html: `<!doctype html>\n<html lang="${language}">\n<body>\n${html}\n</body>\n</html>\n`,
    ...(link === undefined ? {} : { link }),
    ...(code === undefined ? {} : { code }),
  };
}
