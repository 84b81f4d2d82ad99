import { defineEntity } from '#domain/shared/define-entity.ts';
import { expenseCategorySchema } from '#domain/expense-categories/expense-category.ts';

export const expenseCategories = defineEntity({
  name: 'expense_categories',
  schema: expenseCategorySchema,
  indexes: [],
});
