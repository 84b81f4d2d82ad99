import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { useOverdue } from '#data/invoices/use-invoices.ts';
import { useWaitingMails } from '#data/mail/use-waiting-mails.ts';
import type { MailInQueue } from '#data/mail/waiting-mails.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { proposalFor, type ReminderProposal } from '#domain/reminders/reminder-proposal.ts';

export type DueReminder = { readonly invoice: Invoice; readonly proposal: ReminderProposal };
export type Reminders = {
  readonly due: readonly DueReminder[];
  /** Overdue invoices that are held back. */
  readonly held: readonly Invoice[];
  /** Reminders that have not left this device: they wait, or the server stopped them. */
  readonly queued: readonly MailInQueue[];
};

/** So many overdue invoices are looked at, the oldest first; the next ones come up as these are done. */
const LOOKED_AT = 500;

/** Which reminders are due today, from what this device knows; undefined until it was read. One that waits here is not proposed again. */
export function useReminders(): Reminders | undefined {
  const { company, ctx } = useCompany();
  const { value: overdue } = useOverdue(LOOKED_AT);
  const mails = useWaitingMails();
  const settings = company.settings.reminders;
  const today = ctx.today();
  return useMemo(() => {
    if (!overdue || !mails) return undefined;
    const queued = mails.filter(({ kind }) => kind === 'reminder');
    const isQueued = new Set(queued.map(({ invoice_id }) => invoice_id));
    const due = overdue.flatMap((invoice) => {
      const proposal = isQueued.has(invoice.id) ? null : proposalFor(invoice, { settings, today });
      return proposal ? [{ invoice, proposal }] : [];
    });
    return { due, held: overdue.filter(({ reminder_hold }) => reminder_hold !== ''), queued };
  }, [overdue, mails, settings, today]);
}
