import { defineEntity } from '#domain/shared/define-entity.ts';
import { expenseCategorySchema } from '#domain/expense-categories/expense-category.ts';

export const expenseCategories = defineEntity({
  name: 'expense_categories',
  schema: expenseCategorySchema,
  shelf: 'master_data',
  resource: 'expense_categories',
  texts: 'categories',
  page: { path: '/finance/expense-categories', isPerRecord: false },
  menu: { group: 'masterData', place: 40, icon: 'tags' },
  indexes: [],
});
