import { createContext, useContext, useLayoutEffect, useMemo, useRef } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { useCategories } from '#data/expense-categories/use-categories.ts';
import { useMembers } from '#data/members/use-members.ts';
import { useBookingRules } from '#data/periods/use-periods.ts';
import type { ExpenseCategory } from '#domain/expense-categories/expense-category.ts';
import { type ExpenseStep, type Refusal, stepRefusal } from '#domain/expenses/expense-lifecycle.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import type { Bulk } from '#widgets/use-bulk.ts';

type RowBulk = Pick<Bulk<Expense>, 'runOn'> & {
  readonly onReject: (expense: Expense) => void;
  /** All of them, in the company's order. */
  readonly categories: readonly ExpenseCategory[];
  /** Why a step is not possible for this person, as far as the list knows: whether there is a reversal is the command's to find. */
  readonly refusalOf: (step: ExpenseStep, expense: Expense) => Refusal;
};

/** How a cell of the list carries out what it changes: as the list does with everything selected, with its undo and its refusals. */
export const RowBulkContext = createContext<RowBulk | null>(null);

export function useRowBulk(): RowBulk {
  const bulk = useContext(RowBulkContext);
  if (!bulk) throw new Error('Only inside the list of expenses.');
  return bulk;
}

const NO_CATEGORIES: readonly ExpenseCategory[] = [];

/** What {@link useRowBulk} hands to the cells: the same for as long as it says the same, or each row would be drawn with every selection. */
export function useRowBulkValue({ runOn, onReject }: Pick<RowBulk, 'runOn' | 'onReject'>): RowBulk {
  const { ctx } = useCompany();
  const { value: categories = NO_CATEGORIES } = useCategories();
  const { value: members } = useMembers();
  const rules = useBookingRules();
  const decide = (step: ExpenseStep, expense: Expense): Refusal =>
    rules
      ? stepRefusal(step, expense, { access: ctx.access, isSoleMember: members?.size === 1 }, { rules, isReversed: false })
      : 'not_allowed';
  const latest = useRef(decide);
  useLayoutEffect(() => {
    latest.current = decide;
  });
  return useMemo(
    () => ({ runOn, onReject, categories, refusalOf: (step, expense) => latest.current(step, expense) }),
    [runOn, onReject, categories],
  );
}
