import { type MailBody, mailBody, type MailLanguage, oneLine } from './mail-document.ts';

/** What a text for an invoice's mail may name as `{…}`; what does not apply to it is empty. */
export const MAIL_PLACEHOLDERS = [
  'number',
  'customer',
  'amount',
  'paid',
  'open',
  'issue_date',
  'due_date',
  'days_overdue',
  'company',
  'payment_instructions',
  'pay_until',
  'charges',
  'total',
] as const;
export type MailPlaceholder = (typeof MAIL_PLACEHOLDERS)[number];
export type MailTemplate = { readonly subject: string; readonly body: string };

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
