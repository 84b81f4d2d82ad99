import type { Company } from '#domain/companies/company.ts';
import type { Customer } from '#domain/customers/customer.ts';
import { daysBetween } from '#domain/dates/calendar.ts';
import { asksForMoney } from '#domain/invoices/invoice-lifecycle.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { invoiceInstructions } from '#domain/invoices/printable-invoice.ts';
import type { MailPlaceholder } from '#domain/mail/invoice-mail.ts';
import { openByText } from '#domain/mail/mail-kind.ts';
import { formatDay, formatMoney } from '#platform/i18n/format.ts';

type Sources = { readonly company: Company; readonly customer: Customer | null; readonly today: string };

/** What the texts of mails may name of an invoice, in its own language. What only a reminder has is empty. */
export function mailValues(invoice: Invoice, { company, customer, today }: Sources): Record<MailPlaceholder, string> {
  const { language, currency, number, issue_date, due_date, gross_total, paid_total } = invoice;
  const money = (amount: number) => formatMoney(amount, currency, language);
  const open = openByText(invoice) ?? 0;
  return {
    number: number ?? '',
    customer: invoice.buyer?.name ?? customer?.name ?? '',
    // The words say who gets it.
    amount: money(asksForMoney(invoice) ? gross_total : Math.abs(gross_total)),
    paid: money(paid_total),
    open: money(open),
    issue_date: issue_date ? formatDay(issue_date, language) : '',
    due_date: due_date ? formatDay(due_date, language) : '',
    days_overdue: due_date ? String(Math.max(0, daysBetween(due_date, today))) : '',
    company: company.name,
    payment_instructions: invoiceInstructions(invoice, company),
    pay_until: '',
    charges: '',
    total: money(open),
  };
}
