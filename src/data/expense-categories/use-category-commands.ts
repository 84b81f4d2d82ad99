import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import type { CategoryInput } from '#domain/expense-categories/expense-category.ts';
import {
  type CategoryDraft,
  createCategory,
  deleteCategory,
  editCategory,
  reorderCategories,
  setCategoryActive,
} from './expense-categories.commands.ts';
import { mergeCategories } from './merge-categories.ts';

/** The category commands bound to the open company. */
export function useCategoryCommands() {
  const { db, ctx } = useCompany();
  return useMemo(
    () => ({
      createCategory: (draft: CategoryDraft) => createCategory(db, draft, ctx),
      editCategory: (edit: { id: string; input: CategoryInput; opened: CategoryInput }) => editCategory(db, edit, ctx),
      setCategoryActive: (change: { id: string; isActive: boolean }) => setCategoryActive(db, change, ctx),
      reorderCategories: (ids: readonly string[]) => reorderCategories(db, ids, ctx),
      mergeCategories: (merge: Parameters<typeof mergeCategories>[1]) => mergeCategories(db, merge, ctx),
      deleteCategory: (id: string) => deleteCategory(db, id, ctx),
    }),
    [db, ctx],
  );
}
