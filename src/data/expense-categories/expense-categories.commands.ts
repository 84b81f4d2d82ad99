import { type CategoryInput, categoryInputSchema, type ExpenseCategory } from '#domain/expense-categories/expense-category.ts';
import { orderedPlaces } from '#domain/expense-categories/category-order.ts';
import { AppError } from '#domain/errors.ts';
import { type CommandContext, authorise, newRecord, parseInput } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { refuseInUse } from '#data/core/in-use.ts';
import { editRecord, openedAgain } from '#data/core/edit-record.ts';
import { changeRecord, insertRecord, removeRecord } from '#data/core/write.ts';
import { writeTogether } from '#data/core/write-together.ts';

export type CategoryDraft = {
  /** A second call for the same draft changes what the first one wrote. */
  readonly id: string;
  readonly input: CategoryInput;
  /** What the form showed before anybody typed. */
  readonly before?: Partial<CategoryInput>;
};

export async function createCategory(
  db: CompanyDatabase,
  { id, input, before }: CategoryDraft,
  ctx: CommandContext,
): Promise<ExpenseCategory> {
  const values = parseInput(categoryInputSchema, input);
  authorise(ctx, 'expense_categories.manage');
  const opened = await openedAgain(db, 'expense_categories', id, before);
  if (opened) return editCategory(db, { id, input, opened }, ctx);
  const all = await loadCategories(db);
  const last = Math.max(0, ...all.map((category) => category.sort_order));
  return insertRecord(db, 'expense_categories', { ...newRecord(ctx), id, ...values, sort_order: last + 1 });
}

export async function editCategory(
  db: CompanyDatabase,
  edit: { id: string; input: CategoryInput; opened?: Partial<CategoryInput> },
  ctx: CommandContext,
): Promise<ExpenseCategory> {
  const values = parseInput(categoryInputSchema, edit.input);
  authorise(ctx, 'expense_categories.manage');
  return editRecord(db, 'expense_categories', edit.id, { opened: edit.opened ?? {}, values });
}

export async function setCategoryActive(
  db: CompanyDatabase,
  change: { id: string; isActive: boolean },
  ctx: CommandContext,
): Promise<ExpenseCategory> {
  authorise(ctx, 'expense_categories.manage');
  return changeRecord(db, 'expense_categories', change.id, (current) => ({ ...current, is_active: change.isActive }));
}

/** Puts the categories in the given order, as one act: a crash leaves no half of it. Writes only those whose place changes; one that went meanwhile stays gone. */
export async function reorderCategories(db: CompanyDatabase, ids: readonly string[], ctx: CommandContext): Promise<void> {
  authorise(ctx, 'expense_categories.manage');
  const all = await loadCategories(db);
  if (!ids.every((id) => all.some((category) => category.id === id))) throw new AppError('not_found', { collection: 'expense_categories' });
  await writeTogether(
    db,
    orderedPlaces(all, ids).map(({ id, sort_order }) => ({
      name: 'expense_categories',
      id,
      decide: (current) => current && ({ ...current, sort_order } as ExpenseCategory),
    })),
  );
}

/** Only a category that no expense carries can be deleted. */
export async function deleteCategory(db: CompanyDatabase, id: string, ctx: CommandContext): Promise<void> {
  authorise(ctx, 'expense_categories.manage');
  await refuseInUse(db, 'expense_categories', id);
  await removeRecord(db, 'expense_categories', id);
}

async function loadCategories(db: CompanyDatabase): Promise<ExpenseCategory[]> {
  const documents = await db.collections.expense_categories.find().exec();
  return documents.map((document) => document.toMutableJSON());
}
