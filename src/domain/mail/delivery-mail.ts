import type { MailTemplate } from './invoice-mail.ts';
import type { MailLanguage } from './mail-document.ts';

/** What the mail with a delivery note names, written already. */
type Delivery = { readonly number: string; readonly date: string; readonly company: string };

const TEXTS: Readonly<Record<MailLanguage, (of: Delivery) => MailTemplate>> = {
  en: ({ number, date, company }) => ({
    subject: `Delivery note ${number} from ${company}`,
    body: `Dear Sir or Madam,\n\nplease find attached delivery note ${number} for the delivery of ${date}.\n\nKind regards\n${company}`,
  }),
  de: ({ number, date, company }) => ({
    subject: `Lieferschein ${number} von ${company}`,
    body: `Sehr geehrte Damen und Herren,\n\nanbei erhalten Sie den Lieferschein ${number} zur Lieferung vom ${date}.\n\nMit freundlichen Grüßen\n${company}`,
  }),
};

/** The product's text for a delivery note, in the language of the note. */
export const deliveryMail = (language: MailLanguage, of: Delivery): MailTemplate => TEXTS[language](of);
