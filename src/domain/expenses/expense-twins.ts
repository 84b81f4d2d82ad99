import { toMinor } from '#domain/money/money.ts';
import type { Expense } from './expense.ts';

type Facts = Pick<Expense, 'vendor_id' | 'amount' | 'currency' | 'expense_date'>;

/** Whether two expenses look like the same receipt captured twice: same vendor, amount and day. */
export const isTwin = (one: Facts, other: Facts): boolean =>
  one.vendor_id === other.vendor_id &&
  one.expense_date === other.expense_date &&
  one.currency === other.currency &&
  toMinor(one.amount, one.currency) === toMinor(other.amount, other.currency);

type Entry = Omit<Facts, 'amount'> & { readonly amount: number | null; readonly is_separate?: boolean | undefined };

/**
 * Whether somebody who saves a form is asked about an equal expense: whoever captures one, and whoever makes one equal to another by an edit.
 * An edit that leaves vendor, amount and day as they were says nothing new, and what was called another one stays it.
 */
export function isTwinAsked(entry: Entry, opened: Entry | null): boolean {
  if (opened === null) return true;
  if (entry.is_separate) return false;
  return !isTwin({ ...opened, amount: opened.amount ?? 0 }, { ...entry, amount: entry.amount ?? 0 });
}

/** An expense that may repeat an earlier one, and that one. */
export type OpenTwin = { readonly expense: Expense; readonly earlier: Expense };

/**
 * Expenses captured twice by the look of it, perhaps on two devices that knew nothing of each other (SYNC-49): not yet decided on, and not yet
 * said to be another one.
 */
export function openTwins(expenses: readonly Expense[]): OpenTwin[] {
  const inOrder = expenses.toSorted((a, b) => a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id));
  return inOrder.flatMap((expense, index) => {
    const isAsked = expense.status === 'pending' && !expense.is_separate && expense.recurring_expense_id === null; // what is generated was never asked about
    if (!isAsked) return [];
    const earlier = inOrder.slice(0, index).find((other) => other.status !== 'rejected' && isTwin(other, expense));
    return earlier ? [{ expense, earlier }] : [];
  });
}
