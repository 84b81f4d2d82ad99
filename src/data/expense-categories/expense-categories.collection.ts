import { defineCollection } from '#data/core/define-collection.ts';
import { expenseCategorySchema } from '#domain/expense-categories/expense-category.ts';

export const expenseCategories = defineCollection({
  name: 'expense_categories',
  schema: expenseCategorySchema,
  indexes: [],
});
