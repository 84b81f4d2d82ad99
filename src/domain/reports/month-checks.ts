import { bookingDay } from '#domain/bookings/booking.ts';
import { addMonths, startOfMonth } from '#domain/dates/calendar.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { isOpenDraft } from '#domain/invoices/invoice-state.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { isBooked } from './expense-cells.ts';

/** What may be missing from a month before it is closed, in the order in which one sees to it. */
export const MONTH_CHECKS = [
  'unsynced',
  'to_approve',
  'no_receipt',
  'drafts',
  'unrated',
  'failed_series',
  'number_gaps',
  'overdue',
  'open_before',
] as const;
export type MonthCheckKind = (typeof MONTH_CHECKS)[number];
/** Null: only the server knows, and it can't be asked now. */
export type MonthCheck = { readonly kind: MonthCheckKind; readonly count: number | null };

/** Expenses that count in these days and show no receipt, without those that were taken back and what takes them back. */
export function withoutReceipt(expenses: readonly Expense[], withFiles: ReadonlySet<string>): Expense[] {
  const reversed = new Set(expenses.map((expense) => expense.reverses_expense_id));
  return expenses.filter(
    (expense) =>
      (isBooked(expense) || expense.status === 'pending') &&
      expense.reverses_expense_id === null &&
      !reversed.has(expense.id) &&
      !withFiles.has(expense.id),
  );
}

/** Drafts that bill something supplied until the last day of the month. */
export const draftsUntil = (drafts: readonly Invoice[], end: string): Invoice[] =>
  drafts.filter(
    (invoice) => isOpenDraft(invoice) && (invoice.service_to ?? invoice.service_from ?? invoice.created_at.slice(0, 10)) <= end,
  );

/** Months from the one after the last that is closed to the one before this, as first days: they are closed first. Without a closed one before it none. */
export function openBefore(month: string, closed: ReadonlySet<string>): string[] {
  const last = [...closed]
    .filter((each) => each < month)
    .toSorted()
    .at(-1);
  const open: string[] = [];
  for (let each = addMonths(startOfMonth(month), -1); last !== undefined && each > last; each = addMonths(each, -1)) open.push(each);
  return open.toReversed();
}

type Seen = {
  /** The month's last day. */ readonly end: string;
  readonly expenses: readonly Expense[];
  /** Ids of expenses with a receipt. */ readonly withFiles: ReadonlySet<string>;
  readonly drafts: readonly Invoice[];
  /** Invoices that expect money, as they stand now. */ readonly open: readonly Invoice[];
  readonly unsynced: number;
  readonly unrated: number;
  readonly failedSeries: number;
  readonly numberGaps: number | null;
  readonly openMonths: number;
};

/** What is to be seen to before a month is closed; only what there is. */
export function monthChecks({ end, expenses, withFiles, drafts, open, ...counts }: Seen): MonthCheck[] {
  const inMonth = expenses.filter(({ expense_date, booked_on }) => bookingDay(expense_date, booked_on) <= end);
  const found: Record<MonthCheckKind, number | null> = {
    unsynced: counts.unsynced,
    to_approve: inMonth.filter(({ status }) => status === 'pending').length,
    no_receipt: withoutReceipt(inMonth, withFiles).length,
    drafts: draftsUntil(drafts, end).length,
    unrated: counts.unrated,
    failed_series: counts.failedSeries,
    number_gaps: counts.numberGaps,
    overdue: open.filter(({ due_date: due }) => due !== null && due <= end).length,
    open_before: counts.openMonths,
  };
  return MONTH_CHECKS.map((kind) => ({ kind, count: found[kind] })).filter(({ count }) => count !== 0);
}
