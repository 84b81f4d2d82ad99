import type { MailTemplate } from './invoice-mail.ts';
import type { MailLanguage } from './mail-document.ts';

/** What a mail with a document is about; each has texts of its own. `part_paid`, `overdue` and `paid` are further mails of an invoice. */
export const MAIL_KINDS = ['invoice', 'cancellation', 'part_paid', 'overdue', 'paid', 'reminder_1', 'reminder_2', 'reminder_3'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

const EN: Readonly<Record<MailKind, MailTemplate>> = {
  invoice: {
    subject: 'Invoice {number} from {company}',
    body: 'Dear Sir or Madam,\n\nplease find attached invoice {number} of {issue_date} over {amount}. It is due on {due_date}.\n\n{payment_instructions}\n\nKind regards\n{company}',
  },
  cancellation: {
    subject: 'Cancellation {number} from {company}',
    body: 'Dear Sir or Madam,\n\nplease find attached cancellation {number} of {issue_date}. It takes back {amount} of the invoice it names, so that nothing of it is left to pay; what you have paid of it already, we refund.\n\nKind regards\n{company}',
  },
  part_paid: {
    subject: 'Balance of invoice {number} from {company}',
    body: 'Dear Sir or Madam,\n\nthank you for your payment of {paid} on invoice {number} of {issue_date} over {amount}. {open} are still open, due on {due_date}. The invoice is attached once more, with a payment slip for the balance.\n\nKind regards\n{company}',
  },
  overdue: {
    subject: 'Invoice {number} from {company} is overdue',
    body: 'Dear Sir or Madam,\n\ninvoice {number} of {issue_date} was due on {due_date}. {open} are still open. Please transfer the amount; the invoice is attached once more, with a payment slip.\n\nIf you have paid in the meantime, please disregard this mail.\n\nKind regards\n{company}',
  },
  paid: {
    subject: 'Invoice {number} from {company}',
    body: 'Dear Sir or Madam,\n\nplease find attached invoice {number} of {issue_date} over {amount} for your records. It is paid in full, thank you.\n\nKind regards\n{company}',
  },
  reminder_1: {
    subject: 'Payment reminder: invoice {number} from {company}',
    body: 'Dear Sir or Madam,\n\nyou will have overlooked it: invoice {number} of {issue_date} was due on {due_date}, and {open} are still open.\n\nPlease transfer {total} by {pay_until}.\n\n{charges}\n\nIf you have paid in the meantime, please disregard this letter.\n\nKind regards\n{company}',
  },
  reminder_2: {
    subject: 'Second reminder: invoice {number} from {company}',
    body: 'Dear Sir or Madam,\n\ninvoice {number} of {issue_date} has been due since {due_date}, {days_overdue} days. We have reminded you of it and have not received the {open} that are open.\n\nPlease transfer {total} by {pay_until}.\n\n{charges}\n\nIf you have paid in the meantime, please disregard this letter.\n\nKind regards\n{company}',
  },
  reminder_3: {
    subject: 'Final reminder: invoice {number} from {company}',
    body: 'Dear Sir or Madam,\n\nin spite of our reminders {open} of invoice {number} of {issue_date}, due since {due_date}, are still open.\n\nPlease transfer {total} by {pay_until}. If we have not received it by then, we will take legal steps without further notice; you would have to bear their cost.\n\n{charges}\n\nKind regards\n{company}',
  },
};

const DE: Readonly<Record<MailKind, MailTemplate>> = {
  invoice: {
    subject: 'Rechnung {number} von {company}',
    body: 'Sehr geehrte Damen und Herren,\n\nanbei erhalten Sie die Rechnung {number} vom {issue_date} über {amount}. Sie ist am {due_date} fällig.\n\n{payment_instructions}\n\nMit freundlichen Grüßen\n{company}',
  },
  cancellation: {
    subject: 'Stornorechnung {number} von {company}',
    body: 'Sehr geehrte Damen und Herren,\n\nanbei erhalten Sie die Stornorechnung {number} vom {issue_date}. Sie nimmt {amount} der genannten Rechnung zurück, sodass von ihr nichts zu zahlen bleibt; was Sie darauf schon gezahlt haben, erstatten wir Ihnen.\n\nMit freundlichen Grüßen\n{company}',
  },
  part_paid: {
    subject: 'Restbetrag zur Rechnung {number} von {company}',
    body: 'Sehr geehrte Damen und Herren,\n\nvielen Dank für Ihre Zahlung von {paid} auf die Rechnung {number} vom {issue_date} über {amount}. Offen sind noch {open}, fällig am {due_date}. Die Rechnung liegt noch einmal bei, mit einem Zahlschein über den Restbetrag.\n\nMit freundlichen Grüßen\n{company}',
  },
  overdue: {
    subject: 'Rechnung {number} von {company} ist überfällig',
    body: 'Sehr geehrte Damen und Herren,\n\ndie Rechnung {number} vom {issue_date} war am {due_date} fällig. Offen sind noch {open}. Bitte überweisen Sie den Betrag; die Rechnung liegt noch einmal bei, mit einem Zahlschein.\n\nSollten Sie inzwischen gezahlt haben, betrachten Sie diese E-Mail bitte als gegenstandslos.\n\nMit freundlichen Grüßen\n{company}',
  },
  paid: {
    subject: 'Rechnung {number} von {company}',
    body: 'Sehr geehrte Damen und Herren,\n\nanbei erhalten Sie die Rechnung {number} vom {issue_date} über {amount} für Ihre Unterlagen. Sie ist vollständig bezahlt, vielen Dank.\n\nMit freundlichen Grüßen\n{company}',
  },
  reminder_1: {
    subject: 'Zahlungserinnerung zur Rechnung {number} von {company}',
    body: 'Sehr geehrte Damen und Herren,\n\nsicher ist es Ihnen nur entgangen: Die Rechnung {number} vom {issue_date} war am {due_date} fällig, offen sind noch {open}.\n\nBitte überweisen Sie {total} bis zum {pay_until}.\n\n{charges}\n\nSollten Sie inzwischen gezahlt haben, betrachten Sie dieses Schreiben bitte als gegenstandslos.\n\nMit freundlichen Grüßen\n{company}',
  },
  reminder_2: {
    subject: '2. Mahnung zur Rechnung {number} von {company}',
    body: 'Sehr geehrte Damen und Herren,\n\ndie Rechnung {number} vom {issue_date} ist seit dem {due_date} fällig, also seit {days_overdue} Tagen. Auf unsere Zahlungserinnerung ist der offene Betrag von {open} nicht bei uns eingegangen.\n\nBitte überweisen Sie {total} bis zum {pay_until}.\n\n{charges}\n\nSollten Sie inzwischen gezahlt haben, betrachten Sie dieses Schreiben bitte als gegenstandslos.\n\nMit freundlichen Grüßen\n{company}',
  },
  reminder_3: {
    subject: 'Letzte Mahnung zur Rechnung {number} von {company}',
    body: 'Sehr geehrte Damen und Herren,\n\ntrotz unserer Mahnungen sind von der Rechnung {number} vom {issue_date}, fällig seit dem {due_date}, noch {open} offen.\n\nBitte überweisen Sie {total} bis zum {pay_until}. Ist der Betrag bis dahin nicht eingegangen, leiten wir ohne weitere Ankündigung rechtliche Schritte ein; die Kosten hätten Sie zu tragen.\n\n{charges}\n\nMit freundlichen Grüßen\n{company}',
  },
};

/** The product's own texts, used where a company has none. */
export const DEFAULT_TEXTS: Readonly<Record<MailLanguage, Readonly<Record<MailKind, MailTemplate>>>> = { en: EN, de: DE };
