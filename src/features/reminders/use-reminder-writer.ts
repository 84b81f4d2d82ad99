import { useMemo } from 'react';
import { useLogo } from '#data/branding/use-logo.ts';
import { useCompany } from '#data/core/company-context.ts';
import { useDirectory } from '#data/directory/use-directory.ts';
import { useMailTemplates } from '#data/mail/use-mail-templates.ts';
import { useMailCommands } from '#data/mail/use-waiting-mails.ts';
import { attachmentOf, type NewMail } from '#data/mail/waiting-mails.ts';
import type { DueReminder } from '#data/reminders/reminders.queries.ts';
import { documentText } from '#domain/documents/document-text.ts';
import { fillTemplate } from '#domain/mail/invoice-mail.ts';
import { addressesOf } from '#domain/mail/mail-addresses.ts';
import { chargeRows, printableReminder } from '#domain/reminders/printable-reminder.ts';
import { formatDay, formatMoney } from '#platform/i18n/format.ts';
import { saveFiles } from '#ui/save-text-file.ts';
import { useMakeFile } from '#widgets/document/use-document-file.ts';
import { mailValues } from '#widgets/mail/invoice-mail-values.ts';

export type WrittenReminder = { readonly to: string; readonly cc?: string; readonly subject: string; readonly body: string };

/** Writes reminders in the company's words and the customer's language; undefined until these and the logo are known. */
export function useReminderWriter() {
  const { company, ctx } = useCompany();
  const { value: customers } = useDirectory('customers');
  const texts = useMailTemplates();
  const logo = useLogo();
  const makeFile = useMakeFile();
  const { queue } = useMailCommands();
  const today = ctx.today();
  const isReady = customers !== undefined && texts !== undefined && logo.kind !== 'loading';
  return useMemo(() => {
    if (!customers || !texts || !isReady) return undefined;
    const customerOf = ({ invoice }: DueReminder) => customers.byId.get(invoice.customer_id ?? '') ?? null;
    const chargesOf = ({ invoice: { language, currency }, proposal }: DueReminder): string => {
      const rows = chargeRows(proposal, language).map(({ label, amount }) => `${label}: ${formatMoney(amount, currency, language)}`);
      return rows.length > 1 ? [documentText(language).reminding.included, ...rows].join('\n') : '';
    };
    const write = (due: DueReminder): WrittenReminder => {
      const { invoice, proposal } = due;
      const { language, currency } = invoice;
      const money = (amount: number) => formatMoney(amount, currency, language);
      const values = {
        ...mailValues(invoice, { company, customer: customerOf(due), today }),
        pay_until: formatDay(proposal.pay_until, language),
        charges: chargesOf(due),
        total: money(proposal.total),
      };
      const { subject, body } = texts.templates[language][`reminder_${proposal.level}`];
      const to = invoice.buyer?.email || customerOf(due)?.email || '';
      return { to, subject: fillTemplate(subject, values), body: fillTemplate(body, values) };
    };
    // A letter has what it asks for in a table.
    const letter = (due: DueReminder, text: string): Promise<File> => {
      const charges = chargesOf(due);
      const body = charges === '' ? text : text.replace(`${charges}\n\n`, '');
      return makeFile(
        printableReminder(due.invoice, due.proposal, { company, customer: customerOf(due), logo: logo.printable, body, today }),
      );
    };
    const mailOf = (
      { invoice, proposal }: DueReminder,
      { cc = '', subject, body }: WrittenReminder,
    ): Omit<NewMail, 'channel' | 'to' | 'attachments'> => {
      const { level, open, fee, interest, flat_fee, pay_until } = proposal;
      const reminder = { open, fee, interest, flat_fee, due: pay_until };
      return {
        invoice_id: invoice.id,
        number: invoice.number ?? '',
        kind: 'reminder',
        cc: addressesOf(cc),
        subject,
        body,
        open,
        level,
        reminder,
      };
    };
    return {
      isOwnMissing: texts.isOwnMissing,
      write,
      /** Queues the mail with its letter; it leaves at once, or with the next connection. */
      async mail(due: DueReminder, written: WrittenReminder) {
        const attachments = [await attachmentOf('document', await letter(due, written.body))];
        await queue({ ...mailOf(due, written), channel: 'mail', to: addressesOf(written.to), attachments });
      },
      /** Hands the letters to the person as files, and then notes each as sent by post: what can't be made or kept was not sent. */
      async post(letters: readonly { readonly due: DueReminder; readonly written: WrittenReminder }[]): Promise<void> {
        const files: File[] = [];
        for (const { due, written } of letters) files.push(await letter(due, written.body));
        await saveFiles(files.map((file) => ({ name: file.name, bytes: file })));
        for (const { due, written } of letters) await queue({ ...mailOf(due, written), channel: 'post', to: [], attachments: [] });
      },
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a file is made anew with every call
  }, [company, customers, texts, isReady, logo, queue, today]);
}
export type ReminderWriter = NonNullable<ReturnType<typeof useReminderWriter>>;
