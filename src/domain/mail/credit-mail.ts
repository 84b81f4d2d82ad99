import { asksForMoney } from '#domain/invoices/invoice-lifecycle.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import type { MailTemplate } from './invoice-mail.ts';
import type { MailLanguage } from './mail-document.ts';
import type { AllMailTemplates } from './mail-templates.ts';
import type { MailKind } from './mail-texts.ts';

/** The first mail of an invoice that comes to less than nothing: a company's own text asks for money, this one says who gets it. */
export const CREDIT_TEMPLATES: Readonly<Record<MailLanguage, MailTemplate>> = {
  en: {
    subject: 'Credit of invoice {number} from {company}',
    body: 'Dear Sir or Madam,\n\nplease find attached invoice {number} of {issue_date}. It credits you with {amount}; there is nothing for you to pay.\n\nKind regards\n{company}',
  },
  de: {
    subject: 'Gutgeschriebener Betrag der Rechnung {number} von {company}',
    body: 'Sehr geehrte Damen und Herren,\n\nanbei erhalten Sie die Rechnung {number} vom {issue_date}. Mit ihr schreiben wir Ihnen {amount} gut; zu zahlen ist nichts.\n\nMit freundlichen Grüßen\n{company}',
  },
};

/** Whether it says that its customer gets money. */
const givesMoney = (invoice: Invoice): boolean => !asksForMoney(invoice) && invoice.gross_total < 0;

/** The text for a mail of this kind with this document: the company's, else the product's. */
export const templateFor = (invoice: Invoice, kind: MailKind, templates: AllMailTemplates): MailTemplate =>
  kind === 'invoice' && givesMoney(invoice) ? CREDIT_TEMPLATES[invoice.language] : templates[invoice.language][kind];
