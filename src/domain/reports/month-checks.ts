import { addMonths, startOfMonth } from '#domain/dates/calendar.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { isOpenDraft } from '#domain/invoices/invoice-state.ts';
import { supplyDate } from '#domain/invoices/list-date.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';

/** What may be missing from a month or quarter before it is closed, in the order in which one sees to it. */
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
/** What only the server knows is `asked` until it has answered, and `unknown` where it can't. */
export type Count = number | 'asked' | 'unknown';
export type MonthCheck = { readonly kind: MonthCheckKind; readonly count: Count };

/** Drafts that bill something supplied until the last day of the period. */
export const draftsUntil = (drafts: readonly Invoice[], end: string): Invoice[] =>
  drafts.filter((invoice) => isOpenDraft(invoice) && supplyDate(invoice) <= end);

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

type Gaps = { readonly gaps: readonly { readonly reason: string }[] | undefined; readonly error: unknown };

/** How many numbers are missing without a reason, by what the server said so far. */
export const unexplainedGaps = ({ gaps, error }: Gaps): Count =>
  gaps ? gaps.filter(({ reason }) => reason === '').length : error === null ? 'asked' : 'unknown';

type Seen = {
  /** The last day. */ readonly end: string;
  readonly expenses: readonly Pick<Expense, 'status'>[];
  /** Expenses that should show a receipt and don't. */ readonly bare: number;
  readonly drafts: readonly Invoice[];
  /** Invoices that expect money, as they stand now. */ readonly open: readonly Invoice[];
  readonly unsynced: number;
  readonly unrated: number;
  readonly failedSeries: number;
  readonly numberGaps: Count;
  readonly openMonths: number;
};

/** What is to be seen to before it is closed; only what there is. */
export function monthChecks({ end, expenses, drafts, open, ...counts }: Seen): MonthCheck[] {
  const found: Record<MonthCheckKind, Count> = {
    unsynced: counts.unsynced,
    to_approve: expenses.filter(({ status }) => status === 'pending').length,
    no_receipt: counts.bare,
    drafts: draftsUntil(drafts, end).length,
    unrated: counts.unrated,
    failed_series: counts.failedSeries,
    number_gaps: counts.numberGaps,
    overdue: open.filter(({ due_date: due }) => due !== null && due <= end).length,
    open_before: counts.openMonths,
  };
  return MONTH_CHECKS.map((kind) => ({ kind, count: found[kind] })).filter(({ count }) => count !== 0);
}
