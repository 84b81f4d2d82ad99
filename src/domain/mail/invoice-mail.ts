import { type MailBody, mailBody, type MailLanguage, oneLine } from './mail-document.ts';

/** What a text for an invoice's mail may name as `{…}`. */
export const MAIL_PLACEHOLDERS = ['number', 'customer', 'amount', 'issue_date', 'due_date', 'company', 'payment_instructions'] as const;
export type MailPlaceholder = (typeof MAIL_PLACEHOLDERS)[number];
export type MailTemplate = { readonly subject: string; readonly body: string };

/** The product's own texts, used where a company has none. */
export const DEFAULT_INVOICE_TEMPLATES: Readonly<Record<MailLanguage, MailTemplate>> = {
  en: {
    subject: 'Invoice {number} from {company}',
    body: 'Dear Sir or Madam,\n\nplease find attached invoice {number} of {issue_date} over {amount}. It is due on {due_date}.\n\n{payment_instructions}\n\nKind regards\n{company}',
  },
  de: {
    subject: 'Rechnung {number} von {company}',
    body: 'Sehr geehrte Damen und Herren,\n\nanbei erhalten Sie die Rechnung {number} vom {issue_date} über {amount}. Sie ist am {due_date} fällig.\n\n{payment_instructions}\n\nMit freundlichen Grüßen\n{company}',
  },
};

/** The same for the document that takes an invoice back. */
export const DEFAULT_CANCELLATION_TEMPLATES: Readonly<Record<MailLanguage, MailTemplate>> = {
  en: {
    subject: 'Cancellation {number} from {company}',
    body: 'Dear Sir or Madam,\n\nplease find attached cancellation {number} of {issue_date} over {amount}.\n\nKind regards\n{company}',
  },
  de: {
    subject: 'Stornorechnung {number} von {company}',
    body: 'Sehr geehrte Damen und Herren,\n\nanbei erhalten Sie die Stornorechnung {number} vom {issue_date} über {amount}.\n\nMit freundlichen Grüßen\n{company}',
  },
};

const isPlaceholder = (name: string): name is MailPlaceholder => (MAIL_PLACEHOLDERS as readonly string[]).includes(name);

/** Names in braces that are no placeholder, each once: most likely typing mistakes. */
export const unknownPlaceholders = (template: string): readonly string[] => [
  ...new Set([...template.matchAll(/\{([A-Za-z_]+)\}/g)].flatMap(([, name = '']) => (isPlaceholder(name) ? [] : [name]))),
];

/**
 * The text with its placeholders filled, in one pass: a value that looks like a placeholder stays as it is. A paragraph that is nothing but
 * an empty value leaves no gap.
 */
export function fillTemplate(template: string, values: Readonly<Record<MailPlaceholder, string>>): string {
  const filled = (text: string) =>
    text.replaceAll(/\{([A-Za-z_]+)\}/g, (whole, name: string) => (isPlaceholder(name) ? values[name] : whole));
  return template
    .split('\n\n')
    .map((paragraph) => ({ paragraph, text: filled(paragraph) }))
    .filter(({ paragraph, text }) => text !== '' || paragraph === '')
    .map(({ text }) => text)
    .join('\n\n');
}

export type InvoiceMailInput = {
  readonly language: MailLanguage;
  readonly companyName: string;
  readonly color: string;
  readonly subject: string;
  /** As the person wrote it; blank lines separate paragraphs. */
  readonly body: string;
};

/** The mail around an attached invoice. */
export function invoiceMail({ language, companyName, color, subject, body }: InvoiceMailInput): MailBody & { readonly subject: string } {
  const paragraphs = body
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return { subject: oneLine(subject, 300), ...mailBody({ language, companyName, color, paragraphs }) };
}
