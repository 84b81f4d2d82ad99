import { map, NEVER, of } from 'rxjs';
import { watchAsked } from '#data/core/asked-ahead.ts';
import { useCompany } from '#data/core/company-context.ts';
import { useGrowingList } from '#data/core/use-growing-list.ts';
import { useAsked } from '#data/core/use-asked.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { can } from '#domain/access/access.ts';
import { useMembers } from '#data/members/use-members.ts';
import { EVERY_EXPENSE, type ExpenseFilter } from '#domain/expenses/expense-filter.ts';
import { useBookingRules } from '#data/periods/use-periods.ts';
import type { Standing } from '#domain/expenses/expense-lifecycle.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import {
  firstToApprove,
  keptOpenTwins,
  keptReversalOf,
  watchExpense,
  watchExpenses,
  watchNewestExpenses,
  watchRecentExpensesOf,
  watchToApprove,
  watchTwinOf,
} from './expenses.queries.ts';
import { watchKnownReceipts } from './known-receipts.ts';

export function useExpense(id: string) {
  const { db } = useCompany();
  return useObservable(() => watchExpense(db, id), [db, id]);
}

/** The booking that takes this one back, or null. */
export function useReversalOf(id: string) {
  const { db } = useCompany();
  return useObservable(() => keptReversalOf(db, id), [db, id]);
}

/** What the company's rules and a reversal say of an expense; null until both are known. */
export function useStanding(id: string): Standing | null {
  const rules = useBookingRules();
  const { value: reversal } = useReversalOf(id);
  return rules && reversal !== undefined ? { rules, isReversed: reversal !== null } : null;
}

/** The expense that this one may repeat, while nobody has said anything about it. */
export function useTwinOf({ id, amount }: Pick<Expense, 'id' | 'amount'>) {
  const { db } = useCompany();
  return useObservable(() => watchTwinOf(db, { id, amount }), [db, id, amount]);
}

/** What may be captured twice among the newest expenses. */
export function useOpenTwins() {
  const { db } = useCompany();
  return useObservable(() => keptOpenTwins(db), [db]);
}

export const useExpenseList = (filter: ExpenseFilter) => useGrowingList(watchExpenses, { filter }, ({ id }) => id);

export function useRecentExpensesOf(of: { vendorId: string } | { customerId: string }) {
  const { db } = useCompany();
  return useObservable(() => watchRecentExpensesOf(db, of), [db, JSON.stringify(of)]);
}

/** Which of these receipts, by SHA-256, another expense than `except` has already. */
export function useKnownReceipts(sha256s: readonly string[], except: string | null) {
  const { db } = useCompany();
  return useObservable(() => watchKnownReceipts(db, { sha256s, except }), [db, sha256s.join(), except]);
}

/** Expenses of a vendor that name a text, for instance the number of an invoice; nothing without both. */
export function useExpensesNaming(text: string, vendorId: string | null) {
  const { db } = useCompany();
  return useObservable(
    () =>
      text === '' || vendorId === null
        ? of([])
        : watchExpenses(db, { filter: { ...EVERY_EXPENSE, vendorId, text }, limit: 20 }).pipe(map(({ rows }) => rows)),
    [db, text, vendorId],
  );
}

/** The first few expenses that wait for this person; not known before it is known how many work here. */
export function useToApprove() {
  const { db, ctx } = useCompany();
  const { value: members } = useMembers();
  const { access } = ctx;
  const isAsked = can(access, 'expenses.approve');
  const isKnown = members !== undefined;
  const isSoleMember = members?.size === 1;
  return useObservable(() => {
    if (!isAsked) return of([]);
    if (!isKnown) return NEVER;
    return watchAsked(db, watchToApprove, firstToApprove(access, isSoleMember));
  }, [db, access, isAsked, isKnown, isSoleMember]);
}

/** The newest expenses since a day. */
export const useNewestExpenses = (from: string, limit: number) => useAsked(watchNewestExpenses, { from, limit });
