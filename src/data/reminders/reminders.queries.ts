import { combineLatest, distinctUntilChanged, map, type Observable, of, shareReplay, switchMap } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { watchDirectory } from '#data/directory/directory.ts';
import { watchInvoices } from '#data/invoices/invoices.queries.ts';
import { watchLeftMails } from '#data/mail-queue/left-mails.ts';
import { type MailInQueue, watchWaitingMails } from '#data/mail/waiting-mails.ts';
import { watchPaymentsOf } from '#data/payments/payments.queries.ts';
import type { CompanySettings } from '#domain/companies/company-settings.ts';
import { EVERY_INVOICE } from '#domain/invoices/invoice-filter.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import type { Payment } from '#domain/payments/payment.ts';
import { heldBecause, proposalFor, type ReminderProposal } from '#domain/reminders/reminder-proposal.ts';
import { feeCurrencyOf } from '#domain/reminders/reminder-settings.ts';

export type DueReminder = { readonly invoice: Invoice; readonly proposal: ReminderProposal };
/** An overdue invoice that is held back; `isCustomers`: with all of its customer's. */
export type HeldInvoice = { readonly invoice: Invoice; readonly reason: string; readonly isCustomers: boolean };
export type Reminders = {
  readonly due: readonly DueReminder[];
  readonly held: readonly HeldInvoice[];
  /** Reminders that have not left this device: they wait, or the server stopped them. */
  readonly queued: readonly MailInQueue[];
};

/** So many overdue invoices are looked at, the oldest first; the next ones come up as these are done. */
const LOOKED_AT = 500;

/** All payments of the overdue ones: also where nothing is left of what came in, because it went back, it was not open meanwhile. */
function watchReceived(db: CompanyDatabase, overdue: Observable<readonly Invoice[]>): Observable<ReadonlyMap<string, readonly Payment[]>> {
  return overdue.pipe(
    map((invoices) => invoices.map(({ id }) => id)),
    distinctUntilChanged((a, b) => a.join() === b.join()),
    switchMap((ids) =>
      ids.length === 0
        ? of(new Map())
        : combineLatest(ids.map((id) => watchPaymentsOf(db, id))).pipe(map((found) => new Map(ids.map((id, n) => [id, found[n] ?? []])))),
    ),
  );
}

/** Which reminders are due on a day, from what this device knows. One that waits here, or has left and is not yet in its invoice, is not proposed again. */
export function watchReminders(
  db: CompanyDatabase,
  { settings, today }: { settings: CompanySettings; today: string },
): Observable<Reminders> {
  const { reminders } = settings;
  const feeCurrency = feeCurrencyOf(settings);
  const overdue$ = watchInvoices(db, { filter: { ...EVERY_INVOICE, state: 'overdue', sort: 'oldest' }, limit: LOOKED_AT, today }).pipe(
    map(({ rows }) => rows),
    shareReplay({ bufferSize: 1, refCount: true }),
  );
  const received$ = reminders.interest ? watchReceived(db, overdue$) : of(new Map<string, readonly Payment[]>());
  return combineLatest([overdue$, received$, watchDirectory(db.collections.customers), watchWaitingMails(db), watchLeftMails(db)]).pipe(
    map(([overdue, received, customers, mails, left]) => {
      const queued = mails.filter(({ kind }) => kind === 'reminder');
      const isQueued = new Set(queued.map(({ invoice_id }) => invoice_id));
      const isUnderWay = ({ id, reminder_level }: Invoice) => isQueued.has(id) || (left.get(id)?.level ?? 0) > reminder_level;
      const customerOf = ({ customer_id }: Invoice) => customers.byId.get(customer_id ?? '') ?? null;
      const due = overdue.flatMap((invoice) => {
        const about = { settings: reminders, feeCurrency, payments: received.get(invoice.id) ?? [], customer: customerOf(invoice), today };
        const proposal = isUnderWay(invoice) ? null : proposalFor(invoice, about);
        return proposal ? [{ invoice, proposal }] : [];
      });
      const held = overdue.flatMap((invoice) => {
        const reason = heldBecause(invoice, customerOf(invoice));
        return reason === '' ? [] : [{ invoice, reason, isCustomers: invoice.reminder_hold === '' }];
      });
      return { due, held, queued };
    }),
  );
}
