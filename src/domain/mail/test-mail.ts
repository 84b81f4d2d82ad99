import { type MailBody, mailBody, type MailLanguage, oneLine } from './mail-document.ts';

const TEXTS = {
  en: {
    subject: (company: string) => `Test email from ${company}`,
    paragraphs: (company: string) => ['Hello,', `this is how emails of ${company} arrive. If you can read it, the email settings work.`],
  },
  de: {
    subject: (company: string) => `Testmail von ${company}`,
    paragraphs: (company: string) => ['Guten Tag,', `so kommen E-Mails von ${company} an. Wenn Sie dies lesen, stimmen die Einstellungen.`],
  },
} as const;

/** What a company sends to itself to try its mail settings. */
export function testMail(language: MailLanguage, companyName: string, color: string): MailBody & { readonly subject: string } {
  const texts = TEXTS[language];
  const company = oneLine(companyName);
  return { subject: texts.subject(company), ...mailBody({ language, companyName, color, paragraphs: texts.paragraphs(company) }) };
}
