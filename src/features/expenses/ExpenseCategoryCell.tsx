import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useExpenseCommands } from '#data/expenses/use-expense-commands.ts';
import type { ExpenseCategory } from '#domain/expense-categories/expense-category.ts';
import { expenseEditRefusal } from '#domain/expenses/expense-lifecycle.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { RowMenu } from '#ui/RowMenu.tsx';
import { CategoryBadge, CategoryIcon } from '#widgets/CategoryBadge.tsx';
import classes from './ExpenseListPage.module.css';
import { useRowBulk } from './use-row-bulk.ts';

type Props = { expense: Expense; name: string; category: ExpenseCategory | undefined };

/** What the expense is filed under; changed in place while nobody has decided on it. */
export function ExpenseCategoryCell({ expense, name, category }: Props) {
  const { t } = useTranslation('expenses');
  const { ctx } = useCompany();
  const shown = category ? (
    <span className={classes.category}>
      <CategoryBadge category={category} />
    </span>
  ) : null;
  if (expenseEditRefusal(expense, ctx.access) !== null) return shown;
  return (
    <RowMenu label={t('row.category', { name })} letter="c" items={() => <Items expense={expense} />}>
      {shown ?? <span className={classes.none}>{t('row.noCategory')}</span>}
    </RowMenu>
  );
}

function Items({ expense }: { expense: Expense }) {
  const { t } = useTranslation('expenses');
  const { setCategory } = useExpenseCommands();
  const { runOn, categories } = useRowBulk();
  const choose = (categoryId: string | null) => void runOn(expense, (seen) => setCategory({ seen, categoryId }));
  return (
    <>
      {categories
        .filter(({ id, is_active }) => is_active || id === expense.category_id)
        .map((category) => (
          <Menu.Item
            key={category.id}
            leftSection={<CategoryIcon category={category} size={16} />}
            fw={category.id === expense.category_id ? 600 : 400}
            aria-current={category.id === expense.category_id || undefined}
            onClick={() => category.id !== expense.category_id && choose(category.id)}
          >
            {category.name}
          </Menu.Item>
        ))}
      {expense.category_id !== null && <Menu.Item onClick={() => choose(null)}>{t('row.noCategory')}</Menu.Item>}
    </>
  );
}
