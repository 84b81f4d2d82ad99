import type { MailTemplate } from './invoice-mail.ts';
import type { MailLanguage } from './mail-document.ts';

/** The mail with a correction; `{original}` is the number of the invoice it corrects. */
export const CORRECTION_TEMPLATES: Readonly<Record<MailLanguage, MailTemplate>> = {
  en: {
    subject: 'Correction {number} of invoice {original} from {company}',
    body: 'Dear Sir or Madam,\n\nplease find attached correction {number} of {issue_date}. It reduces our invoice {original} by {amount}.\n\n{settlement}\n\nKind regards\n{company}',
  },
  de: {
    subject: 'Rechnungskorrektur {number} zur Rechnung {original} von {company}',
    body: 'Sehr geehrte Damen und Herren,\n\nanbei erhalten Sie die Rechnungskorrektur {number} vom {issue_date}. Unsere Rechnung {original} mindert sich dadurch um {amount}.\n\n{settlement}\n\nMit freundlichen Grüßen\n{company}',
  },
};

/** What happens next, by what is open after it (major units), in words around an amount that is written already. */
export function settlementText(language: MailLanguage, { open, amount }: { readonly open: number; readonly amount: string }): string {
  if (language === 'de') {
    if (open > 0) return `Zu zahlen sind noch ${amount}.`;
    return open < 0 ? `Den zu viel gezahlten Betrag von ${amount} erstatten wir Ihnen.` : 'Die Rechnung ist damit ausgeglichen.';
  }
  if (open > 0) return `${amount} is left to pay.`;
  return open < 0 ? `We refund the ${amount} that you have paid too much.` : 'The invoice is settled with that.';
}

/** The product's text with the invoice it is about, for `fillTemplate`. */
export function correctionTemplate(
  language: MailLanguage,
  about: { readonly original: string; readonly settlement: string },
): MailTemplate {
  const { subject, body } = CORRECTION_TEMPLATES[language];
  const told = (text: string) => text.replaceAll('{original}', () => about.original).replaceAll('{settlement}', () => about.settlement);
  return { subject: told(subject), body: told(body) };
}
