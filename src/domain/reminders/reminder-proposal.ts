import type { Customer } from '#domain/customers/customer.ts';
import { addDays, daysBetween } from '#domain/dates/calendar.ts';
import { openOf } from '#domain/invoices/claim.ts';
import { isOverdue } from '#domain/invoices/invoice-state.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { roundedTo, sumOf } from '#domain/money/money.ts';
import { arrearsInterest, interestRateOn, type Received } from './arrears-interest.ts';
import type { ReminderSettings } from './reminder-settings.ts';

export type ReminderLevel = 1 | 2 | 3;
/** What a reminder would ask for; major units of the invoice's currency. */
export type ReminderProposal = {
  readonly level: ReminderLevel;
  readonly open: number;
  readonly fee: number;
  readonly interest: number;
  /** Percent per year today; null where no interest is asked for. */
  readonly interest_rate: number | null;
  readonly flat_fee: number;
  readonly total: number;
  readonly days_late: number;
  /** The day it gives to pay. */
  readonly pay_until: string;
};
type About = {
  readonly settings: ReminderSettings;
  /** The currency of fees. */
  readonly feeCurrency: string;
  /** What came in for the invoice. */
  readonly payments: readonly Received[];
  /** Its customer, where that is known here. */
  readonly customer: Pick<Customer, 'reminder_hold'> | null;
  /** The company's day. */
  readonly today: string;
};

/** § 288 (5) BGB: in euros, and of no consumer. */
const FLAT_FEE = 40;
const LEVELS = { 1: 'first', 2: 'second', 3: 'third' } as const;

/** Whether the higher interest and the flat sum apply to whom the invoice is for. */
function isBusiness(invoice: Invoice, settings: ReminderSettings): boolean {
  if (settings.debtors !== 'by_vat_id') return settings.debtors === 'businesses';
  return (invoice.buyer?.vat_id ?? '').trim() !== '';
}

/** The level that would come next, whatever its day; null after the last, or where nothing is reminded of. */
export function nextLevel(invoice: Invoice, today: string): ReminderLevel | null {
  if (!isOverdue(invoice, today) || invoice.number === null) return null;
  return ([1, 2, 3] as const).find((level) => level > invoice.reminder_level) ?? null;
}

/** From which day on a level is proposed: so many days after the due date, and once what the last one gave to pay is over. */
export function proposedFrom(invoice: Invoice, level: ReminderLevel, { first, pay_days, ...levels }: ReminderSettings): string {
  const { after_days } = { first, ...levels }[LEVELS[level]];
  const byDue = addDays(invoice.due_date ?? '', after_days);
  const bySent = invoice.reminded_on === null ? byDue : addDays(invoice.reminded_on, pay_days + 1);
  return bySent > byDue ? bySent : byDue;
}

/** Why nothing is reminded of: of this invoice, or of any of its customer's; empty where nobody said so. */
export const heldBecause = (invoice: Pick<Invoice, 'reminder_hold'>, customer: About['customer']): string =>
  invoice.reminder_hold || (customer?.reminder_hold ?? '').trim();

/** What a reminder of a level asks for today. */
function reminderOf(invoice: Invoice, level: ReminderLevel, { settings, feeCurrency, payments, today }: About): ReminderProposal {
  const { currency, due_date } = invoice;
  const due = due_date ?? today;
  const business = isBusiness(invoice, settings);
  const interestBy = { rates: settings.base_rates, points: business ? settings.business_points : settings.consumer_points };
  const open = openOf(invoice);
  const fee = currency === feeCurrency ? roundedTo(settings[LEVELS[level]].fee, currency) : 0;
  const interest = settings.interest ? arrearsInterest({ open, payments, currency, due, until: today, ...interestBy }) : 0;
  const flat_fee = settings.flat_fee && business && currency === 'EUR' ? FLAT_FEE : 0;
  return {
    level,
    open,
    fee,
    interest,
    interest_rate: interest > 0 ? interestRateOn(today, interestBy) : null,
    flat_fee,
    total: sumOf([open, fee, interest, flat_fee], currency),
    days_late: daysBetween(due, today),
    pay_until: addDays(today, settings.pay_days),
  };
}

/** The reminder that is due of an invoice today; null where none is: not yet, held back, or nothing proposed at all. */
export function proposalFor(invoice: Invoice, about: About): ReminderProposal | null {
  const level = nextLevel(invoice, about.today);
  if (level === null || !about.settings.is_on || heldBecause(invoice, about.customer) !== '') return null;
  return proposedFrom(invoice, level, about.settings) <= about.today ? reminderOf(invoice, level, about) : null;
}
