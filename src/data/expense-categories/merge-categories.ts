import { authorise, type CommandContext } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { changeRecord, removeRecord } from '#data/core/write.ts';
import { can } from '#domain/access/access.ts';
import type { ExpenseCategory } from '#domain/expense-categories/expense-category.ts';
import { AppError } from '#domain/errors.ts';
import { expenseEditRefusal } from '#domain/expenses/expense-lifecycle.ts';

/**
 * Moves all expenses and series of one category to another and removes it (SYNC-47). What this person may not change stays where it is,
 * and with it the category; `left` tells how many. Interrupted or done again it goes on. Both are given as they were shown: AppError
 * `conflict` when one has another name by now.
 */
export async function mergeCategories(
  db: CompanyDatabase,
  asked: { readonly from: Named; readonly into: Named },
  ctx: CommandContext,
): Promise<{ readonly left: number }> {
  authorise(ctx, 'expense_categories.manage');
  const [from, into] = [asked.from.id, asked.into.id];
  const there = await db.collections.expense_categories.findByIds([from, into]).exec();
  if (there.size < 2) throw new AppError('not_found', { collection: 'expense_categories', id: from });
  if ([asked.from, asked.into].some(({ id, name }) => there.get(id)?.name !== name))
    throw new AppError('conflict', { collection: 'expense_categories', id: from });
  const expenses = await db.collections.expenses.find({ selector: { category_id: from } }).exec();
  const mayMove = expenses.filter((expense) => expenseEditRefusal(expense, ctx.access) === null);
  for (const { id } of mayMove) await changeRecord(db, 'expenses', id, (current) => moved(current, from, into));
  const series = await db.collections.recurring_expenses.find({ selector: { category_id: from } }).exec();
  const maySeries = can(ctx.access, 'recurring_expenses.update') ? series : [];
  for (const { id } of maySeries) await changeRecord(db, 'recurring_expenses', id, (current) => moved(current, from, into));
  const left = expenses.length - mayMove.length + (series.length - maySeries.length);
  if (left === 0) await removeRecord(db, 'expense_categories', from);
  return { left };
}

type Named = Pick<ExpenseCategory, 'id' | 'name'>;
const moved = <R extends { category_id: string | null }>(record: R, from: string, into: string): R =>
  record.category_id === from ? { ...record, category_id: into } : record;
